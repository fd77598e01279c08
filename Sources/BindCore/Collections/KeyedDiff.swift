/// One step from an old keyed list to a new one. Places are counted from 0 and are those of the moment: applied in order,
/// the steps turn the old list into the new.
package enum ListStep: Equatable {
  case remove(at: Int, old: Int)
  case insert(at: Int, new: Int)
  case move(from: Int, to: Int, new: Int)
  case update(at: Int, old: Int, new: Int)
}

/// What leads from one keyed list to another.
package struct KeyedDiff {
  package var steps: [ListStep] = []
  /// Where each element of the new list stood in the old one; -1 for those that are new.
  package var olds: [Int] = []
}

/// What leads from one keyed list to another: removals from the back, then what is new or elsewhere in the order of the
/// new list, then changed values. As few moves as there can be: what keeps its order (a longest increasing run) stays.
///
/// - Parameters:
///   - keys: each at most once in either list.
///   - isSame: whether the values at a place of the old and one of the new list are equal.
/// Cost: n log n, and for each move a search in the list.
package func keyedDiff<Key: Hashable>(
  from old: [Key], to new: [Key], isSame: (_ old: Int, _ new: Int) -> Bool
) -> KeyedDiff {
  var steps: [ListStep] = []
  // Most changes touch little: what is equal at both ends needs no look-up.
  var head = 0
  while head < old.count, head < new.count, old[head] == new[head] { head += 1 }
  var tail = 0
  while tail < old.count - head, tail < new.count - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
    tail += 1
  }
  let oldMiddle = head..<(old.count - tail)
  let newMiddle = head..<(new.count - tail)

  var placeInNew: [Key: Int] = [:]
  placeInNew.reserveCapacity(newMiddle.count)
  for place in newMiddle { placeInNew[new[place]] = place }
  /// What is left of the middle, as places in the old list.
  var present: [Int] = []
  for place in oldMiddle.reversed() {
    if placeInNew[old[place]] == nil {
      steps.append(.remove(at: place, old: place))
    } else {
      present.append(place)
    }
  }
  present.reverse()

  var placeInOld: [Key: Int] = [:]
  placeInOld.reserveCapacity(present.count)
  for place in present { placeInOld[old[place]] = place }
  let kept = newMiddle.compactMap { placeInOld[new[$0]] }
  let staying = Set(longestIncreasing(kept))

  // `present` is the middle as it stands; -1 is something new. `cursor` stands behind the last one in its place.
  var cursor = 0
  for place in newMiddle {
    guard let before = placeInOld[new[place]] else {
      present.insert(-1, at: cursor)
      steps.append(.insert(at: head + cursor, new: place))
      cursor += 1
      continue
    }
    if staying.contains(before) {
      while present[cursor] != before { cursor += 1 }
    } else if let from = present.firstIndex(of: before) {
      present.remove(at: from)
      if from < cursor { cursor -= 1 }
      present.insert(before, at: cursor)
      if from != cursor { steps.append(.move(from: head + from, to: head + cursor, new: place)) }
    }
    cursor += 1
  }

  var olds: [Int] = []
  olds.reserveCapacity(new.count)
  for place in new.indices {
    let before =
      if place < head {
        place
      } else if place >= new.count - tail {
        place - new.count + old.count
      } else {
        placeInOld[new[place]] ?? -1
      }
    olds.append(before)
    if before >= 0, !isSame(before, place) { steps.append(.update(at: place, old: before, new: place)) }
  }
  return KeyedDiff(steps: steps, olds: olds)
}

/// A longest strictly increasing run of the numbers, in their order.
private func longestIncreasing(_ numbers: [Int]) -> [Int] {
  var ends: [Int] = []  // places in `numbers`: the smallest end of a run of each length
  var previous = Array(repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[place] = ends[low - 1] }
    if low == ends.count { ends.append(place) } else { ends[low] = place }
  }
  var run: [Int] = []
  var place = ends.last ?? -1
  while place >= 0 {
    run.append(numbers[place])
    place = previous[place]
  }
  return run.reversed()
}
