extension Value {
  /// This value with the change that leads from one value to another one: where the two are alike it stays as it is.
  ///
  /// A list that has become longer or shorter is told apart by its ends; where that does not do, the other value stands. Cost: of the three
  /// values together.
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
      return Self.changed(present, from: before, to: after).map { .list($0) } ?? new
    default: return old == new ? self : new
    }
  }

  private static func changed(_ present: [Value], from old: [Value], to new: [Value]) -> [Value]? {
    guard present.count == old.count else { return old == new ? present : nil }
    if old.count == new.count { return zip(present, zip(old, new)).map { $0.changed(from: $1.0, to: $1.1) } }
    let most = min(old.count, new.count)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix(most - head).prefix { $0 == $1 }.count
    if present.dropFirst(head).dropLast(tail) != old.dropFirst(head).dropLast(tail) { return nil }
    return present.prefix(head) + new[head..<(new.count - tail)] + present.suffix(tail)
  }
}
