import BindCore
import TestSupport
import Testing

/// Trees of links, made in any order, with what follows from each of their cells.
@Suite(.ownThread) struct RefTreeTests {
  let client = Client()

  /// What follows from one cell, and how often it was told.
  private final class Followers {
    let bound: Ref<Int>, text: Ref<String>
    let link: BindingHandle
    private(set) var told = 0, runs = 0

    init(of cell: Ref<Int>, _ client: Client) throws {
      (bound, text) = (client.ref(0), client.ref(""))
      try cell.bind(to: bound)
      link = try cell.link(
        to: text, forward: { "\($0)" },
        backward: {
          guard let number = Int($0) else { throw InvalidInput("no number") }
          return number
        })
      try cell.observe(initial: false) { [unowned self] _ in told += 1 }
      try client.engine.effect { [unowned self] in
        runs += 1
        _ = try cell.get()
      }
    }

    /// Another value is written by hand, and one that is refused.
    func cover() throws {
      try bound.set(5)
      try text.set("z")
      (told, runs) = (0, 0)
    }

    func state() throws -> String { "\(try bound.get()) \(try text.get()) \(try link.status.get()) \(told) \(runs)" }
  }

  private func parents(_ count: Int, _ dice: inout Dice) -> [Int] { (0..<count).map { $0 == 0 ? 0 : dice.below($0) } }

  // 17, 19, 45, 50
  @Test(arguments: 0..<150) func anEditThatComesToNothingCoversNothing(_ seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    let count = 2 + dice.below(5)
    let parents = parents(count, &dice), isNarrow = (0..<count).map { $0 > 0 && dice.below(2) == 0 }
    let cells = (0..<count).map { client.ref(10, "c\($0)") }
    var followers: [Int: Followers] = [:]
    // Links and what follows in any order.
    for index in Array(0..<(2 * count)).shuffled(using: &dice) {
      if index >= count {
        followers[index - count] = try Followers(of: cells[index - count], client)
      } else if index > 0 {
        let validate: ((Int) throws -> Int)? = isNarrow[index] ? { min($0, 10) } : nil
        try cells[parents[index]].link(to: cells[index], validate: validate)
      }
    }
    for _ in 0..<8 {
      for follower in followers.values { try follower.cover() }
      let edited = dice.below(count), before = try cells[0].get()
      let value = (11..<20).filter { $0 != before }.randomElement(using: &dice)!
      try cells[edited].set(value)
      var (above, comesThrough) = (edited, value)
      while above > 0 {
        if isNarrow[above] { comesThrough = min(comesThrough, 10) }
        above = parents[above]
      }
      let expected = comesThrough == before ? "5 z invalid 0 0" : "\(comesThrough) \(comesThrough) ok 1 1"
      for (index, cell) in cells.enumerated() {
        let state = try followers[index]?.state()
        #expect(try cell.get() == comesThrough)
        #expect(state == expected, "c\(index) after c\(edited) = \(value) over \(before): \(parents) \(isNarrow)")
      }
    }
    #expect(client.ids.allSatisfy { $0 == .bindOverwritten })
  }

  // 37, 48, 50
  @Test(arguments: 650..<800) func whatIsDeliveredToTheirHeadWinsOverAllEditsOfItsWave(_ seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &+ 1000)
    let count = 2 + dice.below(6)
    let parents = parents(count, &dice), isNarrow = (0..<count).map { $0 > 0 && dice.below(3) == 0 }
    let source = client.ref(4), cells = (0..<count).map { client.ref(0, "c\($0)") }
    for index in Array(0..<count).shuffled(using: &dice) {
      if index == 0 {
        try source.bind(to: cells[0]) { $0 % 10 }
      } else {
        let validate: ((Int) throws -> Int)? = isNarrow[index] ? { min($0, 10) } : nil
        try cells[parents[index]].link(to: cells[index], validate: validate)
      }
    }
    for _ in 0..<8 {
      let value = try source.get() + [10, 11].randomElement(using: &dice)!
      let edited = (0...dice.below(3)).map { _ in dice.below(count) }
      try client.engine.transaction {
        for index in edited { try cells[index].set(20 + dice.below(50)) }
        try source.set(value)
      }
      for cell in cells { #expect(try cell.get() == value % 10, "\(edited) with \(value): \(parents) \(isNarrow)") }
    }
    #expect(client.ids.allSatisfy { $0 == .bindOverwritten })
  }
}
