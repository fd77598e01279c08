public import BindCore
import Glibc

/// Keeps values in an etcd cluster, so that the programs of several machines share them: through etcd's JSON gateway.
///
/// A save is one transaction that compares the revision of each key with the one that was seen last. What others commit is
/// listed once and then watched, each revision apart and in order. A call tries the servers one after the other, a few
/// seconds at most; a save without an answer is looked up before anything else happens.
public final class EtcdStore: Store {
  /// Tombstones are taken away after so many seconds.
  static let sweepAgeSeconds: Int64 = 3600
  /// The own key of a writer that has saved nothing for so many seconds is taken away too; a writer that is still there makes
  /// it anew.
  static let writerAgeSeconds: Int64 = 7 * 24 * 3600
  /// So many of each at a time.
  static let sweepLimit = 32

  fileprivate struct Contents {
    var isClosed = false
    var watcher: EtcdWatcher?
    /// What was told and not taken yet, in order.
    var commits: [(revision: UInt64, contents: [StoreKey: EtcdChange])] = []
    var list: List?
    var trouble: String?
    /// Up to which revision a key's content is known to whoever loads and saves here.
    var known: [StoreKey: UInt64] = [:]
    /// Keys that are gone, and the revision of what says so.
    var tombstones: [StoreKey: UInt64] = [:]
  }

  fileprivate struct List {
    var isCoalesced: Bool
  }

  public let name: String
  let servers: EtcdServers
  let keys: EtcdKeys
  private let client: EtcdClient
  private let contents = Lock(Contents())
  private let writer: EtcdWriter

  /// - Parameters:
  ///   - servers: as `host:port`; one that answers is enough to begin with.
  ///   - prefix: what all keys begin with, without slashes at its ends.
  ///   - certificates: paths of PEM files; with them the servers are spoken to over TLS.
  /// - Throws: `StoreError.failed`, if the servers or the prefix are none.
  public convenience init(
    servers: [String], prefix: String, certificates: EtcdCertificates? = nil
  ) throws(StoreError) {
    let scheme = certificates == nil ? "etcd" : "etcds"
    let text = "\(scheme)://\(servers.joined(separator: ","))/\(prefix)"
    do throws(WebAddress.Malformed) {
      let address = try EtcdAddress(text)
      let reached = EtcdServers(
        origins: address.servers, authorities: certificates?.authorities, certificate: certificates?.certificate,
        key: certificates?.key, rules: .everything)
      self.init(address, reached)
    } catch {
      throw StoreError(.failed, "\(text): \(error.reason)")
    }
  }

  /// `etcd://host:port[,host:port]/prefix`, or `etcds://…?ca=PATH&cert=PATH&key=PATH`.
  public convenience init(_ url: String) throws(StoreError) {
    do throws(WebAddress.Malformed) {
      let address = try EtcdAddress(url)
      self.init(
        address,
        EtcdServers(
          origins: address.servers, authorities: address.authorities, certificate: address.certificate,
          key: address.key, rules: .everything))
    } catch {
      throw StoreError(.failed, "\(url): \(error.reason)")
    }
  }

  package convenience init(_ admitted: AdmittedEtcd) {
    self.init(
      admitted.address,
      EtcdServers(
        origins: admitted.address.servers, authorities: admitted.authorities?.path,
        certificate: admitted.certificate?.path, key: admitted.key?.path, rules: admitted.rules))
  }

  init(_ address: EtcdAddress, _ servers: EtcdServers) {
    name = address.name
    keys = EtcdKeys(prefix: address.prefix)
    self.servers = servers
    client = EtcdClient(servers)
    writer = EtcdWriter(store: name, keys, client)
  }

  deinit { close() }

  public var isShared: Bool { true }
  public var locks: (any StoreLocks)? { EtcdLocks(name: name, servers, keys) }

  // MARK: Reading

  public func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] {
    try checkOpen()
    guard !keys.isEmpty else { return [:] }
    let found = try read(keys)
    return note(found.contents, of: keys, at: found.revision)
  }

  /// What stands under these keys, all from one moment.
  private func read(_ wanted: [StoreKey]) throws(StoreError) -> (revision: UInt64, contents: [StoreKey: EtcdChange]) {
    // Of more keys than a transaction may have, all are read.
    guard wanted.count <= EtcdTransaction.operationLimit else { return try readAll() }
    var transaction = EtcdTransaction()
    transaction.changes = wanted.map { .range(EtcdRange(key: keys.state($0))) }
    let reply = try ask(.transaction(transaction), isRepeatable: true)
    var contents: [StoreKey: EtcdChange] = [:]
    for (key, range) in zip(wanted, reply.ranges) {
      if let pair = range.pairs.first {
        contents[key] = EtcdChange(entry: EtcdEntry(stored: pair.value), revision: pair.modified)
      }
    }
    return (reply.revision, contents)
  }

  private func readAll() throws(StoreError) -> (revision: UInt64, contents: [StoreKey: EtcdChange]) {
    let reply = try ask(.range(EtcdRange(prefix: keys.states)), isRepeatable: true)
    var contents: [StoreKey: EtcdChange] = [:]
    for pair in reply.pairs {
      guard let key = keys.stateKey(pair.key) else { continue }
      contents[key] = EtcdChange(entry: EtcdEntry(stored: pair.value), revision: pair.modified)
    }
    return (reply.revision, contents)
  }

  private func note(
    _ found: [StoreKey: EtcdChange], of keys: [StoreKey], at revision: UInt64
  ) -> [StoreKey: Snapshot] {
    contents.withLock { contents in
      var snapshots: [StoreKey: Snapshot] = [:]
      for key in keys {
        contents.known[key] = max(contents.known[key] ?? 0, revision)
        contents.noteTombstone(key, found[key])
        snapshots[key] = found[key]?.snapshot
      }
      return snapshots
    }
  }

  // MARK: Writing

  public func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    try checkOpen()
    guard !changes.isEmpty else { return [:] }
    return note(try writer.save(changes, tombstones: contents.withLock { $0.tombstones }))
  }

  public func settle() throws(StoreError) -> [StoreKey: StoreRevision]? {
    try checkOpen()
    return try writer.settle().map(note)
  }

  private func note(_ saved: EtcdWriter.Saved) -> [StoreKey: StoreRevision] {
    contents.withLock { contents in
      var revisions: [StoreKey: StoreRevision] = [:]
      for change in saved.changes {
        // Its own echo is older than this, or as old.
        contents.known[change.key] = max(contents.known[change.key] ?? 0, saved.revision)
        contents.tombstones[change.key] = change.bytes == nil ? saved.revision : nil
        if change.bytes != nil { revisions[change.key] = StoreRevision(saved.revision) }
      }
      return revisions
    }
  }

  // MARK: What others commit

  public func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {
    try checkOpen()
    let listener = EtcdWatcher.Listener(
      list: { [weak self] isCoalesced in
        self?.contents.withLock { $0.list = List(isCoalesced: isCoalesced) }
        changed(nil)
      },
      commit: { [weak self] revision, events in
        guard let self else { return }
        let told = note(revision, events)
        changed(told)
      },
      offline: { [weak self] reason in
        self?.contents.withLock { $0.trouble = reason }
        changed(nil)
      })
    let made = try EtcdWatcher(servers, EtcdRange(prefix: keys.states), listener)
    contents.withLock { contents in
      contents.watcher?.end()
      contents.watcher = made
    }
  }

  private func note(_ revision: UInt64, _ events: [EtcdWatchReply.Event]) -> Set<StoreKey> {
    var changes: [StoreKey: EtcdChange] = [:]
    for event in events {
      guard let key = keys.stateKey(event.key) else { continue }
      changes[key] = EtcdChange(entry: event.content.map { EtcdEntry(stored: $0) }, revision: event.revision)
    }
    contents.withLock { $0.commits.append((revision, changes)) }
    return Set(changes.keys)
  }

  public func takeCommits() throws(StoreError) -> [StoreCommit]? {
    try checkOpen()
    let (list, trouble) = contents.withLock { ($0.list, $0.trouble) }
    var commits: [StoreCommit] = []
    if let list {
      let found = try readAll()
      commits = [takeList(found, list)]
    } else if let trouble {
      throw StoreError(.failed, "\(name): \(trouble)")
    }
    return commits + contents.withLock { $0.takeCommits() }
  }

  /// What was there when the watch begins, or begins anew.
  private func takeList(
    _ found: (revision: UInt64, contents: [StoreKey: EtcdChange]), _ list: List
  ) -> StoreCommit {
    let (commit, watcher) = contents.withLock { contents in
      var changes = found.contents
      // What was known and is not there any more.
      for key in contents.known.keys where changes[key] == nil {
        changes[key] = EtcdChange(entry: nil, revision: found.revision)
      }
      contents.list = nil
      contents.trouble = nil
      contents.commits.removeAll { $0.revision <= found.revision }
      var told: [StoreKey: Snapshot?] = [:]
      for (key, change) in changes {
        contents.known[key] = max(contents.known[key] ?? 0, found.revision)
        contents.noteTombstone(key, change)
        told[key] = .some(change.snapshot)
      }
      return (StoreCommit(told, isCoalesced: list.isCoalesced), contents.watcher)
    }
    watcher?.listed(found.revision)
    sweep(found.contents)
    return commit
  }

  /// Takes away what has been gone for long, each only if it is still what was seen, and not so much that others wait for it.
  /// Fails without harm.
  private func sweep(_ found: [StoreKey: EtcdChange]) {
    let now = Int64(time(nil))
    let old = found.filter { _, change in
      change.entry.map { $0.bytes == nil && $0.at < now - Self.sweepAgeSeconds } ?? false
    }
    for (key, change) in old.prefix(Self.sweepLimit) { remove(keys.state(key), ifStill: change.revision) }
    var writers = EtcdRange(prefix: keys.writers)
    writers.oldest = Self.sweepLimit
    guard let reply = try? client.ask(.range(writers), isRepeatable: true) else { return }
    for pair in reply.pairs {
      let mark = EtcdEntry(stored: pair.value)
      if mark.write != nil, mark.at < now - Self.writerAgeSeconds { remove(pair.key, ifStill: pair.modified) }
    }
  }

  private func remove(_ key: [UInt8], ifStill revision: UInt64) {
    var transaction = EtcdTransaction()
    transaction.comparisons = [.modified(key, revision)]
    transaction.changes = [.delete(key)]
    _ = try? client.ask(.transaction(transaction))
  }

  // MARK: Its end

  public func close() {
    let (watcher, wasOpen) = contents.withLock { contents in
      defer { (contents.watcher, contents.isClosed) = (nil, true) }
      return (contents.watcher, !contents.isClosed)
    }
    watcher?.end()
    if wasOpen { client.close() }
  }

  private func checkOpen() throws(StoreError) {
    if contents.withLock({ $0.isClosed }) { throw StoreError(.closed, "\(name) is closed") }
  }

  private func ask(_ request: EtcdRequest, isRepeatable: Bool) throws(StoreError) -> EtcdReply {
    do throws(EtcdClient.Failure) { return try client.ask(request, isRepeatable: isRepeatable) } catch {
      throw StoreError(error, of: name)
    }
  }
}

extension EtcdStore.Contents {
  fileprivate mutating func noteTombstone(_ key: StoreKey, _ change: EtcdChange?) {
    tombstones[key] = change.flatMap { $0.entry?.bytes == nil && $0.entry != nil ? $0.revision : nil }
  }

  /// What was loaded or saved since is left out: of the echo of a save nothing is left.
  fileprivate mutating func takeCommits() -> [StoreCommit] {
    var taken: [StoreCommit] = []
    for (revision, changes) in commits {
      var told: [StoreKey: Snapshot?] = [:]
      for (key, change) in changes where revision > known[key] ?? 0 {
        known[key] = revision
        noteTombstone(key, change)
        told[key] = .some(change.snapshot)
      }
      if !told.isEmpty { taken.append(StoreCommit(told)) }
    }
    commits = []
    return taken
  }
}

/// What stands under a key since a revision.
struct EtcdChange {
  /// nil: nothing.
  var entry: EtcdEntry?
  var revision: UInt64

  var snapshot: Snapshot? { entry?.snapshot(at: revision) }
}

extension StoreError {
  init(_ failure: EtcdClient.Failure, of name: String) {
    switch failure {
    case .unreachable(let reason): self.init(.failed, "\(name): no server answers (\(reason))")
    case .unknown(let reason): self.init(.unknown, "\(name): no answer (\(reason))")
    case .refused(let reason, 8): self.init(.full, "\(name): there is no room left (\(reason))")
    case .refused(let reason, _): self.init(.failed, "\(name): \(reason)")
    case .closed: self.init(.closed, "\(name) is closed")
    }
  }
}
