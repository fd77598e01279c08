/// A lock that was got: its name, and the number by which this holding of it differs from every other. What is saved under
/// it takes place only while the lock with that number is there, so that the late write of a holder who was stopped, and
/// has been succeeded meanwhile, is refused.
public struct StoreFence: Hashable, Sendable {
  /// The store's URL. In other stores it says nothing.
  public let store: String
  public let lock: String
  /// Grows with each holding.
  public let number: UInt64
  /// What the holding is known by to its store, such as a lease.
  public let token: Int64

  public init(store: String, lock: String, number: UInt64, token: Int64 = 0) {
    self.store = store
    self.lock = lock
    self.number = number
    self.token = token
  }
}
