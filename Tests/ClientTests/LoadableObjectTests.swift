import BindCore
import Observation
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
}
