import BindCore

/// A loader of pages: the value is the list of those that are there. A reload fetches them again one after the other, each
/// with the cursor that the new one before it gives; `next()` fetches one more.
final class LuaPages: LoadableWork {
  private let function: LuaReference
  private let nextCursor: LuaReference
  private let limit: Int
  private let key: Value?
  private unowned(unsafe) let surface: Surface
  private var shelf = Shelf()
  /// What the present cycle has given: the shelf, as soon as it is the value.
  private var offered: Shelf?
  /// The one before the last that became the value, and the generation that has given that.
  private var previous: (shelf: Shelf, generation: Int)?
  /// The generation that fetches only the page behind the last, until it has ended.
  private var extending = 0
  /// One more page is to be fetched after what is under way.
  private var isAsked = false
  /// That is about to begin.
  private var beginning: (any Token)?

  private struct Shelf {
    /// As they were loaded, without what a transform makes of them.
    var pages: [Value] = []
    /// Pages that were dropped in front, and the cursor of the first one that is there.
    var dropped = 0
    var firstCursor: Value?
  }

  init(_ function: LuaReference, next: LuaReference, limit: Int, key: Value?, surface: Surface) {
    self.function = function
    nextCursor = next
    self.limit = limit
    self.key = key
    self.surface = surface
  }

  /// - Returns: whether there is one more page to come; a call while one is under way asks for no other.
  func next(of loadable: Loadable) throws(Failure) -> Bool {
    let seen = loadable.seen
    if let last = pages(of: loadable, seen.base).last, try cursor(after: last) == nil { return false }
    loadable.ask(.other({ [self] in extend(loadable) }, seenAs: seen.machine.isActive ? nil : .refresh))
    return true
  }

  /// The pages of that value. What was written by hand counts, except where a transform has made something else of them.
  private func pages(of loadable: Loadable, _ value: Value?) -> [Value] {
    guard let value else { return [] }
    if loadable.options.transform != nil { return shelf.pages }
    guard case .list(let pages) = value else { return [] }
    return pages
  }

  /// Without pages the first one is the next.
  private func extend(_ loadable: Loadable) {
    let hasPages = !pages(of: loadable, loadable.committed).isEmpty
    if loadable.machine.isActive {
      if hasPages, extending != loadable.machine.generation { isAsked = true }
      return
    }
    loadable.refresh()
    if hasPages { extending = loadable.machine.generation }
  }

  private func cursor(after page: Value) throws(Failure) -> Value? {
    let cursor = try surface.engine.runPure { [surface] () throws(Failure) in
      try surface.lua.compute(nextCursor, [page])
    }
    return cursor.isNil || cursor == .null ? nil : cursor
  }

  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    if extending != 0, extending != loadable.machine.generation {
      // What has taken its place (a reload, or a write that has overtaken it) loads all anew, and then that page.
      isAsked = true
      extending = 0
    }
    let old = pages(of: loadable, loadable.committed)
    let reading = Reading(self, loadable, attempt, tell)
    guard extending != 0, let last = old.last else {
      return reading.run(pages: [], cursor: shelf.firstCursor, until: max(1, old.count))
    }
    do throws(Failure) {
      if let cursor = try cursor(after: last) { return reading.run(pages: old, cursor: cursor, until: old.count + 1) }
      tell(.ended(.success(.list(old))))
    } catch { tell(.ended(.failure(error))) }
    return nil
  }

  func ended(_ outcome: LoadableMachine.Outcome, _ generation: Int, of loadable: Loadable) {
    beginning?.cancel()
    beginning = nil
    if outcome == .loaded, let offered {
      previous = (shelf, generation)
      shelf = offered
    } else if outcome == .failed, let previous, previous.generation == generation {
      // It could not become the value after all.
      shelf = previous.shelf
    }
    offered = nil
    let follows = isAsked && outcome == .loaded
    isAsked = false
    extending = 0
    if follows { extendLater(loadable) }
  }

  func forgotten() {
    beginning?.cancel()
    beginning = nil
    (shelf, offered, previous) = (Shelf(), nil, nil)
    isAsked = false
    extending = 0
  }

  /// In a turn of its own, when everybody has seen what there is.
  private func extendLater(_ loadable: Loadable) {
    beginning = loadable.clock.schedule(after: .zero, label: "next page of \(loadable.name)") {
      [weak self, weak loadable] in
      guard let self, let loadable, !loadable.machine.isClosed else { return }
      beginning = nil
      do throws(Failure) {
        if let last = pages(of: loadable, loadable.committed).last, try cursor(after: last) == nil { return }
      } catch {
        // That is then a failure of the load.
      }
      extend(loadable)
    }
  }

  /// One attempt: page after page.
  private final class Reading {
    private let owner: LuaPages
    private let loadable: Loadable
    private let attempt: Int
    private let tell: (LoadEvent) -> Void
    private var present: JobRun?
    private var isOver = false

    init(_ owner: LuaPages, _ loadable: Loadable, _ attempt: Int, _ tell: @escaping (LoadEvent) -> Void) {
      self.owner = owner
      self.loadable = loadable
      self.attempt = attempt
      self.tell = tell
    }

    func run(pages: [Value], cursor: Value?, until count: Int) -> JobRun? {
      fetch(pages, cursor, count)
      if isOver { return nil }
      return JobRun(cancelAndWait: { [self] gone in
        isOver = true
        if let present { present.cancel(whenGone: gone) } else { gone() }
      })
    }

    private func fetch(_ pages: [Value], _ cursor: Value?, _ count: Int) {
      let context = LoadContext(
        attempt: attempt, key: owner.key, cursor: cursor, page: owner.shelf.dropped + pages.count + 1)
      var hasEnded = false
      let run = owner.surface.load(owner.function, context, of: loadable, tell) { [self] result in
        hasEnded = true
        present = nil
        if isOver { return }
        switch result {
        case .failure(let failure): end(.failure(failure))
        case .success(let page):
          let pages = pages + [page]
          do throws(Failure) {
            // A list may have become shorter.
            if pages.count < count, let next = try owner.cursor(after: page) { return fetch(pages, next, count) }
            try end(with: pages)
          } catch { end(.failure(error)) }
        }
      }
      if !hasEnded { present = run }
    }

    private func end(with pages: [Value]) throws(Failure) {
      let shelf = try owner.shelf(with: pages)
      owner.offered = shelf
      end(.success(.list(shelf.pages)))
    }

    private func end(_ result: Result<Value, Failure>) {
      isOver = true
      tell(.ended(result))
    }
  }

  /// The far end goes when there are too many: of pages that were asked for one after the other, the first.
  private func shelf(with pages: [Value]) throws(Failure) -> Shelf {
    var shelf = shelf
    shelf.pages = pages
    while shelf.pages.count > limit {
      shelf.firstCursor = try cursor(after: shelf.pages.removeFirst())
      shelf.dropped += 1
    }
    return shelf
  }
}
