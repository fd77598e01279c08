import BindCore
import BindGraph
import TestSupport
import Testing

private struct Item: Equatable {
  var key: Int
  var number: Int

  init(_ key: Int, _ number: Int) { (self.key, self.number) = (key, number) }

  init(_ value: Value) {
    let record = if case .record(let record) = value { record } else { Record() }
    self.init(Int(record["id"]?.integer ?? -1), Int(record["n"]?.integer ?? -1))
  }

  var value: Value { .record(Record([("id", .integer(Int64(key))), ("n", .integer(Int64(number)))])) }
}

/// What the callbacks of the subject do, and what the naive model knows of them.
private enum Habit {
  /// An inserted element of this key adds another one at the end, which is held until the callback has returned.
  static func adds(_ key: Int) -> Bool { key < 100 && key % 5 == 0 }
  /// Its callback raises after that, and loses what it wrote and registered.
  static func raises(_ key: Int) -> Bool { key % 7 == 3 }
  /// The observer of an element raises at this number.
  static func raises(at number: Int) -> Bool { number % 6 == 5 }

  static func withAdded(_ key: Int, to list: [Item]) -> [Item] {
    list.contains { $0.key == key + 100 } ? list : list + [Item(key + 100, key)]
  }
}

/// A place that is looked at from outside: by its number or by its key.
private enum Place: CaseIterable, CustomStringConvertible {
  case first, third, keyTwo, keyTen

  func number(in list: [Item]) -> Int? {
    switch self {
    case .first: list.first?.number
    case .third: list.count > 2 ? list[2].number : nil
    case .keyTwo: list.first { $0.key == 2 }?.number
    case .keyTen: list.first { $0.key == 10 }?.number
    }
  }

  func cell(in list: Cell) throws(Failure) -> Cell {
    switch self {
    case .first: try list.child(.index(1)).child(.field("n"))
    case .third: try list.child(.index(3)).child(.field("n"))
    case .keyTwo: try list.keys(by: "id").cell(for: .integer(2)).child(.field("n"))
    case .keyTen: try list.keys(by: "id").cell(for: .integer(10)).child(.field("n"))
    }
  }

  var description: String {
    switch self {
    case .first: "[1].n"
    case .third: "[3].n"
    case .keyTwo: "[id=2].n"
    case .keyTen: "[id=10].n"
    }
  }
}

/// Follows the list by comparing whole lists, wave by wave.
private struct Naive {
  var list: [Item]
  /// What each place showed last, with what its observer was told.
  var shown: [Place: Int] = [:]
  var told: [Place: [Int]] = [:]
  /// What the observers inside the elements were told, by key; those of elements that are gone stay.
  var elements: [Int: [Int]] = [:]
  var observed: Set<Int> = []
  var sums: [Int] = []
  var failures = 0

  init(_ list: [Item]) {
    self.list = []
    deliver(list, isFirst: true)
  }

  /// One wave. Gives what it leads to, which is the next one if it differs.
  private mutating func deliver(_ next: [Item], isFirst: Bool = false) {
    let before = list
    list = next
    if isFirst || before.map(\.number).reduce(0, +) != next.map(\.number).reduce(0, +) {
      sums.append(next.map(\.number).reduce(0, +))
    }
    for place in Place.allCases {
      // A place that is gone shows its last value; one that never was is nil, told as -1.
      let number = place.number(in: next) ?? shown[place] ?? -1
      if shown[place] == number || (shown[place] == nil && number == -1 && !isFirst) { continue }
      if number != -1 { shown[place] = number }
      told[place, default: []].append(number)
    }
    for item in before where !next.contains(where: { $0.key == item.key }) { observed.remove(item.key) }
    for item in before where observed.contains(item.key) {
      guard let now = next.first(where: { $0.key == item.key }), now.number != item.number else { continue }
      tell(now)
    }
    var after = next
    for item in next where !before.contains(where: { $0.key == item.key }) {
      if Habit.raises(item.key) {
        failures += 1
        continue
      }
      observed.insert(item.key)
      tell(item)
      if Habit.adds(item.key) { after = Habit.withAdded(item.key, to: after) }
    }
    if after != next { deliver(after) }
  }

  private mutating func tell(_ item: Item) {
    elements[item.key, default: []].append(item.number)
    if Habit.raises(at: item.number) { failures += 1 }
  }

  mutating func commit(_ next: [Item]) { if next != list { deliver(next) } }
}

/// Applies the operations it is told, one after the other, and looks after its elements.
private final class Follower: Each {
  var list: [Item] = []
  var open: Set<Int> = []
  var elements: [Int: [Int]] = [:]
  var faults: [String] = []
  var add: (Int) throws(Failure) -> Void = { _ in }

  override func inserted(_ element: Cell, key: Value, at place: Int) throws(Failure) {
    let key = Int(key.integer)
    list.insert(Item(try element.peek() ?? .nil), at: place)
    if list[place].key != key { faults.append("key \(key) was inserted as \(list[place])") }
    // A callback that raises cleans up at once.
    if !open.insert(key).inserted { faults.append("key \(key) was inserted twice") }
    engine.scope.onClose { [unowned self] in
      if open.remove(key) == nil { faults.append("the scope of key \(key) ended twice") }
    }
    try element.child(.field("n")).observe { [unowned self] new, old, _ throws(Failure) in
      if new == old { faults.append("key \(key) was told \(new) twice") }
      elements[key, default: []].append(Int(new.integer))
      if Habit.raises(at: Int(new.integer)) { throw .test }
    }
    if Habit.adds(key) { try add(key) }
    if Habit.raises(key) { throw .test }
  }

  override func removed(_ value: Value, key: Value, at place: Int) throws(Failure) {
    if list[place] != Item(value) || list[place].key != Int(key.integer) {
      faults.append("\(Item(value)) was removed at \(place) of \(list)")
    }
    list.remove(at: place)
  }

  override func moved(_ element: Cell, key: Value, from: Int, to: Int) throws(Failure) {
    let item = list.remove(at: from)
    if item.key != Int(key.integer) { faults.append("\(item) was moved as key \(key)") }
    list.insert(item, at: to)
  }

  override func updated(_ element: Cell, _ new: Value, _ old: Value) throws(Failure) {
    guard let place = list.firstIndex(of: Item(old)) else { return faults.append("\(Item(old)) was never there") }
    list[place] = Item(new)
  }
}

private final class Subject {
  let base: CoreSubject
  let scope: Scope
  let list: LeafCell
  let follower: Follower
  var places: [Place: Cell] = [:]
  var told: [Place: [Int]] = [:]
  var sums: [Int] = []
  let sum: FunctionCell
  var engine: Engine { base.engine }

  init(_ start: [Item], _ base: CoreSubject) throws {
    self.base = base
    base.engine.errorLimit = 1_000_000
    scope = Scope(name: "subject", in: base.engine.root, engine: base.engine)
    let list = base.source(.list(start.map(\.value)), "list")
    self.list = list
    follower = Follower(of: list.keys(by: "id"), scope: scope)
    sum = base.combined([list], "sum") { values throws(Failure) in
      guard case .list(let elements) = values[0] else { return .nil }
      return .integer(elements.reduce(0) { $0 + Int64(Item($1).number) })
    }
    follower.add = { key throws(Failure) in
      _ = try list.modify { value throws(Failure) in
        guard case .list(let elements) = value else { return value }
        return .list(Habit.withAdded(key, to: elements.map { Item($0) }).map(\.value))
      }
    }
    for place in Place.allCases {
      let cell = try place.cell(in: list)
      places[place] = cell
      cell.observe(in: scope) { [unowned self] new, _, _ in told[place, default: []].append(Int(new.integer)) }
    }
    sum.observe(in: scope) { [unowned self] new, _, _ in sums.append(Int(new.integer)) }
    try follower.begin()
  }

  func items() throws -> [Item] {
    guard case .list(let elements)? = try list.get() else { return [] }
    return elements.map { Item($0) }
  }
}

@Suite struct ListOracleTests {
  private struct Stop: Error {}

  /// CONTRACT 21 to 24, 27, 40, 51 to 53 over generated edits of a keyed list: by whole lists, by places, by keys, inside
  /// callbacks that may raise, in transactions that may be dropped.
  @Test func generatedEditsOfAListAgreeWithNaiveComparison() throws {
    var failures = 0
    for seed in 0..<UInt64(500) {
      // Cells end before their engine.
      let base = CoreSubject()
      let fault = try withExtendedLifetime(base) {
        try run(seed, base, &failures) ?? (base.engine.nodeCount == 0 ? nil : "\(base.engine.nodeCount) nodes are left")
      }
      guard let fault else { continue }
      Issue.record("seed \(seed), \(fault)")
      return
    }
    #expect(failures > 1000)
  }

  private func run(_ seed: UInt64, _ base: CoreSubject, _ failures: inout Int) throws -> String? {
    var dice = Dice(state: seed)
    let start = Self.edited([], &dice)
    let subject = try Subject(start, base)
    var naive = Naive(start)
    for step in 0..<14 {
      if let fault = try turn(subject, &naive, &dice) ?? difference(subject, naive) { return "step \(step): \(fault)" }
    }
    failures += naive.failures
    subject.scope.close()
    if !subject.follower.open.isEmpty || subject.engine.observerCount != 0 {
      return "\(subject.follower.open) and \(subject.engine.observerCount) observers are left"
    }
    return nil
  }

  /// Another list of the same keys: some go, some come, some move, some change.
  private static func edited(_ list: [Item], _ dice: inout Dice) -> [Item] {
    var next = list
    for _ in 0..<(1 + dice.below(3)) {
      switch dice.below(6) {
      case 0 where !next.isEmpty: next.remove(at: dice.below(next.count))
      case 1 where !next.isEmpty: next[dice.below(next.count)].number = dice.below(30)
      case 2: next.shuffle(using: &dice)
      case 3 where next.count > 6: next.removeFirst(next.count / 2)
      default:
        let key = dice.below(20)
        if !next.contains(where: { $0.key == key }) {
          next.insert(Item(key, dice.below(30)), at: dice.below(next.count + 1))
        }
      }
    }
    return next
  }

  /// One edit, of the list as the caller sees it.
  private func edit(_ subject: Subject, _ view: inout [Item], _ dice: inout Dice) throws -> String? {
    switch dice.below(5) {
    case 0 where !view.isEmpty:
      let index = dice.below(view.count)
      view[index].number = dice.below(30)
      _ = try subject.list.child(.index(index + 1)).child(.field("n")).write(.integer(Int64(view[index].number)))
    case 1 where !view.isEmpty:
      let index = dice.below(view.count)
      let number = dice.below(30)
      view[index].number = number
      let cell = try subject.list.keys(by: "id").cell(for: .integer(Int64(view[index].key)))
      _ = try cell.merge(Record([("n", .integer(Int64(number)))]), ignoringUnknown: false)
    case 2 where !view.isEmpty:
      let twice = (view + [Item(view[0].key, 99)]).map(\.value)
      if thrownID({ _ = try subject.list.write(.list(twice)) }) != .bindKey { return "a key was taken twice" }
    default:
      let next = Self.edited(view, &dice)
      view = next
      if dice.below(2) == 0 {
        _ = try subject.list.write(.list(next.map(\.value)))
      } else {
        _ = try subject.list.modify { _ throws(Failure) in .list(next.map(\.value)) }
      }
    }
    guard try subject.items() == view else { return "the list is \(try subject.items()), not \(view)" }
    if try subject.sum.integer() != Int64(view.reduce(0) { $0 + $1.number }) { return "the sum is wrong" }
    for (place, cell) in subject.places {
      guard let number = place.number(in: view) else { continue }
      if try cell.integer() != Int64(number) { return "\(place) is \(try cell.integer()), not \(number)" }
    }
    return nil
  }

  private func turn(_ subject: Subject, _ naive: inout Naive, _ dice: inout Dice) throws -> String? {
    var view = naive.list
    var fault: String?
    if dice.below(2) == 0 {
      // Outside a transaction what the callbacks add is there at once.
      let next = Self.edited(view, &dice)
      _ = try subject.list.write(.list(next.map(\.value)))
      naive.commit(next)
      return nil
    }
    let isDropped = dice.below(4) == 0
    do {
      try subject.engine.transaction {
        for _ in 0..<(1 + dice.below(3)) { fault = try fault ?? edit(subject, &view, &dice) }
        let outer = view
        let innerIsDropped = dice.below(2) == 0
        do {
          try subject.engine.transaction {
            fault = try fault ?? edit(subject, &view, &dice)
            if innerIsDropped { throw Stop() }
          }
        } catch is Stop { view = outer }
        if isDropped { throw Stop() }
      }
      naive.commit(view)
    } catch is Stop {}
    return fault
  }

  private func difference(_ subject: Subject, _ naive: Naive) throws -> String? {
    subject.engine.graph.checkInvariants()
    let items = try subject.items()
    if items != naive.list { return "the list is \(items), not \(naive.list)" }
    if let fault = subject.follower.faults.first { return fault }
    if subject.follower.list != items { return "the operations make \(subject.follower.list) of \(items)" }
    if subject.follower.open != Set(items.map(\.key).filter { !Habit.raises($0) }) {
      return "scopes of \(subject.follower.open.sorted()) are open for \(items)"
    }
    for place in Place.allCases where subject.told[place] != naive.told[place] {
      return "\(place) was told \(subject.told[place] ?? []), not \(naive.told[place] ?? []), for \(items)"
    }
    for (key, numbers) in naive.elements where subject.follower.elements[key] != numbers {
      return "key \(key) was told \(subject.follower.elements[key] ?? []), not \(numbers)"
    }
    if subject.sums != naive.sums { return "the sum was told \(subject.sums), not \(naive.sums)" }
    if subject.base.reports.count != naive.failures {
      return "\(subject.base.reports.count) errors were reported, not \(naive.failures)"
    }
    return nil
  }
}
