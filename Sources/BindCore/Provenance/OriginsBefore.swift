/// What has written a leaf and the places in it, as it was before several callbacks of a wave write them: of what comes back nothing
/// else is the cause. A touch is: it is told.
///
/// Cost: a look at each place that somebody holds, once for each leaf and wave. Isolation: the engine's thread.
struct OriginsBefore {
  private struct Past {
    let value: Value
    private let origin: PlaceOrigins.Origin
    private let touch: CauseID?

    init(_ cell: Cell, _ value: Value) {
      self.value = value
      origin = .init(event: cell.writtenBy, site: cell.writtenAt)
      touch = cell.presentTouch
    }

    /// It was written since then, and not touched.
    func precedesWrite(of cell: Cell) -> Bool {
      if cell.writtenBy == origin.event { return false }
      let touch = cell.presentTouch
      return touch == nil || touch == self.touch
    }

    func recall(in cell: Cell) {
      (cell.writtenBy, cell.writtenAt) = (origin.event, origin.site)
      (cell as? TouchableCell)?.forgetWriter()
    }
  }

  private struct Place {
    weak var cell: Cell?
    let past: Past
  }

  private let leaf: LeafCell
  private let whole: Past
  private let places: [Place]
  private let memory: PlaceOrigins.Memory?

  init(_ leaf: LeafCell, _ value: Value) {
    self.leaf = leaf
    whole = Past(leaf, value)
    places = leaf.allInnerCells.map { Place(cell: $0, past: Past($0, Self.shown($0, in: value))) }
    memory = value.isScalar ? nil : leaf.rememberOrigins()
  }

  private static func shown(_ place: Cell, in whole: Value) -> Value {
    (place as? ElementCell)?.shown(in: whole) ?? place.standing(in: whole) ?? .nil
  }

  /// All writes are through.
  func recall(isWholeBack: Bool) {
    guard let present = leaf.stored else { return }
    for place in places {
      guard let cell = place.cell, place.past.precedesWrite(of: cell) else { continue }
      if isWholeBack || Self.shown(cell, in: present) == place.past.value { place.past.recall(in: cell) }
    }
    if isWholeBack, whole.precedesWrite(of: leaf) {
      whole.recall(in: leaf)
      leaf.placeOrigins = memory?.recall()
    } else {
      memory?.recallPlaces(in: present, as: whole.value)
    }
  }
}
