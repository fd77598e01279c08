import BindCore
import TestSupport
import Testing

@Suite struct KeyedDiffTests {
  private struct Item: Equatable {
    var key: Int
    var value: Int
  }

  /// Applies the steps one after the other, as a script's callbacks would.
  private func applied(_ steps: [ListStep], _ old: [Item], _ new: [Item]) -> [Item]? {
    var list = old
    for step in steps {
      switch step {
      case .remove(let place, let before):
        guard list[place] == old[before] else { return nil }
        list.remove(at: place)
      case .insert(let place, let after): list.insert(new[after], at: place)
      case .move(let from, let to, let after):
        let item = list.remove(at: from)
        guard item.key == new[after].key, from != to else { return nil }
        list.insert(item, at: to)
      case .update(let place, let before, let after):
        guard list[place] == old[before], list[place] != new[after] else { return nil }
        list[place] = new[after]
      }
    }
    return list
  }

  private func steps(_ old: [Item], _ new: [Item]) -> [ListStep] {
    keyedDiff(from: old.map(\.key), to: new.map(\.key)) { old[$0].value == new[$1].value }.steps
  }

  @Test func tenThousandRandomDiffsTurnTheOldListIntoTheNew() {
    for seed in 0..<UInt64(10_000) {
      var dice = Dice(state: seed)
      let universe = (0..<Int.random(in: 1...14, using: &dice)).map { $0 }
      func list() -> [Item] {
        universe.shuffled(using: &dice).prefix(Int.random(in: 0...universe.count, using: &dice)).map {
          Item(key: $0, value: Int.random(in: 0...2, using: &dice))
        }
      }
      let old = list()
      let new = seed % 3 == 0 ? old : list()
      let found = steps(old, new)
      guard applied(found, old, new) == new else {
        Issue.record("seed \(seed): \(found) does not turn \(old) into \(new)")
        return
      }
      if old == new { #expect(found.isEmpty, "seed \(seed)") }
    }
  }

  @Test func oneInsertAtTheFrontOfTenThousandIsOneStep() {
    let old = (0..<10_000).map { Item(key: $0, value: 0) }
    #expect(steps(old, [Item(key: -1, value: 0)] + old) == [.insert(at: 0, new: 0)])
    #expect(steps([Item(key: -1, value: 0)] + old, old) == [.remove(at: 0, old: 0)])
  }

  @Test func whatMovesIsAsLittleAsCanBe() {
    let old = (0..<100).map { Item(key: $0, value: 0) }
    var new = old
    new.insert(new.remove(at: 3), at: 90)
    #expect(steps(old, new) == [.move(from: 3, to: 90, new: 90)])
    new.swapAt(10, 50)
    #expect(steps(old, new).count == 3)
  }
}
