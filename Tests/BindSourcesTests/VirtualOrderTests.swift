import BindCore
import BindSources
import Testing

/// Which of several things goes first that are ready at one instant, when chance decides.
@Suite("The order of what is ready") struct VirtualOrderTests {
  /// The order in which five timers of one instant run.
  private func order(seed: UInt64?, choices: Int = .max, delay: Duration = .seconds(1)) throws -> [Int] {
    let world = VirtualWorld(permissions: .everything)
    defer { world.close() }
    if let seed { world.clock.choose(by: SeededRandom(seed: seed), atMost: choices) }
    var ran: [Int] = []
    for number in 1...5 { world.clock.schedule(after: delay, label: "\(number)") { ran.append(number) } }
    try world.advance(by: .seconds(2))
    return ran
  }

  @Test func aSeedIsAnOrder() throws {
    #expect(try order(seed: nil) == [1, 2, 3, 4, 5])
    #expect(try order(seed: 3) == order(seed: 3))
    let orders = Set(try (1...40).map { try order(seed: $0) })
    #expect(orders.count > 10)
    #expect(orders.allSatisfy { $0.sorted() == [1, 2, 3, 4, 5] })
  }

  @Test func afterSoManyChoicesThingsGoTheirUsualWay() throws {
    #expect(try order(seed: 3, choices: 0) == [1, 2, 3, 4, 5])
    let one = try (1...20).map { try order(seed: $0, choices: 1) }
    #expect(one.allSatisfy { $0.dropFirst() == $0.dropFirst().sorted()[...] })
    #expect(one.contains { $0[0] != 1 })
  }

  @Test func whatBeginsInTheNextTurnKeepsItsOrder() throws {
    for seed in UInt64(1)...20 { #expect(try order(seed: seed, delay: .zero) == [1, 2, 3, 4, 5]) }
  }

  @Test func theOutputOfOneProgramKeepsItsOrderAndComesBeforeItsEnd() throws {
    for seed in UInt64(1)...20 {
      let world = VirtualWorld(permissions: .everything)
      defer { world.close() }
      world.clock.choose(by: SeededRandom(seed: seed), atMost: .max)
      world.processes.stub("count") { process in
        for line in ["1", "2", "3"] { process.write(Array(line.utf8)) }
        process.finish()
      }
      var seen = ""
      _ = try world.world.processes.spawn(
        ProcessRequest(argv: [ByteString("count")]), onOutput: { seen += String(decoding: $1, as: UTF8.self) },
        completion: { _ in seen += "." })
      try world.advance(by: .zero)
      #expect(seen == "123.")
    }
  }
}
