import BindCore

/// Locks in etcd: a key that is made under a lease and dies with it. The revision at which it was made is the fence.
final class EtcdLocks: StoreLocks {
  /// Of one server's answer: a renewal has to come in time at another one.
  private static let attemptLimit: Duration = .milliseconds(1500)

  private let name: String
  private let keys: EtcdKeys
  /// Its own: a save that waits for an answer delays no renewal.
  private let client: EtcdClient

  init(name: String, _ servers: EtcdServers, _ keys: EtcdKeys) {
    self.name = name
    self.keys = keys
    client = EtcdClient(servers)
  }

  deinit { close() }

  func acquire(_ lock: String, seconds: Int) throws(StoreError) -> StoreFence? {
    let key = keys.lock(lock)
    // Whoever stands by asks often; a lease is made only where there is something to get.
    guard try ask(.range(EtcdRange(key: key))).pairs.isEmpty else { return nil }
    let lease = try ask(.grant(seconds: seconds))["ID"].signed
    var transaction = EtcdTransaction()
    transaction.comparisons = [.modified(key, 0)]
    transaction.changes = [.put(key, Array("\(lease)".utf8), lease: lease)]
    let reply: EtcdReply
    do throws(StoreError) { reply = try ask(.transaction(transaction)) } catch {
      // It may have been made: without its lease it is gone.
      _ = try? ask(.revoke(lease: lease))
      throw error
    }
    guard reply["succeeded"].isTrue else {
      _ = try? ask(.revoke(lease: lease))
      return nil
    }
    return StoreFence(store: name, lock: lock, number: reply.revision, token: lease)
  }

  func renew(_ fence: StoreFence, seconds: Int) throws(StoreError) -> Bool {
    guard try ask(.keepAlive(lease: fence.token))["result"]["TTL"].number > 0 else { return false }
    // Somebody may have taken the key away by hand.
    return try ask(.range(EtcdRange(key: keys.lock(fence.lock)))).pairs.first?.created == fence.number
  }

  func release(_ fence: StoreFence) throws(StoreError) {
    do throws(EtcdClient.Failure) { _ = try client.ask(.revoke(lease: fence.token), limit: Self.attemptLimit) } catch {
      // Gone already.
      if case .refused(_, code: 5) = error { return }
      throw StoreError(error, of: name)
    }
  }

  func close() { client.close() }

  private func ask(_ request: EtcdRequest) throws(StoreError) -> EtcdReply {
    do throws(EtcdClient.Failure) { return try client.ask(request, limit: Self.attemptLimit) } catch {
      throw StoreError(error, of: name)
    }
  }
}
