/// What a store could not do.
public struct StoreError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Somebody else holds its lock for too long.
    case busy
    case readOnly
    /// No room on the disk.
    case full
    /// The folder, or what the store lives in, is not there.
    case missing
    /// What it is made of cannot be read.
    case damaged
    /// Other contents than expected stand under these keys; nothing was changed.
    case conflict([StoreKey])
    /// A save was sent and no answer came: it may have taken place. `Store.settle` finds out.
    case unknown
    /// It was to be saved under a lock that is lost, or somebody else's by now; nothing was changed.
    case fenced(StoreFence)
    /// It was closed.
    case closed
    /// Anything else of the outside.
    case failed
  }

  public var kind: Kind
  /// One sentence without a full stop, with what failed and why.
  public var message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public static func fenced(_ fence: StoreFence, in store: String) -> StoreError {
    StoreError(.fenced(fence), "\(store): the lock '\(fence.lock)' that this was to be saved under is held no more")
  }

  /// Which keys were changed by somebody else since they were last looked at.
  public static func conflict(_ keys: [StoreKey], in store: String) -> StoreError {
    StoreError(.conflict(keys), "\(keys.map(\.name).joined(separator: ", ")) in \(store) was changed by somebody else")
  }
}
