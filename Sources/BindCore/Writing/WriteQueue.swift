/// How several writes to one source in flight get along.
public enum WriteOrder: String, CaseIterable, Sendable {
  /// One after the other, in the order in which they began.
  case serial
  /// All at once. The result of an earlier one never overwrites that of a later one.
  case parallel
  /// A new one takes the place of those in flight.
  case latest
  /// A new one is refused while another is in flight.
  case reject
}

/// The writes of one source that are not settled yet: a pure machine that says what is to be done.
///
/// What is shown is the base with the shown writes applied in the order in which they are sent, which is the one in which
/// they began, unless a parallel one went ahead of others that wait for their turn. A failed write takes only itself away:
/// the base may have moved on, so nothing is ever restored from a copy. A confirmed one is the base together with all that
/// it was made of; whatever was sent before it has nothing to say any more.
package struct WriteQueue {
  package enum Operation {
    case set(Value)
    /// Applied anew on each new base.
    case change((Value) throws(Failure) -> Value)

    var isMade: Bool { if case .change = self { true } else { false } }

    /// What is judged, shown, sent and confirmed is the same value.
    var once: Operation {
      if case .change(let change) = self { .change(asked(once: change)) } else { self }
    }
  }

  package enum Action: Equatable {
    /// Ask whether the write may begin.
    case ask(Int)
    case send(Int)
    /// It was superseded: nothing of it counts any more.
    case drop(Int)
  }

  private enum Stage {
    case toAsk, asking, waiting, sent
  }

  private struct Write {
    let number: Int
    let order: WriteOrder
    /// A newer one of its kind may take its place while it waits.
    let coalesces: Bool
    var operation: Operation
    var stage: Stage
    /// One that was sent later is the base already.
    var isOutdated = false
    /// It cannot be made of nothing: it goes on when there is a base.
    var needsBase = false

    /// Whether a newer write of that kind takes its place.
    func isSuperseded(_ order: WriteOrder, _ coalesces: Bool) -> Bool {
      order == .latest || coalesces && self.coalesces && stage != .sent
    }

    /// Nothing is asked about it any more.
    var isAccepted: Bool { stage == .waiting || stage == .sent }
    /// What comes after it is made of it.
    var counts: Bool { isAccepted && !isOutdated }
  }

  /// Of a write that says nothing else.
  private let order: WriteOrder
  /// A write is shown at once, before it is confirmed.
  package let isOptimistic: Bool
  /// Each write is asked for first.
  package let asks: Bool
  /// What is confirmed while nothing is known is made of nothing; otherwise it is no base.
  private let startsFromNothing: Bool
  /// What is known to be true outside; nil before anything is known.
  package var base: Value?
  /// Those that were sent, in that order, then the others as they began.
  private var writes: [Write] = []
  /// Of the newest write that has begun.
  package private(set) var lastNumber = 0

  package init(
    base: Value? = nil, order: WriteOrder = .serial, isOptimistic: Bool = false, asks: Bool = false,
    startsFromNothing: Bool = false
  ) {
    self.base = base
    self.order = order
    self.isOptimistic = isOptimistic
    self.asks = asks
    self.startsFromNothing = startsFromNothing
  }

  package var count: Int { writes.count }
  package var isEmpty: Bool { writes.isEmpty }
  /// The other side has been told something that it has not answered.
  package var isSending: Bool { writes.contains { $0.stage == .sent } }
  /// What the newest one asks for, unless it has been answered.
  package var newest: Operation? { writes.first { $0.number == lastNumber }?.operation }
  package func contains(_ number: Int) -> Bool { writes.contains { $0.number == number } }
  /// Counts changes of their order but for those that begin: the first ones are the same while it is.
  package private(set) var revision = 0
  /// In the order in which they are applied, from that place on; false: it does not count any more.
  package func numbers(from place: Int) -> [(number: Int, counts: Bool)] {
    writes.dropFirst(place).map { ($0.number, !$0.isOutdated) }
  }
  /// Of those that count.
  package var lastUnderWay: Int? { writes.last { !$0.isOutdated }?.number }
  package func isFirst(_ number: Int) -> Bool { writes.first?.number == number }
  /// Those that have come with one that was sent later.
  package var numbersOutdated: [Int] { writes.lazy.filter(\.isOutdated).map(\.number) }
  package func operation(of number: Int) -> Operation? { writes.first { $0.number == number }?.operation }
  /// What the write asks for is not shown yet.
  package func hides(_ number: Int) -> Bool {
    writes.contains { $0.number == number && !(isOptimistic && $0.isAccepted) }
  }
  /// Nothing is asked about it any more.
  package func isAccepted(_ number: Int) -> Bool { writes.contains { $0.number == number && $0.isAccepted } }
  /// It waits for its turn.
  package func isQueued(_ number: Int) -> Bool {
    writes.contains { $0.number == number && ($0.stage == .waiting || $0.stage == .toAsk) }
  }
  /// One that was sent later has been confirmed.
  package func isOutdated(_ number: Int) -> Bool { writes.contains { $0.number == number && $0.isOutdated } }
  /// It is a function, and there is nothing to apply it to.
  package func isMadeOfNothing(_ number: Int) -> Bool {
    guard base == nil, let index = index(of: number), case .change = writes[index].operation else { return false }
    return knowsNothing(before: index)
  }
  /// So would be a function that is written now.
  package var knowsNothing: Bool { base == nil && knowsNothing(before: writes.endIndex) }

  private func knowsNothing(before index: Int) -> Bool {
    !writes[..<index].contains { if case .set = $0.operation { $0.counts } else { false } }
  }
  /// Of all of them it is still asked whether they may begin.
  package var isOnlyAskedAbout: Bool { !writes.contains { $0.isAccepted } }

  /// - Returns: the write's number and what is to be done now; nil when it is refused.
  /// - Parameters:
  ///   - asks: whether this one is asked for first; nil: as all are.
  ///   - order: how this one gets along with the others; nil: as all do.
  ///   - coalesces: it takes the place of those before it that coalesce too and are not sent yet.
  package mutating func begin(
    _ operation: Operation, asks: Bool? = nil, order: WriteOrder? = nil, coalesces: Bool = false
  ) -> (number: Int, actions: [Action])? {
    let (asks, order) = (asks ?? self.asks, order ?? self.order)
    if order == .reject, !writes.isEmpty { return nil }
    // While it is only asked for, it takes the place of what is only asked for too.
    let superseded = drop { $0.isSuperseded(order, coalesces) && (!asks || !$0.isAccepted) }
    lastNumber += 1
    writes.append(
      Write(
        number: lastNumber, order: order, coalesces: coalesces, operation: operation, stage: asks ? .toAsk : .waiting))
    return (lastNumber, superseded + next())
  }

  private mutating func drop(_ isSuperseded: (Write) -> Bool) -> [Action] {
    let actions = writes.filter(isSuperseded).map { Action.drop($0.number) }
    if !actions.isEmpty { revision += 1 }
    writes.removeAll(where: isSuperseded)
    return actions
  }

  /// The answer to `ask`: after a yes the write is shown and sent, after a no it never was.
  package mutating func answered(_ number: Int, yes: Bool) -> [Action] {
    guard let index = index(of: number), writes[index].stage == .asking else { return [] }
    guard yes else {
      revision += 1
      writes.remove(at: index)
      return next()
    }
    writes[index].stage = .waiting
    let write = writes[index]
    return drop { $0.number < number && $0.isSuperseded(write.order, write.coalesces) } + next()
  }

  /// The write succeeded.
  /// - Parameter value: what the other side says the value is now; nil confirms what was asked for.
  /// - Throws: what a function write throws on the base of the moment; the write has then failed.
  package mutating func confirmed(_ number: Int, value: Value?) throws(Failure) -> [Action] {
    guard let index = index(of: number), writes[index].stage == .sent else { return [] }
    let before = writes[..<index]
    revision += 1
    let write = writes.remove(at: index)
    if write.isOutdated { return next() }
    switch (value, write.operation) {
    case (let answer?, _): base = answer
    case (nil, .set(let asked)): base = asked
    // Where nothing is known yet there may be nothing to change: what is asked for afterwards tells the outcome.
    case (nil, .change(let change)):
      if base != nil || startsFromNothing { base = try change(try whatStands(below: before)) }
    }
    for earlier in writes.indices.prefix(index) { writes[earlier].isOutdated = true }
    return next()
  }

  /// The write is another one from now on.
  package mutating func replace(_ number: Int, with operation: Operation) {
    if let index = index(of: number) { writes[index].operation = operation }
  }

  /// There is no base, and without one it cannot be made: it is where it was before it was asked for or sent.
  package mutating func holdBack(_ number: Int) -> [Action] {
    guard let index = index(of: number) else { return [] }
    writes[index].stage = writes[index].stage == .asking ? .toAsk : .waiting
    writes[index].needsBase = true
    return next()
  }

  /// There will be no base for now: what waits for one goes on without.
  package mutating func goOnWithoutBase() -> [Action] {
    for index in writes.indices { writes[index].needsBase = false }
    return next()
  }

  package mutating func failed(_ number: Int) -> [Action] {
    guard let index = index(of: number) else { return [] }
    revision += 1
    writes.remove(at: index)
    return next()
  }

  /// None of them will be heard of again.
  package mutating func removeAll() {
    revision += 1
    writes.removeAll()
  }

  /// What follows when a write has ended in another way.
  package mutating func next() -> [Action] {
    var actions: [Action] = []
    if !writes.contains(where: { $0.stage == .asking }),
      let index = writes.firstIndex(where: { $0.stage == .toAsk && mayBegin($0) })
    {
      writes[index].stage = .asking
      actions.append(.ask(writes[index].number))
    }
    while let index = writes.indices.first(where: { writes[$0].stage == .waiting && maySend($0) }) {
      var write = writes.remove(at: index)
      write.stage = .sent
      let place = writes.firstIndex { $0.stage != .sent } ?? writes.endIndex
      if place != index { revision += 1 }
      writes.insert(write, at: place)
      actions.append(.send(write.number))
    }
    return actions
  }

  private func maySend(_ index: Int) -> Bool {
    mayBegin(writes[index]) && (writes[index].order != .serial || index == 0)
  }

  private func mayBegin(_ write: Write) -> Bool { base != nil || !write.needsBase }

  private func index(of number: Int) -> Int? { writes.firstIndex { $0.number == number } }

  // MARK: Values

  /// The base with everything shown on top; nil while nothing is known. What cannot be applied to this base is left out:
  /// it fails when it is sent or confirmed, and is told then.
  package var shown: Value? {
    guard isOptimistic, let base else { return base }
    return Self.applied(writes[...], to: base)
  }

  /// What stands there if all that is under way comes about; nil while nothing is known of that.
  package var coming: Value? { coming { _ in true } }

  /// The newest one that makes another part of that, and what it would be without it.
  /// - Parameter mayChange: false of a write that has nothing to do with the part.
  package func lastThatChanges(
    _ part: (Value?) -> Value?, mayChange: (_ number: Int) -> Bool
  ) -> (number: Int, without: Value)? {
    let possible = writes.filter { mayChange($0.number) }.sorted { $0.number > $1.number }
    if possible.isEmpty { return nil }
    let all = part(coming)
    for write in possible {
      if let without = coming(of: { $0.number != write.number }), part(without) != all {
        return (write.number, without)
      }
    }
    return nil
  }

  private func coming(of counts: (Write) -> Bool) -> Value? {
    writes.reduce(base) { value, write in
      if write.isOutdated || !counts(write) { return value }
      if value == nil, write.operation.isMade { return nil }
      return (try? Self.apply(write.operation, to: value ?? .nil)) ?? value
    }
  }

  /// What a write makes of what stands before it.
  package func arguments(of number: Int) throws(Failure) -> (new: Value, old: Value) {
    let index = index(of: number)
    let old = try whatStands(below: writes[..<(index ?? writes.endIndex)])
    return (try index.map { index throws(Failure) in try Self.apply(writes[index].operation, to: old) } ?? old, old)
  }

  /// The same of all that nobody is asked about any more, by their numbers; none of what cannot be made.
  package var made: [Int: (new: Value, old: Value, order: WriteOrder)] {
    var made: [Int: (new: Value, old: Value, order: WriteOrder)] = [:]
    var value = base ?? .nil
    for write in writes where write.isAccepted {
      let new = try? Self.apply(write.operation, to: value)
      if let new { made[write.number] = (new, value, write.order) }
      guard write.counts, base != nil || !write.needsBase else { continue }
      if new == nil, base == nil { break }
      value = new ?? value
    }
    return made
  }

  /// What comes after these is made of it. One that cannot be applied fails alone; what cannot be made of nothing waits for
  /// a base, and so does what comes after it.
  private func whatStands(below writes: ArraySlice<Write>) throws(Failure) -> Value {
    if let base { return Self.applied(writes, to: base) }
    var value = Value.nil
    // Nothing is known yet of those that wait for a base: what is sent before them goes without.
    for write in writes where write.counts && !write.needsBase { value = try Self.apply(write.operation, to: value) }
    return value
  }

  private static func applied(_ writes: ArraySlice<Write>, to base: Value) -> Value {
    writes.reduce(base) { value, write in write.counts ? (try? apply(write.operation, to: value)) ?? value : value }
  }

  private static func apply(_ operation: Operation, to value: Value) throws(Failure) -> Value {
    switch operation {
    case .set(let new): new
    case .change(let change): try change(value)
    }
  }
}
