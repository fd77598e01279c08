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

  /// - Parameter tombstones: keys that are absent although something stands there.
  func transaction(_ keys: EtcdKeys, tombstones: [StoreKey: UInt64]) -> EtcdTransaction {
    var transaction = EtcdTransaction()
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

  enum Verdict: Equatable {
    /// Although this answer says no: an earlier attempt of the same save did.
    case tookPlace(UInt64)
    case conflict([StoreKey])
    /// The lock is gone, or another one's.
    case fenced(StoreFence)
    /// The keys are absent as expected, but by another tombstone, or by none: it can be tried again with these.
    case otherTombstones([StoreKey: UInt64?])
  }

  /// Why a comparison did not hold.
  func judge(_ reply: EtcdReply, _ keys: EtcdKeys) -> Verdict {
    let found = reply.ranges.map(\.pairs.first)
    if found.count > changes.count, let mark = found[changes.count], EtcdEntry(stored: mark.value).write == write {
      return .tookPlace(mark.modified)
    }
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
    return conflicts.isEmpty ? .otherTombstones(tombstones) : .conflict(conflicts)
  }
}
