import BindCore
import BindHost
import class BindHost.Host
import Foundation
import Synchronization
import Testing

/// What lies outside, and time. On one thread each: a host has a loop.
@Suite(.ownThread) struct RefSourceTests {
  final class Reports {
    private(set) var all: [String] = []
    func add(_ report: String) { all.append(report) }
  }
  let reports = Reports()

  /// A host on the test's own engine: timers and answers come while its loop turns.
  func withHost(_ body: (Host, Engine) throws -> Void) throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { reports.add($0) })
    defer { host.close() }
    try body(host, host.engine)
  }

  /// Time enough for what is not to come.
  func pump(_ host: Host) {
    for _ in 0..<60 {
      host.pump()
      usleep(500)
    }
  }

  @Test func anOptimisticWriteIsShownAtOnceAndGoesBackWhenItFails() throws {
    try withHost { host, engine in
      var answers: [(Result<Bool?, any Error>) -> Void] = []
      let armed = try Source<Bool>(
        name: "armed", get: .now { false },
        set: .later { _, _, answer in
          answers.append(answer)
          return nil
        }, isOptimistic: true)
      let toggle = Ref(false, name: "toggle")
      try armed.ref.link(to: toggle)
      try toggle.set(true)
      #expect(try armed.ref.get())
      #expect(try armed.pending.get() == 1)
      try #require(turn(host) { answers.count == 1 })
      answers[0](.failure(Broken()))
      #expect(turn(host) { toggle.value == false })
      #expect(try !armed.ref.get() && armed.pending.get() == 0 && armed.error.get()?.contains("Broken") == true)
      try toggle.set(true)
      try #require(turn(host) { answers.count == 2 })
      answers[1](.success(nil))
      #expect(turn(host) { armed.pending.value == 0 })
      #expect(try armed.ref.get() && armed.error.get() == nil)
      // Nobody waited for the answer.
      #expect(reports.all.count == 1 && reports.all[0].contains("Broken"))
    }
  }

  @Test func aPessimisticWriteIsShownWhenItIsConfirmedAndTheAnswerMayBeAnother() throws {
    try withHost { host, _ in
      var answer: ((Result<Int?, any Error>) -> Void)?
      let volume = try Source<Int>(
        get: .now { 1 },
        set: .later { _, old, given in
          #expect(old == 1)
          answer = given
          return nil
        })
      var outcome: [Bool] = []
      try volume.set(50) { outcome.append($0 == nil) }
      #expect(try volume.ref.get() == 1 && outcome.isEmpty)
      #expect(turn(host) { answer != nil })
      answer?(.success(11))
      #expect(turn(host) { !outcome.isEmpty })
      #expect(try volume.ref.get() == 11 && outcome == [true])
    }
  }

  @Test func anotherThreadAnswersAndTheCallerWaits() throws {
    try withHost { host, _ in
      nonisolated(unsafe) let source = try Source<Int>(
        get: .async { 1 },
        set: .async { new, _ in
          try await Task.sleep(for: .milliseconds(2))
          if new < 0 { throw Broken() }
          return nil
        })
      let executor = LoopExecutor()
      nonisolated(unsafe) var outcomes: [String] = []
      Task(executorPreference: executor) {
        for value in [5, -1] {
          do throws(Failure) {
            try await source.send(value)
            outcomes.append("sent \(value)")
          } catch { outcomes.append("\(error.thrown.map { "\($0)" } ?? "?")") }
        }
      }
      #expect(
        turn(host) {
          executor.drain()
          return outcomes.count == 2
        })
      #expect(outcomes == ["sent 5", "Broken(number: 1)"])
      #expect(try source.ref.get() == 5)
    }
  }

  /// Setters that wait for their answers.
  private final class Answers {
    var waiting: [(Result<Int?, any Error>) -> Void] = []

    /// All writes at once, each shown until it is answered.
    func optimisticSource(of value: Int) throws -> Source<Int> {
      try Source(
        get: .now { value },
        set: .later { _, _, answer in
          self.waiting.append(answer)
          return nil
        }, order: .parallel, isOptimistic: true)
    }
  }

  @Test func aFailedWriteTakesNoOtherWithIt() throws {
    try withHost { host, _ in
      let answers = Answers()
      let count = try answers.optimisticSource(of: 10)
      var failures = 0
      try count.modify({ $0 += 1 }) { if $0 != nil { failures += 1 } }
      try count.modify({ $0 += 5 }) { if $0 != nil { failures += 1 } }
      #expect(try count.ref.get() == 16)
      try #require(turn(host) { answers.waiting.count == 2 })
      answers.waiting[0](.failure(Broken()))
      #expect(turn(host) { failures == 1 })
      #expect(try count.ref.get() == 15)
      answers.waiting[1](.success(nil))
      #expect(turn(host) { count.pending.value == 0 })
      #expect(try count.ref.get() == 15 && failures == 1)
    }
  }

  @Test func whatIsModifiedThroughAViewOfItIsMadeAnewOfWhatStandsWithoutTheWriteThatFailed() throws {
    try withHost { host, _ in
      let answers = Answers()
      let count = try answers.optimisticSource(of: 10)
      let halved = count.ref.through(to: { Double($0) / 2 }, from: { Int($0 * 2) })
      try halved.modify { $0 += 0.5 }
      try halved.modify { $0 += 2.5 }
      #expect(try count.ref.get() == 16 && halved.get() == 8)
      try #require(turn(host) { answers.waiting.count == 2 })
      answers.waiting[0](.failure(Broken()))
      #expect(turn(host) { count.pending.value == 1 })
      #expect(try count.ref.get() == 15 && halved.get() == 7.5)
      answers.waiting[1](.success(nil))
      #expect(turn(host) { count.pending.value == 0 })
      #expect(try count.ref.get() == 15)
    }
  }

  @Test func aWriteThatEndsWithItsSourceWhileItBeginsIsTold() throws {
    try withHost { _, engine in
      var failures: [Failure?] = []
      var scope: Scope?
      var later: (() throws -> Void)?
      scope = try engine.withScope { _ in
        let source = try Source<Int>(get: .now { 1 }, set: .now { _, _ in nil })
        try source.pending.observe { if $0 > 0 { scope?.close() } }
        later = { try source.set(2) { failures.append($0) } }
      }
      try later?()
      #expect(failures.map { $0.flatMap(diagnostic(of:))?.id } == [.bindDisposed])
    }
  }

  @Test func anAnswerThatComesInsideAWaveIsSeenByAllInALaterOne() throws {
    try withHost { _, _ in
      var answer: ((Result<Int, any Error>) -> Void)?
      let source = try Source<Int>(
        get: .later {
          answer = $0
          return nil
        })
      answer?(.success(1))
      try source.refresh()
      let trigger = Ref(0)
      let both = Ref.computed { "\(try trigger.get())/\(try source.ref.get())" }
      var seen: [String] = []
      let note = { (who: String) throws in seen.append("\(who) \(try source.ref.get())") }
      try trigger.observe { new in
        if new == 1 { answer?(.success(2)) }
        try note("first \(new)")
      }
      try trigger.observe { try note("second \($0)") }
      try both.observe { try note($0) }
      seen = []
      try trigger.set(1)
      #expect(seen == ["first 1 1", "second 1 1", "1/1 1", "1/2 2"])
    }
  }

  @Test func whatIsDeclinedIsNotSentAndWhatIsRejectedSaysSo() throws {
    try withHost { host, _ in
      var sent: [Int] = []
      var mayBegin = false
      let source = try Source<Int>(
        get: .now { 0 },
        set: .later { new, _, _ in
          sent.append(new)
          return nil
        }, order: .reject, confirm: { _, _, answer in answer(mayBegin) })
      let view = Ref(0, name: "view")
      try source.ref.link(to: view)
      try view.set(1)
      #expect(turn(host) { view.value == 0 })
      #expect(sent.isEmpty)
      mayBegin = true
      try view.set(2)
      #expect(turn(host) { sent == [2] })
      #expect(id { try source.ref.set(3) } == .sourceBusy)
    }
  }

  @Test func aWriteThatMetANewerValueIsResolved() throws {
    try withHost { host, _ in
      var theirs = 10
      var met: [String] = []
      let set = Source<Int>.Setter.now { new, _ in
        if theirs != 0, new != theirs + 1 { throw WriteConflict(theirs: theirs) }
        return nil
      }
      let adding = try Source<Int>(
        get: .now { 1 }, set: set,
        resolve: { conflict in
          met.append("\(conflict.base ?? -1) \(conflict.mine) \(conflict.theirs ?? -1)")
          return .mine
        })
      var failures: [Failure?] = []
      try adding.modify({ $0 += 1 }) { failures.append($0) }
      #expect(turn(host) { failures.count == 1 })
      #expect(try adding.ref.get() == 11 && met == ["1 2 10"] && failures[0] == nil)
      let failing = try Source<Int>(get: .now { 1 }, set: set, resolve: { _ in .fail })
      try failing.set(5) { failures.append($0) }
      #expect(turn(host) { failures.count == 2 })
      #expect(failures[1].flatMap(diagnostic(of:))?.id == .sourceConflict)
      let yielding = try Source<Int>(get: .now { theirs }, set: set)
      theirs = 20
      try yielding.set(7) { failures.append($0) }
      #expect(turn(host) { yielding.ref.value == 20 })
    }
  }

  @Test func aDroppedTransactionSendsNothing() throws {
    try withHost { host, engine in
      var sent: [Int] = []
      let source = try Source<Int>(
        set: .now { new, _ in
          sent.append(new)
          return nil
        })
      try? engine.transaction {
        try source.ref.set(1)
        throw Broken()
      }
      try engine.transaction { try source.ref.set(2) }
      #expect(turn(host) { !sent.isEmpty })
      #expect(sent == [2])
      #expect(id { _ = try source.ref.get() } == .sourceWriteOnly)
      #expect(id { _ = try Source<Int>() } == .bindArgument)
    }
  }

  @Test func itIsAskedAgainWhenItTellsOfAChangeByHandAndWhilePolled() throws {
    try withHost { host, engine in
      var outside = 1
      var tell: (() -> Void)?
      var hasEnded = false
      let scope = try engine.withScope { _ in
        let source = try Source<Int>(
          get: .now { outside },
          notify: { changed in
            tell = changed
            return { hasEnded = true }
          })
        #expect(try source.ref.get() == 1)
        outside = 2
        tell?()
        #expect(turn(host) { source.ref.value == 2 })
        outside = 3
        try source.refresh()
        #expect(turn(host) { source.ref.value == 3 })
      }
      scope.close()
      #expect(hasEnded)
      let polled = try Source<Int>(get: .now { outside }, poll: .milliseconds(5))
      var seen = 0
      let handle = try polled.ref.observe { seen = $0 }
      outside = 9
      #expect(turn(host) { seen == 9 })
      handle.stop()
      #expect(id { try polled.ref.set(1) } == .bindReadOnly)
      #expect(id { try polled.ref.link(to: Ref(1)) } == .bindReadOnly)
    }
  }

  @Test func anErrorThatNobodyAwaitsNamesTheLineThatDeclaresTheSource() throws {
    try withHost { host, _ in
      let line = #line + 1
      let gate = try Source<Int>(name: "gate", get: .now { 0 }, set: .async { _, _ in throw Broken(number: 3) })
      let dial = try Source<Int>(name: "dial", get: .now { throw Broken(number: 4) })
      try gate.ref.set(1)
      #expect(turn(host) { reports.all.count == 2 })
      #expect(
        reports.all == [
          "script.error: \(#fileID):\(line + 1): Broken(number: 4)",
          "script.error: \(#fileID):\(line): Broken(number: 3)",
        ])
      #expect(try dial.error.get()?.contains("4") == true)
    }
  }

  @Test func aLinkHearsOfTheAnswerOfATask() throws {
    try withHost { host, _ in
      for isOptimistic in [true, false] {
        let source = try Source<Int>(
          get: .now { 1 },
          set: .async { new, _ in
            if new < 0 { throw Broken() }
            return nil
          }, isOptimistic: isOptimistic)
        let view = Ref(0, name: "view")
        try source.ref.link(to: view)
        for (asked, standing) in [(5, 5), (-1, 5)] {
          try view.set(asked)
          #expect(turn(host) { source.pending.value == 0 })
          #expect(try view.get() == standing && source.ref.get() == standing)
        }
      }
    }
  }

  @Test func anAnswerIsNoPartOfTheTransactionOrObserverInWhichItComes() throws {
    try withHost { host, engine in
      for isOptimistic in [true, false] {
        var answer: ((Result<Int?, any Error>) -> Void)?
        let source = try Source<Int>(
          get: .now { 1 },
          set: .later { _, _, given in
            answer = given
            return nil
          }, isOptimistic: isOptimistic)
        let (view, other, trigger) = (Ref(0, name: "view"), Ref(0, name: "other"), Ref(0, name: "trigger"))
        try source.ref.link(to: view)
        try view.set(6)
        try #require(turn(host) { answer != nil })
        try? engine.transaction {
          try other.set(1)
          answer?(.failure(Broken()))
          throw Broken()
        }
        #expect(try view.get() == 1 && source.ref.get() == 1 && other.get() == 0)
        answer = nil
        try view.set(7)
        try #require(turn(host) { answer != nil })
        try trigger.observe(initial: false) { _ in
          try other.set(2)
          answer?(.success(8))
          throw Broken()
        }
        try trigger.set(1)
        #expect(try view.get() == 8 && source.ref.get() == 8 && other.get() == 0)
      }
    }
  }

  @Test func aQuestionIsOpenUntilItsFirstAnswerAlsoWhereNothingCallsItOff() throws {
    try withHost { host, _ in
      for callOff: (() -> Void)? in [nil, {}] {
        var questions: [(Result<Int, any Error>) -> Void] = []
        let source = try Source<Int>(
          get: .later {
            questions.append($0)
            return callOff
          }, set: .now { _, _ in nil })
        var seen: [Int] = []
        try source.ref.observe { seen.append($0) }
        var outcome: [Bool] = []
        try source.modify({ $0 += 1 }) { outcome.append($0 == nil) }
        pump(host)
        questions[0](.success(1))
        #expect(turn(host) { outcome.count == 1 })
        try source.refresh()
        try source.set(7) { outcome.append($0 == nil) }
        #expect(turn(host) { outcome.count == 2 } && outcome == [true, true])
        // From before that write: it is asked once more.
        questions[1](.success(1))
        try #require(questions.count == 3)
        questions[2](.success(7))
        questions[2](.success(9))
        #expect(seen == [1, 2, 7] && questions.count == 3)
      }
    }
  }

  @Test func aPollWaitsForTheAnswerAndComesAgainAfterItWhateverCallsItOff() throws {
    try withHost { host, _ in
      for callOff: (() -> Void)? in [nil, {}] {
        var questions: [(Result<Int, any Error>) -> Void] = []
        let slow = try Source<Int>(
          get: .later {
            questions.append($0)
            return callOff
          }, poll: .milliseconds(2))
        var asked = 0
        let quick = try Source<Int>(
          get: .later { answer in
            asked += 1
            answer(.success(asked))
            return callOff
          }, poll: .milliseconds(2))
        let handles = [try slow.ref.observe { _ in }, try quick.ref.observe { _ in }]
        #expect(turn(host) { quick.ref.value ?? 0 > 3 })
        #expect(questions.count == 1)
        questions[0](.success(5))
        #expect(slow.ref.value == 5)
        #expect(turn(host) { questions.count == 2 })
        for handle in handles { handle.stop() }
      }
    }
  }

  @Test func debounceAndThrottleGiveTheNewestInTime() throws {
    try withHost { host, _ in
      let text = Ref("a")
      var debounced: [String] = []
      var throttled: [String] = []
      let handles = [
        try text.debounce(.milliseconds(30)).observe { debounced.append($0) },
        try text.throttle(.milliseconds(30)).observe { throttled.append($0) },
      ]
      let clock = ContinuousClock()
      let writing = try clock.measure { for word in ["ab", "abc", "abcd"] { try text.set(word) } }
      #expect(turn(host) { debounced.last == "abcd" && throttled.last == "abcd" })
      #expect(debounced == ["a", "abcd"])
      // The value at the beginning, the first word, and one for each 30 ms.
      #expect(throttled.count <= 3 + Int(writing / .milliseconds(30)))
      try text.set("late")
      for handle in handles { handle.stop() }
      pump(host)
      #expect(debounced == ["a", "abcd"])
    }
  }

  @Test func aFirstValueIsDebouncedToo() throws {
    try withHost { host, _ in
      let text = Ref<String>(name: "text")
      var debounced: [String] = []
      let handle = try text.debounce(.milliseconds(30)).observe { debounced.append($0) }
      for word in ["a", "ab"] { try text.set(word) }
      #expect(debounced == [])
      #expect(turn(host) { !debounced.isEmpty } && debounced == ["ab"])
      handle.stop()
    }
  }

  @Test func whatOutlivesTheHostOfItsClockIsQuietAndSaysWhy() throws {
    let text = Ref("a")
    var seen: [String] = []
    var late: Ref<String>?
    var source: Source<Int>?
    try withHost { host, _ in
      late = try text.debounce(.milliseconds(1))
      source = try Source(get: .now { 1 }, set: .now { _, _ in nil }, poll: .milliseconds(1))
      try late?.observe { seen.append($0) }
      try text.set("b")
    }
    try text.set("c")
    #expect(try late?.peek() != nil && seen.first == "a")
    #expect(id { try source?.set(2) { _ in Issue.record("it was told twice") } } == .bindDisposed)
    #expect(try source?.ref.get() == 1)
  }

  @Test func aSourceOfAnInnerScopeEndsWithTheHostOfItsClock() throws {
    var source: Source<Int>?
    var hasEnded = false
    try withHost { _, engine in
      try engine.withScope { _ in
        source = try Source(get: .now { 1 }, set: .now { _, _ in nil }, notify: { _ in { hasEnded = true } })
      }
    }
    #expect(hasEnded)
    #expect(id { try source?.set(2) { _ in } } == .bindDisposed)
  }

  @Test func otherThreadsWriteThroughTheInbox() throws {
    try withHost { host, _ in
      let count = Ref(0, name: "count")
      let arrivals = count.arrivals
      let threads = (0..<4).map { _ in Thread { for _ in 0..<500 { arrivals.modify { $0 += 1 } } } }
      for thread in threads { thread.start() }
      #expect(turn(host) { count.value == 2000 })
      let small = try Ref<Record>.model("m", ["n": .number(1, in: 0...9)]).at("n", as: Int.self)
      small.arrivals.set(10)
      #expect(turn(host) { !reports.all.isEmpty })
      #expect(reports.all[0].contains("bind.invalid") && small.value == 1)
    }
  }

  @Test func aModelIsSharedWithScriptsBothWays() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local bh = require "bindhost"
      local user = bh.open "user"
      local own = bh.model("own", { twice = 0 })
      bh.bind(user "age", own "twice", function(age) return age * 2 end)
      print(user "age":set(200))
      user "name":set("Eve")
      """
    try Data(script.utf8).write(to: folder.appending(path: "a.lua"))
    var options = HostOptions(scriptFolder: folder.path) { Issue.record("\($0)") }
    var printed = ""
    options.print = { printed += String(decoding: $0, as: UTF8.self) }
    let host = try Host(options)
    defer { host.close() }
    let user = try Ref.model("user", ["name": "Ada", "age": .number(36, in: 0...150)])
    try host.expose(user)
    #expect(throws: Diagnostic.self) { try host.expose(user) }
    var names: [String] = []
    try user.at("name", as: String.self).observe { names.append($0) }
    try host.run(file: "a.lua")
    #expect(names == ["Ada", "Eve"] && printed.hasPrefix("nil"))
    let twice = try #require(host.model(named: "own")).at("twice", as: Int.self)
    try user.at("age", as: Int.self).set(50)
    #expect(try twice.get() == 100 && host.model(named: "none") == nil)
  }

  @Test func withoutAHostThereIsNoClock() throws {
    do throws(Failure) {
      _ = try Ref(1).debounce(.seconds(1))
      Issue.record("it has a clock")
    } catch { #expect(error.asDiagnostic.notes.first?.contains("make a Host first") == true) }
  }
}

/// Runs the jobs of a task on the thread that drains it.
final class LoopExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func drain() {
    let ready = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
