extension Value {
  /// This value with the change that leads from one value to another one: where the two are alike it stays as it is.
  ///
  /// Cost: of the three values together.
  func changed(from old: Value, to new: Value) -> Value {
    if self == old { return new }
    switch (self, old, new) {
    case (.record(let present), .record(let before), .record(let after)):
      var result = present
      for (name, value) in before.fields where after[name] == nil {
        guard let mine = present[name] else { continue }
        // What others have put in there stays.
        result[name] = mine == value ? nil : value.isRecord ? mine.changed(from: value, to: .record(Record())) : mine
      }
      for (name, value) in after.fields where before[name] != value {
        guard let mine = present[name], let its = before[name] else {
          result[name] = value
          continue
        }
        result[name] = mine.changed(from: its, to: value)
      }
      return .record(result)
    case (.list(let present), .list(let before), .list(let after)):
      if present.count != before.count { return before == after ? self : new }
      return .list(Self.carried(present, from: before, to: after) { $0.changed(from: $1, to: $2) })
    default: return old == new ? self : new
    }
  }

  /// The elements with what leads from the old ones to the new ones, of which there are as many as of the old ones.
  static func carried(
    _ elements: [Value], from old: [Value], to new: [Value], _ change: (Value, _ old: Value, _ new: Value) -> Value
  ) -> [Value] {
    zip(pairing(of: new, with: old), new).map { place, element in
      place.map { change(elements[$0], old[$0], element) } ?? element
    }
  }

  /// Which of the old elements each of the new ones was: one that stands elsewhere now is found by what it holds, and one that was changed by its
  /// neighbours; nil where it is new.
  static func pairing(of new: [Value], with old: [Value]) -> [Int?] {
    let most = min(old.count, new.count)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix(most - head).prefix { $0 == $1 }.count
    let (before, after) = (head..<old.count - tail, new[head..<new.count - tail])
    var places = after.map { _ in Int?.none }
    var others = Array(before)[...]
    if before.count > 1, !after.isEmpty {
      var known = Dictionary(grouping: before.reversed()) { CanonicalKey(old[$0]) }
      places = after.map { element in CanonicalKey(element).flatMap { known[$0]?.popLast() } }
      others = known.values.joined().sorted()[...]
    }
    if others.count == places.count(where: { $0 == nil }) {
      for index in places.indices where places[index] == nil { places[index] = others.popFirst() }
    }
    return Array(0..<head) + places + Array(old.count - tail..<old.count)
  }
}
