public import BindCore

/// Keeps values as long as the process: for tests, and for what need not outlive it.
public final class MemoryStore: Store {
  private struct Contents {
    var snapshots: [StoreKey: Snapshot] = [:]
    var lastRevision: UInt64 = 0
    var isClosed = false

    mutating func apply(_ changes: [StoreChange]) -> [StoreKey: StoreRevision] {
      var revisions: [StoreKey: StoreRevision] = [:]
      for change in changes {
        lastRevision += 1
        let revision = StoreRevision(lastRevision)
        snapshots[change.key] = change.bytes.map { Snapshot(bytes: $0, version: change.version, revision: revision) }
        if change.bytes != nil { revisions[change.key] = revision }
      }
      return revisions
    }
  }

  private let contents = Lock(Contents())

  public let isSecret: Bool

  public init() { isSecret = false }

  /// - Parameter isSecret: it stands for a store whose values are shown nowhere.
  package init(isSecret: Bool) { self.isSecret = isSecret }

  public var name: String { "memory:" }
  public var isShared: Bool { false }

  public func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] {
    try look().snapshots.filter { keys.contains($0.key) }
  }

  public func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    _ = try look()
    let (conflicts, revisions) = contents.withLock { contents in
      let conflicts = changes.filter { !$0.expecting.holds(for: contents.snapshots[$0.key]?.revision) }.map(\.key)
      return (conflicts, conflicts.isEmpty ? contents.apply(changes) : [:])
    }
    guard conflicts.isEmpty else { throw .conflict(conflicts, in: name) }
    return revisions
  }

  private func look() throws(StoreError) -> Contents {
    let contents = contents.withLock { $0 }
    if contents.isClosed { throw StoreError(.closed, "\(name) is closed") }
    return contents
  }

  /// Nobody else can change it.
  public func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {}

  public func close() { contents.withLock { $0.isClosed = true } }
}
