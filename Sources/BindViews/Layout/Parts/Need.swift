/// How much room a part wants in one direction, in cells.
struct Need: Equatable {
  /// With less it cannot be read.
  var least: Int
  /// With more nothing is gained, unless it grows.
  var wanted: Int
  /// It takes what is left over.
  var grows = false

  /// Larger than any screen, and small enough to be added up.
  static let all = 1 << 20

  init(_ least: Int, _ wanted: Int, grows: Bool = false) {
    self.least = min(max(least, 0), Self.all)
    self.wanted = max(self.least, min(wanted, Self.all))
    self.grows = grows
  }

  static func exactly(_ count: Int) -> Need { Need(count, count) }

  /// One after the other.
  static func sum(_ needs: [Need], gaps: Int = 0) -> Need {
    Need(
      needs.reduce(gaps) { $0 + $1.least }, needs.reduce(gaps) { $0 + $1.wanted }, grows: needs.contains(where: \.grows)
    )
  }

  /// Side by side.
  static func largest(_ needs: [Need]) -> Need {
    Need(
      needs.map(\.least).max() ?? 0, needs.map(\.wanted).max() ?? 0, grows: needs.contains(where: \.grows))
  }

  /// Divides room: everybody gets the least, then all get more alike until they have what they want; what is left goes to
  /// those that grow. Where it is not even enough for the least, the last ones get nothing.
  static func divide(_ room: Int, among needs: [Need]) -> [Int] {
    var left = max(room, 0)
    var sizes = needs.map { need in
      let size = min(need.least, left)
      left -= size
      return size
    }
    while left > 0 {
      let hungry = needs.indices.filter { sizes[$0] < needs[$0].wanted }
      if hungry.isEmpty { break }
      let share = max(left / hungry.count, 1)
      for index in hungry where left > 0 {
        let size = min(share, needs[index].wanted - sizes[index], left)
        sizes[index] += size
        left -= size
      }
    }
    let growing = needs.indices.filter { needs[$0].grows }
    for (number, index) in growing.enumerated() {
      sizes[index] += left / growing.count + (number < left % growing.count ? 1 : 0)
    }
    return sizes
  }
}
