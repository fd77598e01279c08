/// Locks that everybody knows who shares a store. They die with whoever holds them: one that is not renewed in time is
/// free again. Every call blocks, and may come from any thread.
public protocol StoreLocks: AnyObject, Sendable {
  /// - Returns: nil if somebody else has it.
  func acquire(_ name: String, seconds: Int) throws(StoreError) -> StoreFence?
  /// Holds it for so many seconds from now on.
  /// - Returns: false if it is lost.
  func renew(_ fence: StoreFence, seconds: Int) throws(StoreError) -> Bool
  /// Gives it back; nothing happens if it is lost already.
  func release(_ fence: StoreFence) throws(StoreError)
  /// Lets go of everything. A call under way fails or ends well.
  func close()
}
