import BindCore
import Testing

/// CONTRACT.md's rules of errors and lifetime. The number of a rule stands in front of its test.
@Suite struct ErrorIsolationTests {
  private let subject = CoreSubject()

  // 27
  @Test func aRaisingObserverStopsNobodyAndTheWriterHearsNothing() throws {
    let source = subject.source(.integer(0))
    let scope = Scope(name: "board", in: subject.engine.root, engine: subject.engine)
    var reports: [Report] = []
    scope.onError = { reports.append($0) }
    var seen: [Int64] = []
    source.observe(in: scope, initial: false) { _, _, _ throws(Failure) in throw .test }
    source.observe(initial: false) { new, _, _ in seen.append(new.integer) }
    _ = try source.write(.integer(1))
    #expect(seen == [1])
    #expect(reports.count == 1)
    #expect(reports.first?.during == "observer of source")
    #expect(reports.first?.trail.first == "caused by  write  →  source")
    #expect(subject.reports.isEmpty)
  }

  // 27
  @Test func itsWritesAndRegistrationsAreDropped() throws {
    let source = subject.source(.integer(0))
    let other = subject.source(.integer(0), "other")
    var late = 0
    source.observe(initial: false) { _, _, _ throws(Failure) in
      _ = try other.write(.integer(9))
      other.observe { _, _, _ in late += 1 }
      throw .test
    }
    _ = try source.write(.integer(1))
    #expect(try other.integer() == 0)
    #expect(late == 0)
    #expect(subject.engine.observerCount == 1)
  }

  // 8, 22
  @Test func whatGoesOnInACallbackThatFailsHasNotGoneOn() throws {
    let source = subject.source(.integer(0))
    let trigger = subject.source(.integer(0), "trigger")
    var seen: [Int64] = []
    let observer = source.observe(initial: false) { new, _, _ in seen.append(new.integer) }
    observer.pause()
    _ = try source.write(.integer(1))
    var fails = true
    trigger.observe(initial: false) { [engine = subject.engine] _, _, _ throws(Failure) in
      try? engine.transaction {
        observer.resume()
        throw Failure.test
      }
      observer.resume()
      if fails { throw .test }
    }
    _ = try trigger.write(.integer(1))
    #expect(observer.isPaused)
    #expect(seen == [])
    fails = false
    _ = try trigger.write(.integer(2))
    #expect(!observer.isPaused)
    #expect(seen == [1])
  }

  // 28
  @Test func afterTenErrorsInARowItIsSuspendedAndResumeReArmsIt() throws {
    let source = subject.source(.integer(0))
    var runs = 0
    let observer = source.observe(initial: false) { _, _, _ throws(Failure) in
      runs += 1
      throw .test
    }
    for value in 1...15 { _ = try source.write(.integer(Int64(value))) }
    #expect(runs == 10)
    #expect(observer.isSuspended)
    #expect(subject.ids.filter { $0 == .bindSuspended }.count == 1)
    observer.resume()
    #expect(runs == 11)
    #expect(!observer.isSuspended)
    _ = try source.write(.integer(99))
    #expect(runs == 12)
  }

  // 28
  @Test func aSuccessInBetweenStartsTheCountAnew() throws {
    let source = subject.source(.integer(0))
    let observer = source.observe(initial: false) { new, _, _ throws(Failure) in
      if new.integer % 10 != 0 { throw .test }
    }
    for value in 1...40 { _ = try source.write(.integer(Int64(value))) }
    #expect(observer.errorCount == 36)
    #expect(!observer.isSuspended)
  }

  // 30
  @Test func aWrongNameComesWithTheNearestOnes() throws {
    let model = try RecordCell.build(
      [("name", .leaf(.plain(.string("")))), ("colors", .record([("primary", .leaf(.plain(.string(""))))]))],
      name: "user", engine: subject.engine)
    let found = #expect(throws: Failure.self) { try model.at(Path(parsing: "colors.primray")) }
    guard case .diagnostic(let diagnostic)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(diagnostic.id == .bindPath)
    #expect(diagnostic.suggestions == ["primary"])
    #expect(diagnostic.message == "user.colors: unknown field 'primray'")
    #expect(thrownID { _ = try model.write(.record(Record([("nmae", .string("x"))]))) } == .bindUnknownField)
  }

  // 32 a
  @Test func lettingGoOfAHandleEndsNothing() throws {
    let source = subject.source(.integer(0))
    var seen: [Int64] = []
    do { _ = source.observe(initial: false) { new, _, _ in seen.append(new.integer) } }
    _ = try source.write(.integer(1))
    #expect(seen == [1])
  }

  // 32 b
  @Test func aDerivedCellThatNobodyReachesIsFreed() throws {
    let source = subject.source(.integer(0))
    weak var gone: FunctionCell?
    weak var kept: FunctionCell?
    var handle: ClosureObserver?
    do {
      let idle = subject.combined([source]) { values throws(Failure) in values[0] }
      _ = try idle.get()
      gone = idle
      let live = subject.combined([source]) { values throws(Failure) in values[0] }
      handle = live.observe { _, _, _ in }
      kept = live
    }
    #expect(gone == nil)
    #expect(kept != nil)
    handle?.stop()
    handle = nil
    #expect(kept == nil)
    #expect(subject.engine.nodeCount == 1)
  }

  // 32 c
  @Test func anEffectsRunHasAScopeThatEndsBeforeTheNextRun() throws {
    final class Counting: Effect {
      var body2: () throws(Failure) -> Void = {}
      override func body() throws(Failure) { try body2() }
    }
    let source = subject.source(.integer(0))
    let other = subject.source(.integer(0), "other")
    let effect = Counting(engine: subject.engine, scope: subject.engine.root)
    var log: [String] = []
    let engine = subject.engine
    effect.body2 = { () throws(Failure) in
      let run = try source.integer()
      log.append("run \(run)")
      engine.scope.onClose { log.append("close \(run)") }
      other.observe(initial: false) { new, _, _ in log.append("inner of \(run): \(new.integer)") }
    }
    effect.start()
    _ = try source.write(.integer(1))
    _ = try other.write(.integer(5))
    effect.stop()
    _ = try other.write(.integer(6))
    #expect(log == ["run 0", "close 0", "run 1", "inner of 1: 5", "close 1"])
  }

  // 34
  @Test func aScopeEndsDepthFirstNewestFirstEachCleanupOnceAlsoIfOneRaises() {
    let engine = subject.engine
    var log: [String] = []
    let outer = Scope(name: "outer", in: engine.root, engine: engine)
    let first = Scope(name: "first", in: outer, engine: engine)
    let second = Scope(name: "second", in: outer, engine: engine)
    let inner = Scope(name: "inner", in: second, engine: engine)
    for (scope, name) in [(outer, "outer"), (first, "first"), (second, "second"), (inner, "inner")] {
      scope.onClose { log.append("\(name) old") }
      scope.onClose {
        log.append("\(name) new")
        throw Failure.test
      }
    }
    outer.close()
    outer.close()
    #expect(
      log == ["inner new", "inner old", "second new", "second old", "first new", "first old", "outer new", "outer old"])
    #expect(subject.reports.count == 4)
    #expect(outer.isClosed && inner.isClosed)
  }

  // 36
  @Test func makingSomethingInAClosedScopeIsRefusedWithItsName() {
    let engine = subject.engine
    let scope = Scope(name: "dialog", in: engine.root, engine: engine)
    scope.close()
    let outer = engine.scope
    engine.scope = scope
    defer { engine.scope = outer }
    let found = #expect(throws: Failure.self) { try engine.openScope(for: "observer of user.name") }
    guard case .diagnostic(let diagnostic)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(diagnostic.id == .bindDisposed)
    #expect(diagnostic.message.contains("observer of user.name") && diagnostic.message.contains("dialog"))
  }
}
