/// Where values are kept under keys: memory, a file, a database, a cluster.
///
/// A store describes nothing and decides nothing: it performs. What is saved when, what happens to an external change, to
/// a version, to data that cannot be read, is the business of whoever keeps states in it, and the same for all stores.
///
/// Every call blocks until it is done, and may come from any thread. A failed call leaves what was there.
public protocol Store: AnyObject, Sendable {
  /// Its URL, as messages show it. No secrets.
  var name: String { get }

  /// Whether somebody else, such as another process, can change what it holds.
  var isShared: Bool { get }

  /// Whether what it holds is to be shown nowhere.
  var isSecret: Bool { get }

  /// What it holds under these keys, all from one moment. A key that it does not have is absent.
  func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot]

  /// Performs all changes, durably, or none.
  /// - Returns: the new revision of each key that has a content now.
  /// - Throws: `conflict` with the keys whose `expecting` does not hold.
  func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision]

  /// Whether the last `save`, which ended as `StoreError.Kind.unknown`, took place after all.
  /// - Returns: what it would have returned; nil if it has not taken place, and cannot any more once something else is
  ///   saved under these keys.
  func settle() throws(StoreError) -> [StoreKey: StoreRevision]?

  /// What others have committed since the last call, each commit apart and in order, for stores that know. What was
  /// loaded or saved here since is not in it.
  /// - Returns: nil if the store does not know: then the keys are to be loaded.
  func takeCommits() throws(StoreError) -> [StoreCommit]?

  /// Its locks, a set of its own for each call; nil if it has none that others would know.
  var locks: (any StoreLocks)? { get }

  /// What it is made of cannot be read (`StoreError.Kind.damaged`): puts it aside byte for byte, so that the store is an
  /// empty one.
  /// - Returns: where it is now.
  func moveAside() throws(StoreError) -> String

  /// Calls `changed`, from any thread, whenever something may have been changed by somebody else: with the keys, or with
  /// nil where it does not know which. A second call takes the place of the first. Telling without need does no harm.
  func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError)

  /// Lets go of everything. Nothing is called afterwards, `changed` neither; a call under way fails or ends well.
  func close()
}

/// What somebody else has changed at once.
public struct StoreCommit: Hashable, Sendable {
  /// nil: the key is gone.
  public var contents: [StoreKey: Snapshot?]
  /// It stands for several commits, which could not be told apart any more.
  public var isCoalesced: Bool

  public init(_ contents: [StoreKey: Snapshot?], isCoalesced: Bool = false) {
    self.contents = contents
    self.isCoalesced = isCoalesced
  }
}

extension Store {
  /// For stores that always know how a save has ended.
  public func settle() throws(StoreError) -> [StoreKey: StoreRevision]? { nil }

  public var isSecret: Bool { false }

  public var locks: (any StoreLocks)? { nil }

  /// For stores that know only what they hold now.
  public func takeCommits() throws(StoreError) -> [StoreCommit]? { nil }

  /// For stores that are never damaged as a whole.
  public func moveAside() throws(StoreError) -> String {
    throw StoreError(.failed, "\(name) has nothing to be put aside")
  }
}

/// The name of one kept value.
public struct StoreKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Not empty.
  public let name: String

  public init(_ name: String) {
    precondition(!name.isEmpty, "a key has a name")
    self.name = name
  }

  public init(stringLiteral name: String) { self.init(name) }
}

extension StoreKey: Comparable {
  public static func < (left: StoreKey, right: StoreKey) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

extension StoreKey: CustomStringConvertible {
  public var description: String { name }
}

/// What tells one content of a key from every other that it has had. Only the store knows how to read it.
public struct StoreRevision: Hashable, Sendable {
  public let number: UInt64
  public init(_ number: UInt64) { self.number = number }
}

/// The content of one key at one moment.
public struct Snapshot: Hashable, Sendable {
  /// JSON, unless somebody else wrote something else there.
  public var bytes: [UInt8]
  /// The version of the form that the value has, from 1; migrations go by it.
  public var version: Int
  public var revision: StoreRevision
  /// Of `bytes`.
  public let hash: ContentHash
  /// Why the store could make nothing of what stands there; then `bytes` are as they stand there.
  package var damage: String?

  public init(bytes: [UInt8], version: Int, revision: StoreRevision) {
    self.bytes = bytes
    self.version = version
    self.revision = revision
    hash = ContentHash(of: bytes)
  }
}

/// What is to become of one key.
public struct StoreChange: Hashable, Sendable {
  public enum Expectation: Hashable, Sendable {
    case anything
    /// The store must not have the key.
    case absent
    case revision(StoreRevision)
  }

  public var key: StoreKey
  /// nil removes the key.
  public var bytes: [UInt8]?
  public var version: Int
  public var expecting: Expectation
  /// The lock under which it is made: it takes place only while that is held.
  public var fence: StoreFence?
  /// The bytes are what the store itself has had: it keeps them as they are.
  package var isVerbatim = false

  public init(
    _ key: StoreKey, bytes: [UInt8]?, version: Int = 1, expecting: Expectation = .anything, fence: StoreFence? = nil
  ) {
    self.fence = fence
    self.key = key
    self.bytes = bytes
    self.version = version
    self.expecting = expecting
  }
}

extension StoreChange.Expectation {
  /// Whether it holds for what a store has.
  public func holds(for revision: StoreRevision?) -> Bool {
    switch self {
    case .anything: true
    case .absent: revision == nil
    case .revision(let expected): revision == expected
    }
  }
}
