import BindCore
import CStack
import Testing

/// Rule 11b where nothing can be suspended: functions of Swift's that read what was never evaluated.
@Suite struct NestingTests {
  let subject = CoreSubject()

  @Test func aChainOfFunctionsThatNestHasAnyDepth() throws {
    let source = subject.source(.integer(0))
    var cells: [ReadingCell] = []
    var last: Cell = source
    for _ in 0..<100_000 {
      let before = last
      let next = subject.tracked { () throws(Failure) in .integer(try before.integer() + 1) }
      cells.append(next)
      last = next
    }
    #expect(try last.integer() == 100_000)
    #expect(cells.allSatisfy { $0.evaluations == 1 })
    #expect(bh_stack_bytes() == 0)
    _ = try source.write(.integer(1))
    #expect(try last.integer() == 100_001)
    last = source
    while cells.popLast() != nil {}  // each holds the one before: their end would nest the other way round
  }

  @Test func soHasOneThatIsWorkedOutForATransaction() throws {
    let source = subject.source(.integer(0))
    var cells: [ReadingCell] = []
    var last: Cell = source
    for _ in 0..<20_000 {
      let before = last
      let next = subject.tracked { () throws(Failure) in .integer(try before.integer() + 1) }
      cells.append(next)
      last = next
    }
    let seen = try subject.engine.transaction {
      _ = try source.write(.integer(5))
      return try last.integer()
    }
    #expect(seen == 20_005)
    #expect(bh_stack_bytes() == 0)
    last = source
    while cells.popLast() != nil {}
  }

  @Test func anErrorAtTheFarEndComesThrough() throws {
    var last: Cell = subject.tracked { () throws(Failure) in throw .diagnostic(Diagnostic(.bindInvalid, "far")) }
    var cells = [last]
    for _ in 0..<5000 {
      let before = last
      last = subject.tracked { () throws(Failure) in .integer(try before.integer() + 1) }
      cells.append(last)
    }
    #expect(throws: Failure.self) { try last.integer() }
    #expect(bh_stack_bytes() == 0)
    last = cells[0]
    while cells.popLast() != nil {}
  }

  /// Steps inside each other.
  private struct Descent {
    var left = 20_000
    var mostBytes = 0
  }

  @Test func newStacksAreGivenBack() {
    var descent = Descent()
    withUnsafeMutablePointer(to: &descent) { Self.step($0) }
    #expect(descent.left == 0)
    #expect(descent.mostBytes > 0)
    #expect(bh_stack_bytes() == 0)
  }

  private static func step(_ data: UnsafeMutableRawPointer) {
    let descent = data.assumingMemoryBound(to: Descent.self)
    descent.pointee.mostBytes = max(descent.pointee.mostBytes, bh_stack_bytes())
    guard descent.pointee.left > 0 else { return }
    descent.pointee.left -= 1
    withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 16) { room in
      room[0] = 1
      let isRun = bh_stack_run({ data in if let data { NestingTests.step(data) } }, data)
      #expect(isRun)
    }
  }
}
