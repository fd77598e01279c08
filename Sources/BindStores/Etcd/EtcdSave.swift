import BindCore

/// One save as a transaction, and what its answer means.
struct EtcdSave {
  let changes: [StoreChange]
  /// Tells it from every other save.
  let write: String
  /// The key that says which save of this writer took place last.
  let writerKey: [UInt8]
  private let at: Int64
  /// Locks under which it is saved.
  private let fences: [StoreFence]

  init(_ changes: [StoreChange], write: String, writerKey: [UInt8], at: Int64) {
    self.changes = changes
    self.write = write
    self.writerKey = writerKey
    self.at = at
    fences = Set(changes.compactMap(\.fence)).sorted { $0.lock < $1.lock }
  }

  /// Takes place once at most, however often it is sent and however late it arrives: it compares the writer's own key too,
  /// which it changes and which a withdrawal changes.
  /// - Parameters:
  ///   - tombstones: keys that are absent although something stands there.
  ///   - writerRevision: of the writer's own key; 0: there is none.
  func transaction(
    _ keys: EtcdKeys, tombstones: [StoreKey: UInt64], writerRevision: UInt64
  ) -> EtcdTransaction {
    var transaction = EtcdTransaction()
    transaction.comparisons.append(.modified(writerKey, writerRevision))
    for change in changes {
      let key = keys.state(change.key)
      switch change.expecting {
      case .anything: break
      case .absent: transaction.comparisons.append(.modified(key, tombstones[change.key] ?? 0))
      case .revision(let revision): transaction.comparisons.append(.modified(key, revision.number))
      }
      let entry = EtcdEntry(change.bytes, version: change.version, write: write, at: at)
      transaction.changes.append(.put(key, entry.stored, lease: nil))
      transaction.otherwise.append(.range(EtcdRange(key: key)))
    }
    let mark = EtcdEntry([], version: 1, write: write, at: at)
    transaction.changes.append(.put(writerKey, mark.stored, lease: nil))
    transaction.otherwise.append(.range(EtcdRange(key: writerKey)))
    for fence in fences {
      transaction.comparisons.append(.created(keys.lock(fence.lock), fence.number))
      transaction.otherwise.append(.range(EtcdRange(key: keys.lock(fence.lock))))
    }
    return transaction
  }

  /// Ends the attempts that nobody has answered: none of them takes place after this, though it may have before.
  func withdrawal(writerRevision: UInt64) -> EtcdTransaction {
    var transaction = EtcdTransaction()
    transaction.comparisons = [.modified(writerKey, writerRevision)]
    transaction.changes = [.put(writerKey, EtcdEntry([], version: 1, write: "\(write)-", at: at).stored, lease: nil)]
    transaction.otherwise = [.range(EtcdRange(key: writerKey))]
    return transaction
  }

  enum Withdrawal: Equatable {
    case tookPlace(UInt64)
    /// It never will; the writer's own key is of this revision, 0: there is none.
    case withdrawn(UInt64)
  }

  func judge(withdrawal reply: EtcdReply) -> Withdrawal {
    if reply["succeeded"].isTrue { return .withdrawn(reply.revision) }
    guard let mark = reply.ranges.first?.pairs.first else { return .withdrawn(0) }
    return EtcdEntry(stored: mark.value).write == write ? .tookPlace(mark.modified) : .withdrawn(mark.modified)
  }

  enum Verdict: Equatable {
    /// Although this answer says no: an earlier attempt of the same save did.
    case tookPlace(UInt64)
    case conflict([StoreKey])
    /// The lock is gone, or another one's.
    case fenced(StoreFence)
    /// The keys are absent as expected, but by another tombstone, or by none; or the writer's own key is of another
    /// revision: it can be tried again with these.
    case again(tombstones: [StoreKey: UInt64?], writerRevision: UInt64)
  }

  /// Why a comparison did not hold.
  func judge(_ reply: EtcdReply, _ keys: EtcdKeys) -> Verdict {
    let found = reply.ranges.map(\.pairs.first)
    let mark = found.count > changes.count ? found[changes.count] : nil
    if let mark, EtcdEntry(stored: mark.value).write == write { return .tookPlace(mark.modified) }
    for (fence, lock) in zip(fences, found.dropFirst(changes.count + 1)) where lock?.created != fence.number {
      return .fenced(fence)
    }
    var conflicts: [StoreKey] = []
    var tombstones: [StoreKey: UInt64?] = [:]
    for (change, pair) in zip(changes, found) {
      let entry = pair.map { EtcdEntry(stored: $0.value) }
      let isAbsent = entry?.bytes == nil
      switch change.expecting {
      case .anything: break
      case .absent:
        if isAbsent { tombstones[change.key] = .some(pair?.modified) } else { conflicts.append(change.key) }
      case .revision(let revision):
        if pair?.modified != revision.number { conflicts.append(change.key) }
      }
    }
    guard conflicts.isEmpty else { return .conflict(conflicts) }
    return .again(tombstones: tombstones, writerRevision: mark?.modified ?? 0)
  }
}
