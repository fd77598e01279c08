import BindCore
import TestSupport
import Testing

/// Groups of linked cells, one fed from another by derived values.
@Suite(.ownThread) struct RefGroupTests {
  let client = Client()

  /// A derived value that is bound, or asked by a validator, with what its function has read.
  private final class Watched {
    let cells: [Ref<Int>], mayReadLess: Bool
    private(set) var seen: [Int] = []
    var runs = 0, isBound = false
    private(set) var sum: Ref<Int>!

    init(of cells: [Ref<Int>], mayReadLess: Bool, _ client: Client) {
      (self.cells, self.mayReadLess) = (cells, mayReadLess)
      sum = Ref.computed(engine: client.engine) { [unowned self] in
        runs += 1
        seen = [try cells[0].get()]
        if mayReadLess, seen[0] % 2 == 1 { return seen[0] }
        for cell in cells.dropFirst() { seen.append(try cell.get()) }
        return seen.reduce(0, +) % 50
      }
    }

    func bind(to target: Ref<Int>) throws {
      isBound = true
      try sum.bind(to: target)
    }

    func check(_ words: String) throws {
      #expect(runs <= 1, "\(words)")
      // What nobody looks at stays as it was.
      if isBound || runs > 0 { try checkSeen(words) }
      runs = 0
    }

    private func checkSeen(_ words: String) throws {
      for (cell, value) in zip(cells, seen) { #expect(try cell.get() == value, "\(words)") }
    }
  }

  // 2, 3
  @Test(arguments: 0..<150) func whatFollowsFromThemIsWorkedOutOnceAndOfOneTime(_ seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &+ 7000)
    let groups = (0..<2 + dice.below(3)).map { group in
      (0..<1 + dice.below(4)).map { client.ref(0, "g\(group)c\($0)") }
    }
    var watched: [Watched] = [], fed: Set<Int> = [], words: [String] = []
    func cells(below limit: Int) -> [Ref<Int>] {
      (0..<1 + dice.below(3)).map { _ in groups[dice.below(limit)].randomElement(using: &dice)! }
    }
    var steps: [() throws -> Void] = []
    for (index, group) in groups.enumerated() {
      for cell in group.indices.dropFirst() {
        let (around, validates) = (dice.below(cell), dice.below(3) == 0)
        let asked = index > 0 && validates ? cells(below: index) : []
        steps.append {
          words.append("link \(index): \(around) \(cell) \(asked.map(\.name))")
          var limit: Ref<Int>?
          if !asked.isEmpty {
            watched.append(Watched(of: asked, mayReadLess: false, client))
            limit = watched.last!.sum
          }
          try group[around].link(to: group[cell], validate: limit.map { limit in { min($0, try limit.get() + 1000) } })
        }
      }
      if index > 0, dice.below(2) == 0 {
        fed.insert(index)
        let (from, mayReadLess) = (cells(below: index), dice.below(2) == 0)
        steps.append {
          words.append("bind \(from.map(\.name)) \(index)")
          watched.append(Watched(of: from, mayReadLess: mayReadLess, client))
          try watched.last!.bind(to: group[0])
        }
      }
    }
    let targets = (0..<3).map { client.ref(-1, "t\($0)") }
    for target in targets {
      let (from, mayReadLess) = (cells(below: groups.count), dice.below(2) == 0)
      steps.append {
        words.append("bind \(from.map(\.name)) \(target.name)")
        watched.append(Watched(of: from, mayReadLess: mayReadLess, client))
        try watched.last!.bind(to: target)
      }
    }
    for step in steps.shuffled(using: &dice) { try step() }
    for _ in 0..<8 {
      // What was linked for a moment does not belong together after that.
      let (near, far) = (dice.below(groups.count), dice.below(groups.count))
      if near < far, !fed.contains(far) {
        words.append("moment \(near) \(far)")
        try groups[near].randomElement(using: &dice)!.link(to: groups[far][0]).stop()
      }
      for each in watched { each.runs = 0 }
      let edits = groups.indices.filter { !fed.contains($0) && dice.below(3) > 0 }
        .map { (groups[$0].randomElement(using: &dice)!, dice.below(30)) }
      try client.engine.transaction { for (cell, value) in edits { try cell.set(value) } }
      for group in groups { #expect(try Set(group.map { try $0.get() }).count == 1) }
      for each in watched { try each.check("\(edits.map { "\($0.0.name)=\($0.1)" }) after \(words)") }
    }
    #expect(client.ids.isEmpty)
  }
}
