import BindGraph

/// What tells the elements of one list apart: a field of theirs, or what a function makes of them.
///
/// Isolation: confined to its engine's thread.
package final class ListKeys {
  /// A key that can be looked up: a string, a whole number, another number or a boolean.
  package enum Key: Hashable {
    case text(ByteString)
    case integer(Int64)
    case number(UInt64)
    case boolean(Bool)

    /// nil for what cannot be a key.
    package init?(_ value: Value) {
      switch value {
      case .string(let text): self = .text(text)
      case .integer(let integer): self = .integer(integer)
      case .number(let number):
        if let integer = Int64(exactly: number) { self = .integer(integer) } else { self = .number(number.bitPattern) }
      case .boolean(let flag): self = .boolean(flag)
      case .nil, .null, .list, .record, .opaque: return nil
      }
    }
  }

  /// Whoever has these keys has the list.
  package unowned let list: Cell
  /// The field, or "key" for a function.
  package let name: String
  private let function: (Value) throws(Failure) -> Value
  /// It is a program's, which may look at cells.
  let isFunction: Bool
  /// The function has read some cell: what it has made of an element may be out of date although that is the same.
  @exclusivity(unchecked) private var readsCells = false
  /// The list that was looked at last. A cache: the list itself tells whether it is the same.
  private var known: [Value] = []
  /// The keys of `known`, if each of them is there once, and the same as a set.
  private var lastKeys: (values: [Value], keys: [Key])?
  private var taken: Set<Key> = []
  /// Goes up whenever another list becomes the known one.
  @exclusivity(unchecked) private var generation = 0
  /// When all keys were made anew last: those that were given before may be others.
  @exclusivity(unchecked) private(set) var lastRenewal = 0
  /// Where each key stands in `known`; nil until somebody asks.
  private var places: [Key: Int]?
  private var elements: [Key: WeakKeyed] = [:]
  /// When those that nobody holds are forgotten next.
  @exclusivity(unchecked) private var sweepAt = 64
  private struct WeakKeyed { weak var cell: KeyedCell? }
  /// Each commit of the list is looked at, for elements that it takes away before anybody has read them.
  @exclusivity(unchecked) private var isFollowing = false

  package init(
    of list: Cell, name: String, isFunction: Bool = false, _ function: @escaping (Value) throws(Failure) -> Value
  ) {
    self.list = list
    self.name = name
    self.isFunction = isFunction
    self.function = function
  }

  /// What holds the list, itself or around it; nil for a list that is derived.
  var leaf: LeafCell? { list.leafAround }

  /// The keys of that list, one for each element.
  ///
  /// Cost: the function and a look-up for each element that stands between those that it shares with the list before, at
  /// either end; a compare and a copy for the others.
  /// - Throws: `bind.key` for a key that is missing, no scalar, or there twice.
  package func keys(of elements: [Value]) throws(Failure) -> (values: [Value], keys: [Key]) {
    // A write is checked, and then delivered: the same list twice.
    if !readsCells, let lastKeys, isKnown(elements) { return lastKeys }
    if !readsCells, let spliced = try splice(elements) { return spliced }
    let (values, keys, all) = try look(at: elements, 0..<elements.count) { _ in false }
    (known, lastKeys, taken, places) = (elements, (values, keys), all, nil)
    generation += 1
    lastRenewal = generation
    return (values, keys)
  }

  /// In place: what the list shares with the one before is not looked at.
  /// - Returns: nil where nothing is shared, and where the function itself has asked for keys of another list.
  private func splice(_ elements: [Value]) throws(Failure) -> (values: [Value], keys: [Key])? {
    guard let before = lastKeys?.keys else { return nil }
    let (head, tail) = known.sharedEnds(with: elements)
    if head + tail == 0 { return nil }
    let between = head..<(before.count - tail)
    let leaving = Set(before[between])
    let begun = generation
    let (values, keys, coming) = try look(at: elements, head..<(elements.count - tail)) {
      taken.contains($0) && !leaving.contains($0)
    }
    guard generation == begun, var (allValues, allKeys) = lastKeys else { return nil }
    lastKeys = nil
    allValues.replaceSubrange(between, with: values)
    allKeys.replaceSubrange(between, with: keys)
    lastKeys = (allValues, allKeys)
    known = elements
    taken.subtract(leaving)
    taken.formUnion(coming)
    places = nil
    generation += 1
    return lastKeys
  }

  private func look(
    at elements: [Value], _ range: Range<Int>, isTaken: (Key) -> Bool
  ) throws(Failure) -> (values: [Value], keys: [Key], all: Set<Key>) {
    var values: [Value] = []
    var keys: [Key] = []
    var all: Set<Key> = []
    values.reserveCapacity(range.count)
    keys.reserveCapacity(range.count)
    all.reserveCapacity(range.count)
    for place in range {
      let value = try made(of: elements[place])
      guard let key = Key(value) else { throw noKey(value, of: elements[place], at: place) }
      if !all.insert(key).inserted || isTaken(key) {
        let other = elements.indices.first { $0 != place && self.key(of: elements[$0]) == key } ?? place
        throw .diagnostic(
          Diagnostic(
            .bindKey,
            "\(list.name): elements \(min(other, place) + 1) and \(max(other, place) + 1) have the same \(name), \(value)"
          ))
      }
      values.append(value)
      keys.append(key)
    }
    return (values, keys, all)
  }

  private func noKey(_ value: Value, of element: Value, at place: Int) -> Failure {
    let advice = "say what tells the elements apart: key= names a field of theirs, or is a function of an element"
    return .diagnostic(
      Diagnostic(
        .bindKey,
        "\(list.name)[\(place + 1)]: the \(name) is \(value.typeName), and a key is a string, number or boolean",
        notes: value == element ? [advice] : []))
  }

  private func made(of element: Value) throws(Failure) -> Value {
    if !isFunction || readsCells { return try function(element) }
    var hasRead = false
    defer { if hasRead { readsCells = true } }
    return try list.engine.noticingReads(&hasRead) { () throws(Failure) in try function(element) }
  }

  /// Where the key stands, counted from 0.
  func place(of key: Key, in elements: [Value]) -> Int? {
    if let places, isKnown(elements) { return places[key] }
    var places: [Key: Int] = [:]
    places.reserveCapacity(elements.count)
    if let lastKeys, isKnown(elements) {
      for (place, key) in lastKeys.keys.enumerated() { places[key] = place }
    } else {
      for (place, element) in elements.enumerated() {
        if let value = try? function(element), let key = Key(value), places[key] == nil { places[key] = place }
      }
      known = elements
      lastKeys = nil
      generation += 1
    }
    self.places = places
    return places[key]
  }

  /// What it knows of the list, which it would keep.
  func forget() {
    (known, lastKeys, taken, places) = ([], nil, [], nil)
    generation += 1
  }

  /// nil for an element that has none.
  func key(of element: Value) -> Key? { (try? function(element)).flatMap { Key($0) } }

  /// The very same storage: no comparison of what is inside.
  func isKnown(_ elements: [Value]) -> Bool {
    known.count == elements.count
      && known.withUnsafeBufferPointer { old in
        elements.withUnsafeBufferPointer { $0.baseAddress == old.baseAddress }
      }
  }

  /// The element with that key, for somebody who may read it only after it has gone.
  package func follow(_ value: Value) throws(Failure) -> KeyedCell {
    let cell = try cell(for: value)
    follow()
    return cell
  }

  /// From now on elements, and places in them, are told what they held before a commit.
  func follow() {
    guard !isFollowing, let leaf else { return }
    isFollowing = true
    list.engine.follow(self, in: leaf)
  }

  /// A commit replaces the whole that the list is in: what it changes or takes away is kept as it was last, and what it changes where it
  /// stands learns whose doing that is.
  /// - Parameter cause: of what is written as a whole.
  func keepElements(of old: Value, replacedBy new: Value?, cause: CauseID) {
    guard case .list(let before)? = list.value(in: old) else { return }
    let after = if case .list(let elements)? = new.flatMap(list.value) { elements } else { [Value]() }
    let (head, tail) = before.sharedEnds(with: after)
    var placed = list.engine.placedCauses
    if !placed.isEmpty, let leaf, let new {
      placed = list.steps(in: new, of: leaf).map { placed[$0] } ?? PlacedCauses()
    }
    var moved: [Key: Int]?
    // Of several elements with one key it is the first.
    let firsts = lastKeys == nil && isKnown(before) ? places : nil
    var kept: Set<Key> = []
    for place in head..<(before.count - tail) {
      guard let key = key(of: before[place]), let cell = elements[key]?.cell else { continue }
      if firsts.map({ $0[key] != place }) ?? false || !kept.insert(key).inserted { continue }
      cell.keep(before[place], from: place, in: list.engine.graph.epoch)
      var new = place < after.count && self.key(of: after[place]) == key ? place : nil
      if new == nil {
        if moved == nil { moved = places(in: after, head..<max(head, after.count - tail)) }
        new = moved?[key]
      }
      cell.learnOrigin(
        new.map { (before[place], after[$0]) }, cause: cause,
        placed: new.map { placed[.index($0 + 1)] } ?? PlacedCauses())
    }
  }

  /// Where the elements with keys are; of two with one key the first.
  private func places(in elements: [Value], _ range: Range<Int>) -> [Key: Int] {
    var places: [Key: Int] = [:]
    for place in range.reversed() { if let key = key(of: elements[place]) { places[key] = place } }
    return places
  }

  /// The cell of an element, if somebody holds it.
  func heldCell(of element: Value) -> KeyedCell? { key(of: element).flatMap { elements[$0]?.cell } }

  /// The elements that somebody holds.
  var heldCells: [KeyedCell] { elements.values.compactMap(\.cell) }

  /// The element with that key: the same cell for the same key, as long as somebody holds it.
  /// - Parameter standing: what it is and where, if the caller knows: the element of a committed list and its place.
  package func cell(
    for value: Value, standing: (element: Value, place: Int)? = nil
  ) throws(Failure) -> KeyedCell {
    guard let key = Key(value) else {
      throw .diagnostic(
        Diagnostic(.bindKey, "\(list.name): a key is a string, number or boolean, not a \(value.typeName)"))
    }
    if let cell = elements[key]?.cell { return cell }
    if elements.count >= sweepAt {
      elements = elements.filter { $0.value.cell != nil }
      sweepAt = max(64, 2 * elements.count)
    }
    let cell = KeyedCell(self, key, value, standing: standing)
    elements[key] = WeakKeyed(cell: cell)
    return cell
  }
}

extension [Value] {
  /// How many elements at the front and at the back are those of the other list, as they were.
  func sharedEnds(with other: [Value]) -> (head: Int, tail: Int) {
    let most = Swift.min(count, other.count)
    var head = 0
    while head < most, self[head].isSurely(other[head]) { head += 1 }
    var tail = 0
    while tail < most - head, self[count - 1 - tail].isSurely(other[other.count - 1 - tail]) { tail += 1 }
    return (head, tail)
  }
}

extension Engine {
  /// The same element by each field that somebody holds it by.
  func keyedCells(of list: Cell, for element: Value) -> [Cell] {
    (listKeys[ObjectIdentifier(list)] ?? [:]).values.compactMap { $0.keys?.heldCell(of: element) }
  }

  /// The elements of a list that somebody holds by a field of theirs.
  func keyedCells(of list: Cell) -> [Cell] {
    (listKeys[ObjectIdentifier(list)] ?? [:]).values.flatMap { $0.keys?.heldCells ?? [] }
  }

  fileprivate func follow(_ keys: ListKeys, in leaf: LeafCell) {
    followedLists[ObjectIdentifier(leaf), default: []].removeAll { $0.keys == nil }
    followedLists[ObjectIdentifier(leaf), default: []].append(WeakListKeys(keys: keys))
    leaf.isFollowed = true
  }

  /// A leaf with lists in it that somebody follows by key changes.
  func keepElements(of leaf: LeafCell, old: Value?, new: Value?, cause: CauseID) {
    guard let old else { return }
    let followed = (followedLists[ObjectIdentifier(leaf)] ?? []).compactMap(\.keys)
    if followed.isEmpty { return unfollow(leaf) }
    for keys in followed { keys.keepElements(of: old, replacedBy: new, cause: cause) }
  }

  /// Nobody has the keys of its lists any more, or it ends.
  func unfollow(_ leaf: LeafCell) {
    followedLists[ObjectIdentifier(leaf)] = nil
    leaf.isFollowed = false
  }
}

extension Value {
  /// Whether it is the other one as it was when that was made: one look, so that a large value made anew is not.
  fileprivate func isSurely(_ other: Value) -> Bool {
    switch (self, other) {
    case (.record(let a), .record(let b)): a.sharesStorage(with: b)
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.boolean(let a), .boolean(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    default: false
    }
  }
}

extension Cell {
  /// Raises where it is declared to be something else than a list.
  package final func requireList(for function: String) throws(Failure) {
    guard let type = shape?.type else { return }
    let mend: String
    switch type {
    case .list, .any: return
    case .record, .map: mend = "what is in it is reached by its path, as in ref \"name\""
    default: mend = "give it a list, or declare the field with type = \"list\""
    }
    throw .diagnostic(
      Diagnostic(.bindType, "\(function): \(name) is no list: it is declared as \(type.name)", notes: [mend]))
  }

  /// The elements of this list told apart by a field.
  package final func keys(by field: ByteString) -> ListKeys {
    let id = ObjectIdentifier(self)
    if let known = engine.listKeys[id]?[field]?.keys { return known }
    let keys = ListKeys(of: self, name: field.text) { element throws(Failure) in element[.field(field)] ?? .nil }
    engine.listKeys = engine.listKeys.filter { $0.value.contains { $0.value.keys != nil } }
    engine.listKeys[id, default: [:]][field] = WeakListKeys(keys: keys)
    return keys
  }
}

struct WeakListKeys { weak var keys: ListKeys? }
