/// How several writes to one source in flight get along.
package enum WriteOrder: String, CaseIterable, Sendable {
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
/// What is shown is the base with the shown writes applied in the order in which they began. A failed write takes only
/// itself away: the base may have moved on, so nothing is ever restored from a copy.
package struct WriteQueue {
  package enum Operation {
    case set(Value)
    /// Applied anew on each new base.
    case change((Value) throws(Failure) -> Value)
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
    var operation: Operation
    var stage: Stage
  }

  package var order: WriteOrder
  /// A write is shown at once, before it is confirmed.
  package let isOptimistic: Bool
  /// Each write is asked for first.
  package let asks: Bool
  /// What is known to be true outside; nil before anything is known.
  package var base: Value?
  private var writes: [Write] = []
  /// Of the newest write that has begun.
  package private(set) var lastNumber = 0
  /// The newest write that has become the base.
  private var newestConfirmed = 0

  package init(base: Value? = nil, order: WriteOrder = .serial, isOptimistic: Bool = false, asks: Bool = false) {
    self.base = base
    self.order = order
    self.isOptimistic = isOptimistic
    self.asks = asks
  }

  package var count: Int { writes.count }
  package var isEmpty: Bool { writes.isEmpty }
  /// The other side has been told something that it has not answered.
  package var isSending: Bool { writes.contains { $0.stage == .sent } }
  package func contains(_ number: Int) -> Bool { writes.contains { $0.number == number } }

  /// - Returns: the write's number and what is to be done now; nil when it is refused.
  /// - Parameter asks: whether this one is asked for first; nil: as all are.
  package mutating func begin(_ operation: Operation, asks: Bool? = nil) -> (number: Int, actions: [Action])? {
    var actions: [Action] = []
    switch order {
    case .reject: if !writes.isEmpty { return nil }
    case .latest:
      actions = writes.map { .drop($0.number) }
      writes.removeAll()
    case .serial, .parallel: break
    }
    lastNumber += 1
    writes.append(Write(number: lastNumber, operation: operation, stage: asks ?? self.asks ? .toAsk : .waiting))
    return (lastNumber, actions + next())
  }

  /// The answer to `ask`: after a yes the write is shown and sent, after a no it never was.
  package mutating func answered(_ number: Int, yes: Bool) -> [Action] {
    guard let index = index(of: number), writes[index].stage == .asking else { return [] }
    if yes { writes[index].stage = .waiting } else { writes.remove(at: index) }
    return next()
  }

  /// The write succeeded.
  /// - Parameter value: what the other side says the value is now; nil confirms what was asked for.
  /// - Throws: what a function write throws on the base of the moment; the write has then failed.
  package mutating func confirmed(_ number: Int, value: Value?) throws(Failure) -> [Action] {
    guard let index = index(of: number), writes[index].stage == .sent else { return [] }
    let operation = writes.remove(at: index).operation
    let isOld = number < newestConfirmed
    newestConfirmed = max(newestConfirmed, number)
    if let value {
      if !isOld { base = value }
      return next()
    }
    switch operation {
    case .set(let value): if !isOld { base = value }
    // Where nothing is known yet there is nothing to change: what is asked for afterwards tells the outcome.
    case .change(let change): if base != nil || !isOptimistic { base = try change(base ?? .nil) }
    }
    return next()
  }

  /// The write is another one from now on.
  package mutating func replace(_ number: Int, with operation: Operation) {
    if let index = index(of: number) { writes[index].operation = operation }
  }

  package mutating func failed(_ number: Int) -> [Action] {
    guard let index = index(of: number) else { return [] }
    writes.remove(at: index)
    return next()
  }

  /// What follows when a write has ended in another way.
  package mutating func next() -> [Action] {
    var actions: [Action] = []
    if !writes.contains(where: { $0.stage == .asking }), let index = writes.firstIndex(where: { $0.stage == .toAsk }) {
      writes[index].stage = .asking
      actions.append(.ask(writes[index].number))
    }
    if order == .serial {
      if let first = writes.first, first.stage == .waiting {
        writes[0].stage = .sent
        actions.append(.send(first.number))
      }
    } else {
      for index in writes.indices where writes[index].stage == .waiting {
        writes[index].stage = .sent
        actions.append(.send(writes[index].number))
      }
    }
    return actions
  }

  private func index(of number: Int) -> Int? { writes.firstIndex { $0.number == number } }

  // MARK: Values

  /// The base with everything shown on top; nil while nothing is known.
  package func shown() throws(Failure) -> Value? {
    guard isOptimistic, let base else { return base }
    var value = base
    for write in writes where (write.stage == .waiting || write.stage == .sent) && counts(write) {
      value = try Self.apply(write.operation, to: value)
    }
    return value
  }

  /// What a write makes of what stands before it.
  package func arguments(of number: Int) throws(Failure) -> (new: Value, old: Value) {
    var old = base ?? .nil
    for write in writes {
      if write.number == number { return (try Self.apply(write.operation, to: old), old) }
      if counts(write) { old = try Self.apply(write.operation, to: old) }
    }
    return (old, old)
  }

  /// A plain value that is older than the base has nothing to say any more.
  private func counts(_ write: Write) -> Bool {
    if case .set = write.operation { return write.number > newestConfirmed }
    return true
  }

  private static func apply(_ operation: Operation, to value: Value) throws(Failure) -> Value {
    switch operation {
    case .set(let new): new
    case .change(let change): try change(value)
    }
  }
}
