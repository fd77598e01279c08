/// The truth of one state: its value under a lock of its own, the same for every Swift thread and every script.
///
/// Whoever shows it (a `State`, the cells of an engine) is told of each commit in order, and mirrors it.
public final class StateContainer: Sendable {
  /// As messages call it: the key, or what an unkept state was named.
  public let name: String
  package let shape: StateShape
  /// Who saves it; nil for a state that is kept nowhere.
  package let keeper: (any StateKeeper)?
  /// Orders the locks of several containers that are written together.
  private let serial: UInt64
  /// Held while a change is worked out and committed: writers come one after the other. Readers never wait for it.
  private let writing = Lock(0, isChecked: true)
  private let content: Lock<Content>

  struct Content {
    var value: Value
    /// Counts the commits.
    var version: UInt64 = 0
    /// Nothing is kept under the key: it was never written, or it was removed.
    var isAbsent: Bool
    var isReadOnly = false
    var status = StateStatus()
    var sinks: [any StateSink] = []
    /// What was committed here and is not saved yet, where others may have stored something meanwhile.
    var steps = StateSteps()
    /// The lock under which the newest of it was written that was written under one, and the version of that.
    var fence: (fence: StoreFence, version: UInt64)?
  }

  private static let lastSerial = Lock<UInt64>(0)

  package init(_ value: Value, name: String, shape: StateShape, isAbsent: Bool = true, keeper: (any StateKeeper)? = nil)
  {
    self.name = name
    self.shape = shape
    self.keeper = keeper
    serial = Self.lastSerial.withLock { last in
      last += 1
      return last
    }
    content = Lock(Content(value: value, isAbsent: isAbsent))
  }

  // MARK: Reading

  /// The value and what tells it from every other that was committed.
  package var current: (value: Value, version: UInt64) { content.withLock { ($0.value, $0.version) } }
  package var isAbsent: Bool { content.withLock { $0.isAbsent } }
  package var status: StateStatus { content.withLock { $0.status } }
  /// What is kept was written by a newer version: it is shown, and not written.
  package var isReadOnly: Bool { content.withLock { $0.isReadOnly } }

  /// The value, and how what of it is not saved can be made again on another one.
  package var unsaved: (value: Value, version: UInt64, steps: StateSteps) {
    content.withLock { ($0.value, $0.version, $0.steps) }
  }

  /// What was committed up to this version is saved, or given up.
  package func forgetSteps(upTo version: UInt64) {
    content.withLock { content in
      content.steps.removeAll(upTo: version)
      if let fence = content.fence, fence.version <= version { content.fence = nil }
    }
  }

  // MARK: Writing

  /// One container's part of a commit.
  package struct Change {
    package let container: StateContainer
    package var value: Value
    /// The version that the value was worked out from; nil: it holds whatever is there.
    package var expecting: UInt64?
    /// Nothing is to be kept: the value is the default again.
    package var removes = false
    /// As the writer holds it, for those who want the very same.
    package var typed: (any Sendable)?
    /// How it is made again on another value; a plain write unless it says so.
    package var kind = StateStep.Kind.values
    /// The lock that has to be held when it is saved.
    package var fence: StoreFence?

    package init(
      _ container: StateContainer, _ value: Value, expecting: UInt64? = nil, removes: Bool = false,
      typed: (any Sendable)? = nil
    ) {
      self.container = container
      self.value = value
      self.expecting = expecting
      self.removes = removes
      self.typed = typed
    }
  }

  /// Who commits.
  package enum Origin: Sendable {
    /// This process. Its sink, if it has one, is not told: it knows.
    case own(ObjectIdentifier?)
    /// The store: somebody else has written it there, so it need not be saved.
    ///
    /// Several commits may have become one, where they could not be told apart any more.
    case store(isCoalesced: Bool)
    /// The store, together with what waits here to be saved.
    case merge
  }

  /// Commits all changes at once, or none.
  /// - Parameter announces: false if the caller calls `announce` itself, when its own house is in order.
  /// - Returns: the version that each has now; nil if one of them has been written meanwhile.
  package static func commit(_ changes: [Change], by origin: Origin, announces: Bool = true) -> [UInt64]? {
    let ordered = changes.map(\.container).sorted { $0.serial < $1.serial }
    var versions: [UInt64]?
    withWritersLocked(ordered[...]) { versions = commitLocked(changes, by: origin) }
    if versions != nil, announces { announce(ordered, by: origin) }
    return versions
  }

  /// What a change of one container comes to.
  package struct New {
    var value: Value
    /// As the writer holds it.
    var typed: (any Sendable)?
    /// Nothing is to be kept: the value is the default.
    var removes = false

    package init(_ value: Value, typed: (any Sendable)? = nil, removes: Bool = false) {
      self.value = value
      self.typed = typed
      self.removes = removes
    }
  }

  /// Works a value out of the present one and commits it; no other writer comes between. Readers see the old value
  /// meanwhile. Nothing is committed when the body gives nil.
  /// - Returns: the new version.
  /// - Parameter kind: how it is made again where others have stored another value before it is saved.
  package func modify(
    by origin: Origin, kind: StateStep.Kind = .values,
    _ body: (_ value: Value, _ version: UInt64) throws -> New?
  ) rethrows -> UInt64? {
    let version: UInt64? = try writing.withLock { _ in
      let (value, version) = current
      guard let new = try body(value, version) else { return nil }
      var change = Change(self, new.value, removes: new.removes, typed: new.typed)
      change.kind = kind
      return Self.commitLocked([change], by: origin)?.first
    }
    if version != nil { Self.announce([self], by: origin) }
    return version
  }

  /// What several containers hold at one moment, to be saved: of what was committed together all or nothing.
  package static func snapshot(
    of containers: [StateContainer]
  ) -> [(value: Value, version: UInt64, isAbsent: Bool, fence: StoreFence?)] {
    var found: [(value: Value, version: UInt64, isAbsent: Bool, fence: StoreFence?)] = []
    withWritersLocked(containers.sorted { $0.serial < $1.serial }[...]) {
      found = containers.map { container in
        container.content.withLock { content in
          content.steps.seal()
          return (content.value, content.version, content.isAbsent, content.fence?.fence)
        }
      }
    }
    return found
  }

  private static func withWritersLocked(_ containers: ArraySlice<StateContainer>, _ body: () -> Void) {
    guard let first = containers.first else { return body() }
    first.writing.withLock { _ in withWritersLocked(containers.dropFirst(), body) }
  }

  /// The writers of all containers are locked. Sinks are told here, so that each hears of the commits in their order.
  private static func commitLocked(_ changes: [Change], by origin: Origin) -> [UInt64]? {
    for change in changes {
      if let expected = change.expecting, change.container.current.version != expected { return nil }
    }
    var told: [ObjectIdentifier: (sink: any StateSink, news: [StateNews])] = [:]
    var versions: [UInt64] = []
    for change in changes {
      let remembers = change.container.keeper?.isShared ?? false
      let (version, sinks) = change.container.content.withLock { content in
        let before = content.value
        content.value = change.value
        content.version += 1
        if let fence = change.fence { content.fence = (fence, content.version) }
        if remembers, case .own = origin {
          content.steps.append(
            StateStep(kind: change.kind, before: before, after: change.value), version: content.version)
        }
        content.isAbsent = change.removes
        content.sinks.removeAll { $0.isEnded }
        return (content.version, content.sinks)
      }
      versions.append(version)
      let news = StateNews(
        container: change.container, kind: .value(change.value, version: version, typed: change.typed, by: origin))
      for sink in sinks {
        if case .own(let own?) = origin, own == ObjectIdentifier(sink) { continue }
        told[ObjectIdentifier(sink), default: (sink, [])].news.append(news)
      }
    }
    for (sink, news) in told.values { sink.note(news) }
    return versions
  }

  /// Lets those who were told of a commit act on it, and the keepers begin to save.
  package static func announce(_ containers: [StateContainer], by origin: Origin) {
    for container in containers { for sink in container.sinks { sink.deliver() } }
    if case .store = origin { return }
    var byKeeper: [ObjectIdentifier: (keeper: any StateKeeper, containers: [StateContainer])] = [:]
    for container in containers {
      guard let keeper = container.keeper else { continue }
      byKeeper[ObjectIdentifier(keeper), default: (keeper, [])].containers.append(container)
    }
    for (keeper, containers) in byKeeper.values { keeper.changed(containers) }
  }

  // MARK: Those who show it

  private var sinks: [any StateSink] { content.withLock { $0.sinks } }

  /// Who is told of commits; those that have ended do not count.
  package func sinkCount(where counts: (any StateSink) -> Bool = { _ in true }) -> Int {
    content.withLock { content in
      content.sinks.removeAll { $0.isEnded }
      return content.sinks.count(where: counts)
    }
  }

  /// - Returns: value and version at that moment: every later commit is told.
  @discardableResult
  package func add(_ sink: any StateSink) -> (value: Value, version: UInt64) {
    content.withLock { content in
      content.sinks.append(sink)
      return (content.value, content.version)
    }
  }

  package func remove(_ sink: any StateSink) { content.withLock { $0.sinks.removeAll { $0 === sink } } }

  // MARK: What the keeper says

  package func setReadOnly(_ isReadOnly: Bool) { content.withLock { $0.isReadOnly = isReadOnly } }

  package func updateStatus(_ change: (inout StateStatus) -> Void) {
    let told: [any StateSink] = writing.withLock { _ in
      let (status, sinks): (StateStatus?, [any StateSink]) = content.withLock { content in
        let before = content.status
        change(&content.status)
        return (content.status == before ? nil : content.status, content.sinks)
      }
      guard let status else { return [] }
      for sink in sinks { sink.note([StateNews(container: self, kind: .status(status))]) }
      return sinks
    }
    for sink in told { sink.deliver() }
  }
}

/// Who hears of a container's commits.
package protocol StateSink: AnyObject, Sendable {
  /// Remembers what happened, no more: called with the writers locked. What comes together belongs together.
  func note(_ news: [StateNews])
  /// Sees to it that what was noted gets where it belongs. Called after `note` without any lock.
  func deliver()
  /// Nobody is there any more.
  var isEnded: Bool { get }
}

/// One thing that happened to a container.
package struct StateNews: Sendable {
  package enum Kind: Sendable {
    case value(Value, version: UInt64, typed: (any Sendable)?, by: StateContainer.Origin)
    case status(StateStatus)
  }

  package let container: StateContainer
  package let kind: Kind
}

/// How a state stands with its store.
package struct StateStatus: Hashable, Sendable {
  /// Something here is not saved yet.
  package var isPending = false
  /// What went wrong when it was last read from the store; until it goes right.
  package var loadProblem: StateProblem?
  /// The same of saving.
  package var saveProblem: StateProblem?
}
