import BindGraph

// What is learned of the outside, and what begins apart from scripts.

/// What is to be shown of the outside.
struct OutsideNews {
  /// Whose value it is, if it is that of a source.
  let source: SourceCell?
  /// Stores and marks.
  let tell: () -> Void
}

extension Engine {
  /// The engine's own commits of what others have done: the body stores and marks, then all that follows runs; in the next
  /// wave, or now.
  /// - Parameter source: whose news it is, if it is that of a source.
  func announceOutside(
    of source: SourceCell? = nil, during title: @autoclosure () -> String, _ body: @escaping () -> Void
  ) {
    if newsTogether != nil {
      newsTogether?.append(OutsideNews(source: source, tell: body))
      return
    }
    if graph.isFlushing || mode == .pure { return graph.hold(HeldNews(body)) }
    apart {
      body()
      if !isApplying { reportOverrun(graph.flush(), during: title()) }
    }
  }

  /// What the body learns of the outside at once is shown in one wave, after it.
  package func announcingTogether(_ body: () -> Void) {
    if newsTogether != nil { return body() }
    newsTogether = []
    body()
    let news = newsTogether ?? []
    newsTogether = nil
    if !news.isEmpty { announceOutside(during: "change of sources") { for one in news { one.tell() } } }
  }

  /// Begins what is no part of the running callback or transaction: now, or after the present wave. What it learns of
  /// sources at once is shown in one wave with all that the callback or transaction learns and writes.
  func beginOutside(by event: CauseID, during title: @autoclosure () -> String, _ body: @escaping () -> Void) {
    if graph.isFlushing { return beginAfterWave(by: event, body) }
    let isFirst = mode == .deferred && newsTogether == nil
    if isFirst { newsTogether = [] }
    defer { if isFirst { holdNews() } }
    apart {
      caused(by: event, body)
      if !isApplying { reportOverrun(graph.flush(), during: title()) }
    }
  }

  /// Takes what the outside answers, which is no part of the callback or transaction that happens to run, and stands whatever
  /// becomes of that: now or, inside a wave, after it.
  func takeAnswer(_ body: @escaping () -> Void) {
    if mode == .immediate { return body() }
    if graph.isFlushing || isApplying || mode == .pure { return afterWave(body) }
    apart(body)
  }

  private func holdNews() {
    let news = newsTogether ?? []
    newsTogether = nil
    for one in news {
      if let source = one.source {
        hold(news: one.tell, of: source)
      } else {
        announceOutside(during: "change outside", one.tell)
      }
    }
  }

  /// As a callback of its own, after the present wave or, in a commit, after that of the commit.
  func beginAfterWave(by event: CauseID, _ body: @escaping () -> Void) {
    afterWave { [unowned self] in _ = runCallback(cause: event) { () throws(Failure) in body() } }
  }

  /// Runs it after the wave that runs now; where none runs, with the next one.
  package func afterWave(_ body: @escaping () -> Void) { graph.hold(HeldNews(body)) }

  /// Runs it when all waves have run, and what is held by them; where none runs, with the next one.
  package func whenQuiet(_ body: @escaping () -> Void) {
    endings.append(body)
    isStepOpen = true
    afterWave {}
  }

  /// The same of what is asked for in a transaction, callback or wave; at once where none runs.
  func atEndOfTurn(_ body: @escaping () -> Void) {
    if isAtRest { body() } else { whenQuiet(body) }
  }

  private final class HeldNews: HeldAction {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    override func apply(in graph: Graph) { body() }
  }
}
