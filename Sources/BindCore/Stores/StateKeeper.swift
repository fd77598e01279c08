/// Saves containers and brings in what others have stored. Any thread.
package protocol StateKeeper: AnyObject, Sendable {
  /// The store's URL.
  var name: String { get }
  /// Whether somebody else can change what is stored.
  var isShared: Bool { get }
  /// Whether what it keeps is to be shown nowhere.
  var isSecret: Bool { get }
  /// The container of a key; the same one for everybody who opens it while somebody has it.
  ///
  /// Blocks while what is stored is read, migrated or moved aside. What is wrong with the store is in the container's
  /// status.
  /// - Throws: a `Diagnostic` `store.key_type`, or what a migration throws: then nothing stored was changed.
  func open(_ request: StateRequest) throws -> StateContainer
  /// These were written here, together; they are to be saved, together.
  func changed(_ containers: [StateContainer])
  /// Something is wrong that only whoever shows the container can see: it stands until the next success.
  func note(_ problem: StateProblem, ofLoading isOfLoading: Bool, in container: StateContainer)
  /// A turn begins: what it changes, also step by step, is saved together, not before `release`. Each hold has its release.
  func hold()
  func release()
  /// Saves what waits, now, and says how that ended for this one.
  func save(_ container: StateContainer, completion: @escaping @Sendable (StateProblem?) -> Void)
  /// Takes a place at the lock of this name; whoever has it is told so, on any thread.
  /// - Returns: nil if the store has no locks that others would know.
  func seat(_ lock: String, tell: @escaping @Sendable (SeatNews) -> Void) -> (any ClusterSeat)?
  /// Saves what waits before it returns.
  /// - Returns: what could not be saved, by container.
  func flush() -> [(container: StateContainer, problem: StateProblem)]
}

/// What somebody wants to be kept.
package struct StateRequest {
  package let key: StoreKey
  package let shape: StateShape
  /// Of the form of the value, from 1.
  package var version = 1
  /// Turns a stored value of an older version into one of `version`. Called while the key is opened, on that thread.
  package var migrate: ((_ old: Value, _ from: Int) throws -> Value)?
  /// What `migrate` throws is a problem of the state, which begins with its default: what is stored is moved aside. Otherwise `open` throws it.
  package var movesAsideWhatFailsToMigrate = false
  /// As `migrate`, for a value that was not there when the key was opened: it answers once, on any thread. nil: `migrate`
  /// may be called on any thread.
  package var migrateLater: (@Sendable (MigrationRequest) -> Void)?
  /// How long a change waits for others before they are saved together.
  package var saveAfter: Duration = .milliseconds(200)
  package var merge = MergeRule.fields
  /// Why a value of the right shape is none of this state; nil if it is one.
  package var accepts: @Sendable (Value) -> String? = { _ in nil }

  package init(_ key: StoreKey, shape: StateShape) {
    self.key = key
    self.shape = shape
  }
}

/// What becomes of a change that is not saved yet when somebody else has stored another one.
package enum MergeRule: Sendable {
  /// What was changed here is done again on what is stored: a function runs again; of a plain write the fields stand that
  /// it has changed, and all others are as the other side has them.
  case fields
  /// A function of the value here, the stored one, and the one that both began with.
  case custom(@Sendable (_ mine: Value, _ theirs: Value, _ base: Value) -> Value)
  /// Somebody else works it out, on a thread of his, and answers once; the state is not saved before.
  case elsewhere(@Sendable (MergeRequest) -> Void)
}

package struct MergeRequest: Sendable {
  package let theirs: Value
  package let base: Value
  /// Takes the answer: the version of the container that was looked at, and what both come to.
  package let answer: @Sendable (_ version: UInt64, _ merged: Value) -> Void

  package init(theirs: Value, base: Value, answer: @escaping @Sendable (_ version: UInt64, _ merged: Value) -> Void) {
    self.theirs = theirs
    self.base = base
    self.answer = answer
  }
}

/// A value of an older version that was found while its key is open.
package struct MigrationRequest: Sendable {
  package let old: Value
  package let from: Int
  /// Takes the value in its present form; nil if there is none, which is reported already.
  package let answer: @Sendable (Value?) -> Void

  package init(old: Value, from: Int, answer: @escaping @Sendable (Value?) -> Void) {
    self.old = old
    self.from = from
    self.answer = answer
  }
}
