/// Which event has written which place of a cell last, where a callback has written parts of its value.
struct PlacedWrites {
  /// More are not told apart: each costs a copy of what is changed in place.
  private static let limit = 8

  /// What has written all of it, before any of the places.
  private(set) var whole = CauseID.none
  private(set) var parts: Parts?

  init() {}
  init(whole cause: CauseID) { whole = cause }

  var places: [Cell] { parts?.places ?? [] }
  var earlier: Earlier? { parts?.earlier }
  var resolved: [ObjectIdentifier: CauseID] { parts?.resolved ?? [:] }
  func cause(noted place: Cell) -> CauseID? { parts?.causes[ObjectIdentifier(place)] }

  /// The event of the whole counts for every place.
  var isEmpty: Bool { parts == nil }
  /// What has written something of it last.
  var last: CauseID { parts?.causes.values.reduce(whole) { $0.index > $1.index ? $0 : $1 } ?? whole }

  /// - Parameter value: before; nil where it is not known.
  @inline(__always)
  mutating func noteWhole(_ cause: CauseID, over value: @autoclosure () -> Value?) {
    if whole != .none || parts != nil { keepEarlier(before: cause, value) }
    whole = cause
  }

  @inline(never)
  private mutating func keepEarlier(before cause: CauseID, _ value: () -> Value?) {
    if places.isEmpty, cause == whole { return }
    if !keepEarlier(than: value()) { parts = nil }
  }

  private mutating func keepEarlier(than value: Value?) -> Bool {
    guard earlier?.count ?? 0 < Self.limit, let value else { return false }
    let made = Parts()
    made.earlier = Earlier(self, value)
    parts = made
    return true
  }

  /// To be changed: what shares it is left alone.
  mutating func ownParts() -> Parts {
    if isKnownUniquelyReferenced(&parts), let parts { return parts }
    let own = parts?.copy ?? Parts()
    parts = own
    return own
  }

  /// - Parameter value: before; nil where it is not known.
  mutating func note(_ place: Cell, _ cause: CauseID, over value: @autoclosure () -> Value?) {
    if whole != .none || parts != nil { keepEarlier(before: place, value) }
    note(place, cause)
  }

  /// What is inside the place may have been written before, and be left as it was.
  @inline(never)
  private mutating func keepEarlier(before place: Cell, _ value: () -> Value?) {
    if let value = value(), mayLeaveSomething(at: place, of: value) { beginAnew(over: value) }
  }

  private func mayLeaveSomething(at place: Cell, of value: Value) -> Bool {
    guard let present = place.value(in: value), !present.isScalar else { return false }
    return whole != .none || parts?.mayMeet(place) ?? false
  }

  private mutating func beginAnew(over value: Value) { if keepEarlier(than: value) { whole = .none } }

  mutating func note(_ place: Cell, _ cause: CauseID) {
    let parts = ownParts()
    if parts.causes.updateValue(cause, forKey: ObjectIdentifier(place)) == nil { parts.places.append(place) }
  }

  /// Without those that leave their place as it is. Where what is around it was written too, something else may have come there between.
  func changes(from old: Value, to new: Value) -> PlacedWrites {
    if places.count < 2 || whole != .none || earlier != nil { return self }
    // One list after the other: each is looked through once for where its elements stand.
    let before = values(in: old)
    let after = values(in: new)
    var changes = PlacedWrites()
    for (index, place) in places.enumerated() where before[index] != after[index] || isInsideAnother(place) {
      if let cause = cause(noted: place) { changes.note(place, cause) }
    }
    return changes.isEmpty ? self : changes
  }

  private func isInsideAnother(_ place: Cell) -> Bool {
    place.outward.dropFirst().contains { cause(noted: $0) != nil }
  }

  private func values(in whole: Value) -> [Value?] {
    places.map { place in
      place.learnPlaces(in: whole)
      return place.value(in: whole)
    }
  }

  /// What is written later.
  /// - Parameter value: before that; nil where it is not known.
  mutating func add(_ later: PlacedWrites, over value: Value?) {
    var value = value
    if let before = later.earlier {
      add(before.writes, over: value)
      value = before.value
    }
    if later.whole != .none {
      noteWhole(later.whole, over: value)
    } else if let value, later.earlier != nil || later.places.contains(where: { mayLeaveSomething(at: $0, of: value) })
    {
      beginAnew(over: value)
    }
    for place in later.places { if let cause = later.cause(noted: place) { note(place, cause) } }
  }

  /// One event has written all of them, and nothing else.
  var haveOneCause: Bool {
    guard whole == .none, let parts, let cause = parts.causes.values.first else { return whole == .none }
    return parts.causes.values.allSatisfy { $0 == cause } && parts.resolved.values.allSatisfy { $0 == cause }
  }
}
