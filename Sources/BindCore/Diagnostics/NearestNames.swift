/// The names of `known` that `name` was probably meant to be, the nearest first; equally near ones keep their order.
///
/// A name qualifies when a third of its letters, or one letter of a short one, would have to be corrected, a swapped
/// pair counting once and the case of letters not at all. Cost: O(length²) for each known name of similar length; longer
/// ones than `longestMistypedName` are no names that somebody mistypes.
public func nearestNames(to name: String, in known: some Sequence<String>, limit: Int = 3) -> [String] {
  guard name.utf8.count <= longestMistypedName else { return [] }
  let wanted = Array(name.lowercased())
  var found: [(distance: Int, order: Int, name: String)] = []
  for (order, candidate) in known.enumerated() where candidate != name && candidate.utf8.count <= longestMistypedName {
    let letters = Array(candidate.lowercased())
    let allowed = max(wanted.count, letters.count, 3) / 3
    guard abs(wanted.count - letters.count) <= allowed else { continue }
    let distance = alignmentDistance(wanted, letters)
    // A name of one or two letters that shares none of them is no help.
    guard distance <= allowed, distance < max(wanted.count, letters.count) else { continue }
    found.append((distance, order, candidate))
  }
  found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
  return found.prefix(limit).map(\.name)
}

/// In bytes.
private let longestMistypedName = 128

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours, no part edited twice.
package func alignmentDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
  var twoAbove = [Int](repeating: 0, count: right.count + 1)
  var above = Array(0...right.count)
  var row = above
  for i in 0..<left.count {
    row[0] = i + 1
    for j in 0..<right.count {
      let isSame = left[i] == right[j]
      row[j + 1] = min(above[j + 1] + 1, row[j] + 1, above[j] + (isSame ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        row[j + 1] = min(row[j + 1], twoAbove[j - 1] + 1)
      }
    }
    (twoAbove, above, row) = (above, row, twoAbove)
  }
  return above[right.count]
}
