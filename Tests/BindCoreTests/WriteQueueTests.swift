import BindCore
import TestSupport
import Testing

/// The writes in flight of a source, as a pure machine: random runs, in which the model keeps plain lists.
@Suite struct WriteQueueTests {
  private struct Write: Equatable {
    let number: Int
    let order: WriteOrder
    let isFunction: Bool
    let amount: Int64
    var isAsked = false
    var isAccepted: Bool
    var isOutdated = false

    /// In another order the functions give another value.
    func applied(to value: Int64) -> Int64 { isFunction ? (value * 3 + amount) % 1009 : amount }
    var operation: WriteQueue.Operation {
      isFunction
        ? .change { [self] value throws(Failure) in .integer(applied(to: value.integer)) } : .set(.integer(amount))
    }
  }

  private struct Model {
    let isOptimistic: Bool
    var base: Int64 = 0
    /// As they were sent.
    var sent: [Write] = []
    /// As they began.
    var others: [Write] = []

    var all: [Write] { sent + others }

    mutating func perform(_ actions: [WriteQueue.Action], during word: String) {
      for action in actions {
        switch action {
        case .ask(let number):
          #expect(!others.contains { $0.isAsked && !$0.isAccepted }, "\(word): one question at a time")
          if let place = others.firstIndex(where: { $0.number == number }) { others[place].isAsked = true }
        case .send(let number):
          let place = others.firstIndex { $0.number == number } ?? -1
          #expect(place >= 0 && others[place].isAccepted, "\(word): sent \(number)")
          if others[place].order == .serial { #expect(sent.isEmpty && place == 0, "\(word): out of order") }
          sent.append(others.remove(at: place))
        case .drop(let number): #expect(!all.contains { $0.number == number }, "\(word): dropped \(number)")
        }
      }
      let waiting = others.filter(\.isAccepted)
      #expect(waiting.allSatisfy { $0.order == .serial }, "\(word): only serial ones wait")
      if let first = others.first, first.isAccepted {
        #expect(!sent.isEmpty, "\(word): the first one waits for nobody")
      }
    }

    mutating func supersede(_ isSuperseded: (Write) -> Bool) {
      sent.removeAll(where: isSuperseded)
      others.removeAll(where: isSuperseded)
    }

    func folded(_ writes: some Sequence<Write>) -> Int64 {
      writes.reduce(base) { value, write in
        write.isAccepted && !write.isOutdated ? write.applied(to: value) : value
      }
    }

    mutating func confirm(_ place: Int, answer: Int64?) {
      let write = sent[place]
      if !write.isOutdated {
        base = answer ?? folded(sent[...place])
        for earlier in 0..<place { sent[earlier].isOutdated = true }
      }
      sent.remove(at: place)
    }

    var shown: Int64 { isOptimistic ? folded(all) : base }
  }

  /// Of all writes alike, or of each write anew (nil).
  @Test(arguments: WriteOrder.allCases.map { $0 as WriteOrder? } + [nil])
  func randomRunsKeepTheRules(order: WriteOrder?) throws {
    for seed in 0..<UInt64(2000) {
      var dice = Dice(state: seed)
      let asks = dice.below(3) == 0
      var model = Model(isOptimistic: dice.below(2) == 0)
      var queue = WriteQueue(
        base: .integer(0), order: order ?? .serial, isOptimistic: model.isOptimistic, asks: asks)

      for step in 0..<40 {
        let word = "seed \(seed), step \(step)"
        switch dice.below(5) {
        case 0, 1:
          let own = order ?? WriteOrder.allCases[dice.below(4)]
          let isAsking = order == nil ? dice.below(3) == 0 : asks
          let write = Write(
            number: queue.lastNumber + 1, order: own, isFunction: dice.below(2) == 0,
            amount: Int64(1 + dice.below(9)), isAccepted: !isAsking)
          guard let (number, actions) = queue.begin(write.operation, asks: isAsking, order: own) else {
            #expect(own == .reject && !model.all.isEmpty, "\(word): refused")
            continue
          }
          #expect(number == write.number)
          if own == .latest { model.supersede { !isAsking || !$0.isAccepted } }
          model.others.append(write)
          model.perform(actions, during: word)
        case 2:
          guard let place = model.others.firstIndex(where: { $0.isAsked && !$0.isAccepted }) else { continue }
          let write = model.others[place]
          let yes = dice.below(2) == 0
          if yes { model.others[place].isAccepted = true } else { model.others.remove(at: place) }
          if yes, write.order == .latest { model.supersede { $0.number < write.number } }
          model.perform(queue.answered(write.number, yes: yes), during: word)
        case 3:
          guard !model.sent.isEmpty else { continue }
          let place = dice.below(model.sent.count)
          let number = model.sent[place].number
          let answer: Int64? = dice.below(3) == 0 ? Int64(100 + dice.below(9)) : nil
          let told = try queue.arguments(of: number).new
          #expect(queue.isOutdated(number) == model.sent[place].isOutdated, "\(word)")
          if !model.sent[place].isOutdated { #expect(told == .integer(model.folded(model.sent[...place])), "\(word)") }
          model.confirm(place, answer: answer)
          model.perform(try queue.confirmed(number, value: answer.map { .integer($0) }), during: word)
        default:
          guard !model.sent.isEmpty else { continue }
          let number = model.sent.remove(at: dice.below(model.sent.count)).number
          model.perform(queue.failed(number), during: word)
          // An answer that comes late is nobody's.
          #expect(try queue.confirmed(number, value: .integer(-5)).isEmpty)
        }
        #expect(queue.base == .integer(model.base), "\(word)")
        #expect(queue.shown == .integer(model.shown), "\(word)")
        #expect(queue.count == model.all.count, "\(word)")
        let made = queue.made
        #expect(Set(made.keys) == Set(model.all.filter(\.isAccepted).map(\.number)), "\(word)")
        for (number, write) in made {
          let (new, old) = try queue.arguments(of: number)
          #expect(write.new == new && write.old == old, "\(word)")
        }
        for write in model.all {
          #expect(queue.hides(write.number) == !(model.isOptimistic && write.isAccepted), "\(word)")
        }
      }
    }
  }

  @Test func whatCannotBeAppliedIsLeftOutAndFailsAlone() throws {
    let refusal = Diagnostic(.bindType, "no")
    var queue = WriteQueue(base: .integer(1), order: .parallel, isOptimistic: true)
    func change(_ change: @escaping (Int64) throws(Failure) -> Int64) throws -> Int {
      let operation = WriteQueue.Operation.change { value throws(Failure) in .integer(try change(value.integer)) }
      let begun = queue.begin(operation)
      return try #require(begun).number
    }
    let added = try change { value in value + 1 }
    let picky = try change { value throws(Failure) in
      if value >= 10 { throw .diagnostic(refusal) }
      return value * 5
    }
    let last = try change { value in value + 100 }
    #expect(queue.shown == .integer(110))

    // A newer base comes that one of them does not take.
    queue.base = .integer(20)
    #expect(queue.shown == .integer(121))
    #expect(try queue.arguments(of: last).new == .integer(121))
    #expect(throws: Failure.self) { try queue.arguments(of: picky) }
    _ = try queue.confirmed(added, value: nil)
    #expect(throws: Failure.self) { _ = try queue.confirmed(picky, value: nil) }
    #expect(queue.base == .integer(21))
    #expect(queue.shown == .integer(121))
    _ = try queue.confirmed(last, value: nil)
    #expect(queue.base == .integer(121) && queue.isEmpty)
  }
}
