import BindCore
import Glibc

/// Saves to a cluster, each save once at most, also where nobody answers.
///
/// Under a key of its own stands which of its saves took place last. Any thread: a save waits until the one before it has ended.
final class EtcdWriter: Sendable {
  /// How long a save looks for what has become of it.
  static let patience: Duration = .seconds(5)

  private struct Progress {
    var lastWrite: UInt64 = 0
    /// Of the writer's own key; 0: there is none.
    var revision: UInt64 = 0
    /// The last save, if nobody has answered it.
    var unsettled: EtcdSave?
  }

  /// A save that took place.
  struct Saved {
    let changes: [StoreChange]
    let revision: UInt64

    init(_ save: EtcdSave, at revision: UInt64) {
      changes = save.changes
      self.revision = revision
    }
  }

  private let store: String
  private let keys: EtcdKeys
  private let client: EtcdClient
  /// Names it among all that write to the cluster.
  private let name: String
  private let progress = Lock(Progress())

  init(store: String, _ keys: EtcdKeys, _ client: EtcdClient) {
    self.store = store
    self.keys = keys
    self.client = client
    var random = SystemRandomNumberGenerator()
    name = String(random.next(), radix: 36) + String(random.next(), radix: 36)
  }

  /// - Parameter tombstones: keys that are absent although something stands there.
  func save(_ changes: [StoreChange], tombstones: [StoreKey: UInt64]) throws(StoreError) -> Saved {
    // One for the writer's own key, one for a fence.
    guard changes.count <= EtcdTransaction.operationLimit - 2 else {
      throw StoreError(
        .failed, "\(store): etcd takes \(EtcdTransaction.operationLimit - 2) keys at once, not \(changes.count)")
    }
    return try inTurn { progress throws(StoreError) in
      progress.lastWrite += 1
      progress.unsettled = nil
      let save = EtcdSave(
        changes, write: "\(name)-\(progress.lastWrite)", writerKey: keys.writer(name), at: Int64(time(nil)))
      return try perform(save, tombstones, &progress)
    }
  }

  /// What has become of the last save, if nobody has answered it. One that has not taken place by now never will: what was
  /// said here stays true.
  func settle() throws(StoreError) -> Saved? {
    try inTurn { progress throws(StoreError) in try settle(&progress) }
  }

  private func perform(
    _ save: EtcdSave, _ tombstones: [StoreKey: UInt64], _ progress: inout Progress
  ) throws(StoreError) -> Saved {
    let end = ContinuousClock.now + Self.patience
    var tombstones = tombstones
    while true {
      let transaction = save.transaction(keys, tombstones: tombstones, writerRevision: progress.revision)
      let reply: EtcdReply
      do throws(EtcdClient.Failure) { reply = try client.ask(.transaction(transaction)) } catch {
        guard case .unknown(let reason) = error else { throw StoreError(error, of: store) }
        guard let saved = try lookUp(save, until: end, reason, &progress) else { continue }
        return saved
      }
      if reply["succeeded"].isTrue { return note(save, at: reply.revision, &progress) }
      switch save.judge(reply, keys) {
      case .tookPlace(let revision): return note(save, at: revision, &progress)
      case .fenced(let fence): throw .fenced(fence, in: store)
      case .conflict(let conflicts): throw .conflict(conflicts, in: store)
      case .again(let found, let revision):
        for (key, revision) in found { tombstones[key] = revision }
        progress.revision = revision
      }
    }
  }

  /// Nobody has answered: the writer's own key says whether it took place.
  /// - Returns: nil if it has not and never will, and there is time to try again.
  private func lookUp(
    _ save: EtcdSave, until end: ContinuousClock.Instant, _ reason: String, _ progress: inout Progress
  ) throws(StoreError) -> Saved? {
    progress.unsettled = save
    while ContinuousClock.now < end {
      do throws(StoreError) {
        if let saved = try settle(&progress) { return saved }
        if ContinuousClock.now < end { return nil }
      } catch {
        if error.kind == .closed { throw error }
        usleep(50_000)
      }
    }
    progress.unsettled = save
    throw StoreError(.unknown, "\(store): no answer to a save (\(reason)); it is looked up as soon as a server answers")
  }

  private func settle(_ progress: inout Progress) throws(StoreError) -> Saved? {
    guard let save = progress.unsettled else { return nil }
    // Read first: a cluster that has no room for a withdrawal still says what took place.
    let seen = try ask(.range(EtcdRange(key: save.writerKey)))
    if let mark = seen.pairs.first, EtcdEntry(stored: mark.value).write == save.write {
      return note(save, at: mark.modified, &progress)
    }
    // A second one finds what the first one has done.
    let reply = try ask(.transaction(save.withdrawal(writerRevision: progress.revision)))
    switch save.judge(withdrawal: reply) {
    case .tookPlace(let revision): return note(save, at: revision, &progress)
    case .withdrawn(let revision):
      progress.unsettled = nil
      progress.revision = revision
      return nil
    }
  }

  private func note(_ save: EtcdSave, at revision: UInt64, _ progress: inout Progress) -> Saved {
    progress.unsettled = nil
    progress.revision = revision
    return Saved(save, at: revision)
  }

  private func inTurn<Result>(
    _ body: (inout Progress) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result: Swift.Result<Result, StoreError> = progress.withLock { progress in
      do throws(StoreError) { return .success(try body(&progress)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func ask(_ request: EtcdRequest) throws(StoreError) -> EtcdReply {
    do throws(EtcdClient.Failure) { return try client.ask(request, isRepeatable: true) } catch {
      throw StoreError(error, of: store)
    }
  }
}
