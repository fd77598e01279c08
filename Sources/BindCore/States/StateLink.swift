/// Where an engine hears of what others do to the states that it shows.
///
/// News wait here until their commit is complete, and go as one arrival through the inbox: what was committed together is
/// one wave. Every delivery is an arrival of its own, so that states and bindables keep the order of each thread.
final class StateLink: StateSink {
  private let noted = Lock<[StateNews]>([])
  private let mailbox: Mailbox
  private let owner: Owner

  /// The engine and its mirrors, touched on its thread only.
  private final class Owner: @unchecked Sendable {
    weak var engine: Engine?
    var mirrors: [ObjectIdentifier: StateMirror] = [:]
    init(_ engine: Engine) { self.engine = engine }
  }

  init(_ engine: Engine) {
    owner = Owner(engine)
    mailbox = engine.mailbox
  }

  // MARK: The engine's thread

  func attach(_ mirror: StateMirror) {
    owner.mirrors[ObjectIdentifier(mirror.container)] = mirror
    mirror.container.add(self)
  }

  func detach(_ mirror: StateMirror) {
    owner.mirrors[ObjectIdentifier(mirror.container)] = nil
    mirror.container.remove(self)
  }

  // MARK: Any thread

  func note(_ news: [StateNews]) { noted.withLock { $0 += news } }

  func deliver() {
    let news = noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
    guard !news.isEmpty else { return }
    mailbox.post(
      Arrival { [owner] in
        guard let engine = owner.engine else { return }
        var order: [StateMirror] = []
        var byMirror: [ObjectIdentifier: [StateNews]] = [:]
        for one in news {
          guard let mirror = owner.mirrors[ObjectIdentifier(one.container)] else { continue }
          if byMirror[ObjectIdentifier(mirror)] == nil { order.append(mirror) }
          byMirror[ObjectIdentifier(mirror), default: []].append(one)
        }
        engine.announceOutside(during: "change of a state") {
          for mirror in order {
            let news = byMirror[ObjectIdentifier(mirror)] ?? []
            mirror.take(news)
            if !news.allSatisfy(\.isValue) { mirror.tellStatus() }
          }
        }
        for mirror in order { mirror.reportProblems() }
      })
  }

  var isEnded: Bool { false }
}
