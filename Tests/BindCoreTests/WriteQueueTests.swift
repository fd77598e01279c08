import BindCore
import TestSupport
import Testing

/// The writes in flight of a source, as a pure machine: 2 000 random runs, in which the model keeps plain lists.
@Suite struct WriteQueueTests {
  private struct Write {
    let number: Int
    let isFunction: Bool
    let amount: Int64
    var isSent = false
    var isAsked = false
    var isShown: Bool
    func applied(to value: Int64) -> Int64 { isFunction ? value + amount : amount }
    var operation: WriteQueue.Operation {
      let amount = amount
      return isFunction ? .change { value throws(Failure) in .integer(value.integer + amount) } : .set(.integer(amount))
    }
  }

  @Test(arguments: WriteOrder.allCases)
  func randomRunsKeepTheRules(order: WriteOrder) throws {
    for seed in 0..<UInt64(2000) {
      var dice = Dice(state: seed)
      let asks = dice.below(3) == 0
      let isOptimistic = dice.below(2) == 0
      var queue = WriteQueue(base: .integer(0), order: order, isOptimistic: isOptimistic, asks: asks)
      var base: Int64 = 0
      var newest = 0
      var writes: [Write] = []

      func perform(_ actions: [WriteQueue.Action]) {
        for action in actions {
          switch action {
          case .ask(let number):
            #expect(!writes.contains { $0.isAsked && !$0.isShown }, "seed \(seed): one question at a time")
            if let index = writes.firstIndex(where: { $0.number == number }) { writes[index].isAsked = true }
          case .send(let number):
            let index = writes.firstIndex { $0.number == number }
            if order == .serial { #expect(index == 0, "seed \(seed): out of order") }
            if let index { writes[index].isSent = true }
          case .drop(let number):
            #expect(order == .latest, "seed \(seed): dropped")
            writes.removeAll { $0.number == number }
          }
        }
        if order == .serial { #expect(writes.filter(\.isSent).count <= 1, "seed \(seed)") }
        if order == .reject || order == .latest { #expect(writes.count <= 1, "seed \(seed)") }
      }

      for step in 0..<40 {
        switch dice.below(5) {
        case 0, 1:
          let draft = Write(
            number: 0, isFunction: dice.below(2) == 0, amount: Int64(1 + dice.below(9)), isShown: !asks)
          guard let (number, actions) = queue.begin(draft.operation) else {
            #expect(order == .reject && !writes.isEmpty, "seed \(seed), step \(step): refused")
            continue
          }
          if order == .latest { writes.removeAll() }
          writes.append(
            Write(number: number, isFunction: draft.isFunction, amount: draft.amount, isShown: !asks))
          perform(actions)
        case 2:
          guard let index = writes.firstIndex(where: { $0.isAsked && !$0.isShown }) else { continue }
          let number = writes[index].number
          let yes = dice.below(2) == 0
          if yes { writes[index].isShown = true } else { writes.remove(at: index) }
          perform(queue.answered(number, yes: yes))
        case 3:
          let sent = writes.indices.filter { writes[$0].isSent }
          guard !sent.isEmpty else { continue }
          let write = writes.remove(at: sent[dice.below(sent.count)])
          let answer: Int64? = dice.below(3) == 0 ? Int64(100 + dice.below(9)) : nil
          let isOld = write.number < newest
          newest = max(newest, write.number)
          if let answer {
            if !isOld { base = answer }
          } else if write.isFunction || !isOld {
            base = write.applied(to: base)
          }
          perform(try queue.confirmed(write.number, value: answer.map { .integer($0) }))
        default:
          let sent = writes.indices.filter { writes[$0].isSent }
          guard !sent.isEmpty else { continue }
          let write = writes.remove(at: sent[dice.below(sent.count)])
          perform(queue.failed(write.number))
          // An answer that comes late is nobody's.
          #expect(try queue.confirmed(write.number, value: .integer(-5)).isEmpty)
        }
        var shown = base
        if isOptimistic {
          for write in writes where write.isShown && (write.isFunction || write.number > newest) {
            shown = write.applied(to: shown)
          }
        }
        #expect(queue.base == .integer(base), "seed \(seed), step \(step)")
        #expect(try queue.shown() == .integer(shown), "seed \(seed), step \(step)")
        #expect(queue.count == writes.count, "seed \(seed), step \(step)")
      }
    }
  }
}
