import BindCore
import Foundation
import Observation
import Synchronization
import Testing

/// What a program's own class needs to be loaded and shown.
@Suite(.ownThread) struct LoadableObjectTests {
  final class Plain: LoadableObject {
    var state: LoadingState<String> = .idle
    var next = LoadingState<String>.loaded("text")
    func load() { state = next }
  }

  @Observable final class Article: LoadableObject {
    var state: LoadingState<String> = .idle
    var loads = 0
    func load() {
      loads += 1
      state = .loading
    }
  }

  final class Telling: LoadableObject {
    let states = Bindable(LoadingState<String>.idle)
    func load() { states.update(with: .loaded("told")) }
  }

  let client = Client()

  private func words<Source: LoadableObject>(
    of source: Source, retry: @escaping (@escaping () -> Void) -> Void = { _ in }
  ) -> AsyncContent<Source, String> where Source.Output == String {
    AsyncContent(
      source: source, idle: { "idle" }, loading: { "loading" },
      failed: { error, again in
        retry(again)
        return "\(error)"
      }, loaded: { $0 })
  }

  @Test func aPlainStateIsLookedAtWhenItAppearsAndAfterALoad() {
    let plain = Plain()
    plain.next = .failed(Broken())
    var again: (() -> Void)?
    let content = words(of: plain) { again = $0 }
    content.content.observe { self.client.log.append($0) }
    content.appear()
    #expect(client.log == ["idle", "Broken(number: 1)"])
    plain.next = .loaded("text")
    again?()
    #expect(client.log.last == "text" && content.content.value == "text")
    content.disappear()
    plain.state = .loaded("changed")
    content.appear()
    #expect(client.log.count == 4 && content.content.value == "changed")
  }

  @Test func anObservableStateIsFollowedOneTurnForEachChange() {
    let article = Article()
    let content = words(of: article)
    content.content.observe { self.client.log.append($0) }
    content.appear()
    #expect(client.log == ["idle", "loading"] && article.loads == 1)
    client.engine.takeArrivals()
    article.state = .loaded("one")
    client.engine.takeArrivals()
    client.engine.takeArrivals()
    #expect(client.log == ["idle", "loading", "one"], "a change is told once")
    article.state = .loaded("two")
    article.state = .loaded("three")
    client.engine.takeArrivals()
    article.state = .loaded("three")
    client.engine.takeArrivals()
    #expect(client.log == ["idle", "loading", "one", "three"])
    content.disappear()
    article.state = .idle
    client.engine.takeArrivals()
    #expect(client.log.count == 4)
  }

  /// An error cannot be compared: what has failed has failed again where that was told, or after a load.
  @Test func whatHasFailedIsShownAgainWhenItFailsAgain() {
    let (plain, article) = (Plain(), Article())
    (plain.state, plain.next, article.state) = (.failed(Broken()), .failed(Broken()), .failed(Broken()))
    var again: (() -> Void)?
    let (shown, followed) = (words(of: plain) { again = $0 }, words(of: article))
    shown.content.observe(initial: false) { self.client.log.append("plain \($0)") }
    followed.content.observe(initial: false) { self.client.log.append("followed \($0)") }
    for _ in 0..<2 {
      shown.appear()
      followed.appear()
      client.engine.takeArrivals()
      shown.disappear()
      followed.disappear()
    }
    #expect(client.log == [], "nothing has changed")
    shown.appear()
    followed.appear()
    again?()
    #expect(client.log == ["plain Broken(number: 1)"])
    article.state = .failed(Broken())
    client.engine.takeArrivals()
    client.engine.takeArrivals()
    #expect(client.log == ["plain Broken(number: 1)", "followed Broken(number: 1)"])
    article.state = .loaded("one")
    client.engine.takeArrivals()
    #expect(client.log.last == "followed one")
  }

  @Test func theStatesOfAnObservableStateAreThereWhileTheyAreHeld() {
    let article = Article()
    var states: Bindable<LoadingState<String>>? = article.states
    states?.observe { self.client.log.append($0.value ?? "none") }
    article.state = .loaded("one")
    client.engine.takeArrivals()
    #expect(client.log == ["none", "one"])
    weak let gone = states
    states = nil
    #expect(gone == nil)
    article.state = .loaded("two")
    client.engine.takeArrivals()
    #expect(client.log.count == 2)
  }

  @Test func whoeverHasStatesNeedsNoState() {
    let telling = Telling()
    let content = words(of: telling)
    content.content.observe { self.client.log.append($0) }
    content.appear()
    #expect(client.log == ["idle", "told"] && telling.state.value == "told")
  }

  // 17
  @Test func contentThatIsEqualIsNoChangeButForWhatHasFailedAgain() {
    let telling = Telling()
    var made = 0
    let content = AsyncContent(
      source: telling, loading: { "…" },
      failed: { error, _ in
        made += 1
        return "\(error)"
      }, loaded: { $0.lowercased() })
    content.content.observe { self.client.log.append($0) }
    content.appear()
    telling.states.update(with: .loading)
    #expect(client.log == ["…", "told", "…"])
    telling.states.update(with: .idle)
    telling.states.update(with: .loaded("Two"))
    telling.states.update(with: .loaded("two"))
    #expect(client.log == ["…", "told", "…", "two"])
    telling.states.update(with: .failed(Broken()))
    telling.states.update(with: .failed(Broken()))
    #expect(client.log.suffix(2) == ["Broken(number: 1)", "Broken(number: 1)"] && made == 2)
    // An object is the same, and may show something else.
    final class Page { var text = "" }
    let page = Page()
    func shown(_ text: String) -> Page {
      page.text = text
      return page
    }
    let pages = AsyncContent(
      source: telling, loading: { shown("…") }, failed: { _, _ in shown("failed") }, loaded: { shown($0) })
    pages.appear()
    var texts: [String] = []
    pages.content.observe(initial: false) { texts.append($0.text) }
    telling.states.update(with: .loaded("three"))
    telling.states.update(with: .loading)
    #expect(texts == ["three", "…"])
  }

  /// What nobody can compare is made anew where a change was told or a load was asked for, and not for who looks.
  @Test func whatCannotBeComparedIsMadeOnceForEachState() {
    struct Opaque { let text: String }
    final class Opaques: LoadableObject {
      var state: LoadingState<Opaque> = .loaded(Opaque(text: "there"))
      func load() { state = .loaded(Opaque(text: "again")) }
    }
    let source = Opaques()
    var made: [String] = []
    let content = AsyncContent(source: source, loading: { 0 }, failed: { _, _ in 0 }) { value in
      made.append(value.text)
      return made.count
    }
    content.appear()
    content.disappear()
    content.appear()
    #expect(made == ["there"])
    source.state = .loading
    content.disappear()
    content.appear()
    source.load()
    content.disappear()
    content.appear()
    #expect(made == ["there", "again"])
  }

  // MARK: Sequences

  private func states(of object: PublishedObject<Int>) -> () -> [String] {
    final class Log { var words: [String] = [] }
    let log = Log()
    object.states.observe(initial: false) { state in
      switch state {
      case .idle: log.words.append("idle")
      case .loading: log.words.append("loading")
      case .failed: log.words.append("failed")
      case .loaded(let value): log.words.append("\(value)")
      }
    }
    return { log.words }
  }

  //
  @Test func whoLeavesAndWhoComesInOneTurnChangeNothing() throws {
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let ended = Mutex(false)
    feed.onTermination = { _ in ended.withLock { $0 = true } }
    let object = PublishedObject(stream)
    let (first, second) = (content(of: object), content(of: object))
    first.appear()
    let told = states(of: object)
    try client.engine.transaction {
      first.disappear()
      second.appear()
    }
    #expect(object.isRunning && told() == [])
    var subscription: PublishedObject<Int>.Subscription?
    try client.engine.transaction {
      second.disappear()
      _ = try? client.engine.transaction {
        first.appear()
        throw Broken()
      }
      subscription = object.observe { _ in }
    }
    #expect(object.isRunning && told() == [])
    // In one observer, and in two of one wave.
    let page = Bindable(0)
    page.observe(initial: false) { page in
      if page == 1 { subscription?.stop() }
      if page == 2 { first.disappear() }
      if page == 2 { second.appear() }
    }
    page.observe(initial: false) { if $0 == 1 { first.appear() } }
    page.update(with: 1)
    page.update(with: 2)
    #expect(object.isRunning && told() == [] && !ended.withLock { $0 })
    // The last one leaves, at last.
    try client.engine.transaction {
      second.disappear()
      #expect(object.isRunning)
    }
    #expect(!object.isRunning && told() == ["idle"])
    feed.finish()
  }

  //
  @Test func whoComesInADroppedTransactionHoldsNothing() {
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let object = PublishedObject(stream)
    let (first, second) = (content(of: object), content(of: object))
    first.appear()
    let told = states(of: object)
    _ = try? client.engine.transaction {
      first.disappear()
      second.appear()
      throw Broken()
    }
    #expect(!object.isRunning && told() == ["idle"])
    feed.finish()
  }

  private func content(of object: PublishedObject<Int>) -> AsyncContent<PublishedObject<Int>, String> {
    AsyncContent(source: object, loading: { "…" }, failed: { _, _ in "failed" }, loaded: { "\($0)" })
  }

  /// CONTRACT 2.2: nothing that is visible can be wrong yet.
  @Test func aReloadDuringTheFirstLoadJoinsIt() throws {
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let object = PublishedObject(stream)
    let told = states(of: object)
    object.load()
    object.reload()
    object.reload()
    try #require(told() == ["loading"] && object.isRunning)
    feed.yield(1)
    #expect(arrives { object.state.value == 1 })
    object.reload()
    #expect(object.isReloading.value == true)
    object.cancel()
    feed.finish()
  }

  /// Takes what other threads post until the condition holds.
  private func arrives(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(240)
    while !condition(), ContinuousClock.now < end { if client.engine.takeArrivals() == 0 { usleep(500) } }
    return condition()
  }
}
