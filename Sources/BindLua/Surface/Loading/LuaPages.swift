import BindCore

/// A loader of pages: the value is the list of those that are there. A reload fetches them again one after the other, each
/// with the cursor that the new one before it gives; `next()` fetches one more.
final class LuaPages: LoadableWork {
  private let function: LuaReference
  private let nextCursor: LuaReference
  private let limit: Int
  private let key: Value?
  private unowned(unsafe) let surface: Surface
  /// How many pages a reload asks for.
  private var wanted = 1
  /// Only the one behind the last is to be fetched.
  private var isExtending = false
  /// Pages that were dropped in front, and the cursor of the first one that is there.
  private var dropped = 0
  private var firstCursor: Value?

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
    guard case .list(let pages)? = seen.base, let last = pages.last else {
      loadable.ask(.load)
      return true
    }
    if seen.machine.isActive { return true }
    guard try cursor(after: last) != nil else { return false }
    loadable.ask(.other { [self] in isExtending = true })
    loadable.ask(.refresh)
    return true
  }

  private func cursor(after page: Value) throws(Failure) -> Value? {
    let cursor = try surface.engine.runPure { [surface] () throws(Failure) in
      try surface.lua.compute(nextCursor, [page])
    }
    return cursor.isNil || cursor == .null ? nil : cursor
  }

  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    var old: [Value] = []
    if case .list(let pages)? = loadable.committed { old = pages }
    let reading = Reading(self, loadable, attempt, tell)
    if isExtending, let last = old.last {
      do {
        guard let cursor = try cursor(after: last) else {
          isExtending = false
          tell(.ended(.success(.list(old))))
          return nil
        }
        return reading.run(pages: old, cursor: cursor, until: old.count + 1)
      } catch {
        tell(.ended(.failure(error)))
        return nil
      }
    }
    isExtending = false
    return reading.run(pages: [], cursor: firstCursor, until: max(1, old.count))
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
        attempt: attempt, key: owner.key, cursor: cursor, page: owner.dropped + pages.count + 1)
      var hasEnded = false
      let run = owner.surface.load(owner.function, context, of: loadable, tell) { [self] result in
        hasEnded = true
        present = nil
        if isOver { return }
        switch result {
        case .failure(let failure): end(.failure(failure))
        case .success(let page):
          let pages = pages + [page]
          guard pages.count < count else { return end(.success(.list(owner.trimmed(pages)))) }
          do throws(Failure) {
            // The list has become shorter.
            guard let next = try owner.cursor(after: page) else { return end(.success(.list(pages))) }
            fetch(pages, next, count)
          } catch { end(.failure(error)) }
        }
      }
      if !hasEnded { present = run }
    }

    private func end(_ result: Result<Value, Failure>) {
      isOver = true
      if case .success = result { owner.isExtending = false }
      tell(.ended(result))
    }
  }

  /// The far end goes when there are too many: of pages that were asked for one after the other, the first.
  private func trimmed(_ pages: [Value]) -> [Value] {
    var pages = pages
    while pages.count > limit {
      firstCursor = try? cursor(after: pages.removeFirst())
      dropped += 1
    }
    return pages
  }
}
