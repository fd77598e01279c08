import BindCore
import Foundation
import Testing

/// Loading states in Swift: published sequences, content for each state.
@Suite struct LoadingStateTests {
  private struct Broken: Error {}

  /// Takes what other threads post until the condition holds.
  private func pump(until condition: () -> Bool) {
    while !condition() {
      if Engine.current.takeArrivals() == 0 { usleep(500) }
    }
  }

  private func words<Value>(_ state: LoadingState<Value>) -> String {
    switch state {
    case .idle: "idle"
    case .loading: "loading"
    case .failed(let error): "failed \(type(of: error))"
    case .loaded(let value): "loaded \(value)"
    }
  }

  /// Runs on a thread of its own: an engine belongs to one.
  private func onItsOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { done.resume(with: Result { try body() }) }
    }
  }

  @Test func aSequenceStartsWithItsFirstObserverAndEndsWithTheLast() async throws {
    try await onItsOwnThread {
      let (stream, feed) = AsyncStream.makeStream(of: Int.self)
      let object = PublishedObject(stream)
      #expect(!object.isRunning && words(object.state) == "idle")
      var seen: [String] = []
      let first = object.observe { seen.append(words($0)) }
      let second = object.observe { _ in }
      #expect(object.isRunning && seen == ["idle", "loading"])
      feed.yield(1)
      feed.yield(2)
      pump { object.state.value == 2 }
      #expect(seen == ["idle", "loading", "loaded 1", "loaded 2"])
      first.stop()
      first.stop()
      #expect(object.isRunning)
      second.stop()
      #expect(!object.isRunning && object.state.value == 2)
      feed.finish()
    }
  }

  @Test func anEmptySequenceAndABrokenOneHaveFailed() async throws {
    try await onItsOwnThread {
      let empty = PublishedObject(AsyncStream<Int> { $0.finish() })
      let one = empty.observe { _ in }
      pump { empty.state.error != nil }
      #expect(empty.state.error is EmptySequence)
      one.stop()
      let broken = PublishedObject(AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Broken()) })
      broken.load()
      pump { broken.state.error != nil }
      #expect(broken.state.error is Broken && !broken.isRunning)
    }
  }

  @Test func aReloadKeepsTheValueAlsoWhenItFails() async throws {
    try await onItsOwnThread {
      let runs = Runs()
      let object = PublishedObject(runs)
      let subscription = object.observe { _ in }
      pump { object.state.value == 1 && !object.isRunning }
      object.reload()
      #expect(object.state.value == 1 && object.isReloading.value == true)
      pump { object.state.value == 2 && !object.isRunning }
      object.reload()
      pump { object.reloadError != nil }
      #expect(object.state.value == 2 && object.isReloading.value == false)
      subscription.stop()
    }
  }

  @Test func contentFollowsTheStateAndTriesAgain() async throws {
    try await onItsOwnThread {
      final class Article: LoadableObject {
        let states = Bindable(LoadingState<String>.idle, equals: .never)
        var loads = 0
        func load() {
          loads += 1
          states.update(with: .loading)
        }
      }
      let article = Article()
      var retry: (() -> Void)?
      let content = AsyncContent(
        source: article, idle: { "nothing" }, loading: { "…" },
        failed: { error, again in
          retry = again
          return "failed"
        }, loaded: { "text: \($0)" })
      #expect(content.content.value == "nothing" && article.loads == 0)
      content.appear()
      content.appear()
      #expect(content.content.value == "…" && article.loads == 1)
      article.states.update(with: .failed(Broken()))
      #expect(content.content.value == "failed")
      retry?()
      #expect(article.loads == 2 && content.content.value == "…")
      article.states.update(with: .loaded("hello"))
      #expect(content.content.value == "text: hello")
      content.disappear()
      article.states.update(with: .loaded("later"))
      #expect(content.content.value == "text: hello" && article.states.observerCount == 0)
    }
  }

  @Test func cancelGivesBackWhatWasThereAlsoAFailure() async throws {
    try await onItsOwnThread {
      let object = PublishedObject(Plan([.failure, .silence, .element, .failure, .silence]))
      object.load()
      pump { object.state.error != nil }
      object.reload()
      #expect(words(object.state) == "loading")
      object.cancel()
      #expect(words(object.state) == "failed Broken")
      object.reload()
      pump { object.state.value == 3 && !object.isRunning }
      object.reload()
      pump { object.reloadError != nil }
      object.reload()
      #expect(object.reloadError is Broken && object.isReloading.value == true)
      object.cancel()
      #expect(object.reloadError is Broken && object.isReloading.value == false && object.state.value == 3)
    }
  }

  @Test func whoeverHearsThatItLoadsMayCallItOff() async throws {
    try await onItsOwnThread {
      let (stream, feed) = AsyncStream.makeStream(of: Int.self)
      let object = PublishedObject(stream)
      object.states.observe { [weak object] state in if case .loading = state { object?.cancel() } }
      object.load()
      #expect(!object.isRunning && words(object.state) == "idle")
      var own: PublishedObject<Int>.Subscription?
      own = object.observe { state in if case .loading = state { own?.stop() } }
      #expect(!object.isRunning && words(object.state) == "idle")
      feed.finish()
    }
  }

  @Test func whyAReloadFailedStandsUntilOneHasSucceeded() async throws {
    try await onItsOwnThread {
      let object = PublishedObject(Plan([.element, .failure, .failure, .silence, .element, .failure, .end]))
      var errors: [Bool] = []
      object.isReloading.observe(initial: false) { _ in errors.append(object.reloadError != nil) }
      func run() {
        object.reload()
        pump { !object.isRunning }
      }
      run()
      #expect(object.state.value == 1 && object.reloadError == nil)
      run()
      #expect(object.reloadError is Broken)
      run()
      #expect(object.reloadError is Broken && object.state.value == 1)
      object.reload()
      #expect(object.reloadError is Broken && object.isReloading.value == true)
      object.reload()
      #expect(object.reloadError is Broken)
      pump { !object.isRunning }
      #expect(object.reloadError == nil && object.state.value == 5)
      run()
      #expect(object.reloadError is Broken)
      run()
      #expect(object.reloadError == nil && object.state.value == 5)
      // At the begin and the end of each but the first, which is no reload, and of the one that is called off.
      #expect(errors == [false, true, true, true, true, false, false, true, true, false])
    }
  }

  @Test func whatATransactionAsksForBeginsWithItsCommitAndNeverIfItIsDropped() async throws {
    try await onItsOwnThread {
      let engine = Engine.current
      let (stream, feed) = AsyncStream.makeStream(of: Int.self)
      let object = PublishedObject(stream)
      var seen: [String] = []
      let content = AsyncContent(source: object, loading: { "…" }, failed: { _, _ in "failed" }, loaded: { "\($0)" })
      var dropped: PublishedObject<Int>.Subscription?
      _ = try? engine.transaction {
        dropped = object.observe { seen.append("dropped " + words($0)) }
        object.load()
        object.reload()
        content.appear()
        throw Broken()
      }
      #expect(!object.isRunning && words(object.state) == "idle" && seen.isEmpty)
      dropped?.stop()
      var kept: PublishedObject<Int>.Subscription?
      try engine.transaction {
        kept = object.observe { seen.append(words($0)) }
        content.appear()
        #expect(!object.isRunning)
      }
      #expect(object.isRunning && seen == ["idle", "loading"] && content.content.value == "…")
      feed.yield(1)
      pump { object.state.value == 1 }
      #expect(content.content.value == "1")
      content.disappear()
      #expect(object.isRunning)
      // What has ended has ended, also where the transaction is dropped.
      object.reload()
      #expect(object.isReloading.value == true)
      _ = try? engine.transaction {
        kept?.stop()
        throw Broken()
      }
      #expect(!object.isRunning && object.isReloading.value == false && words(object.state) == "loaded 1")
      feed.finish()
    }
  }

  @Test func contentIsMadeOnceForEachStateAndBelongsToTheEngineOfItsSource() async throws {
    try await onItsOwnThread {
      final class Article: LoadableObject {
        let states: Bindable<LoadingState<String>>
        init(_ engine: Engine) { states = Bindable(.loaded("one"), equals: .never, engine: engine) }
        func load() {}
      }
      let engine = Engine()
      let article = Article(engine)
      var made: [String] = []
      let content = AsyncContent(
        source: article, loading: { "…" }, failed: { _, _ in "failed" },
        loaded: { text in
          made.append(text)
          return text
        })
      content.appear()
      #expect(made == ["one"])
      article.states.update(with: .loaded("two"))
      content.disappear()
      content.appear()
      #expect(made == ["one", "two"])
      content.disappear()
      article.states.update(with: .loaded("three"))
      #expect(content.content.value == "two")
      content.appear()
      #expect(made == ["one", "two", "three"] && content.content.value == "three")
      var seen: [String] = []
      content.content.observe(initial: false) { seen.append($0) }
      article.states.update(with: .loaded("four"))
      #expect(seen == ["four"])
      // One graph: what the source's engine counts is the content and whoever looks at it.
      #expect(engine.observerCount == 2)
    }
  }

  /// Each run does what the plan says: gives its number, fails, or waits until it is called off.
  private struct Plan: AsyncSequence, Sendable {
    enum Step { case element, failure, silence, end }
    let steps: [Step]
    let counter = Counter()
    init(_ steps: [Step]) { self.steps = steps }
    struct AsyncIterator: AsyncIteratorProtocol {
      let plan: Plan
      var isOver = false
      mutating func next() async throws -> Int? {
        if isOver { return nil }
        isOver = true
        let run = await plan.counter.next()
        switch plan.steps[run - 1] {
        case .element: return run
        case .failure: throw Broken()
        case .end: return nil
        case .silence:
          try await Task.sleep(for: .seconds(3600))
          return nil
        }
      }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(plan: self) }
  }

  /// One, two, then a failure: an element a run.
  private struct Runs: AsyncSequence, Sendable {
    let counter = Counter()
    struct AsyncIterator: AsyncIteratorProtocol {
      let counter: Counter
      var isOver = false
      mutating func next() async throws -> Int? {
        if isOver { return nil }
        isOver = true
        let run = await counter.next()
        if run > 2 { throw Broken() }
        return run
      }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(counter: counter) }
  }

  private actor Counter {
    var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }
}
