package import BindCore
internal import CLua
internal import Glibc

/// The C context, while it is open. Outlives the interpreter as long as references exist.
final class LuaContext: @unchecked Sendable {
  /// The interpreter's thread, as of its last turn.
  @exclusivity(unchecked) var owner = pthread_self()
  /// References whose last holder was on another thread.
  private let strays = Lock<[Int32]>([])
  /// nil once closed.
  @exclusivity(unchecked) var pointer: OpaquePointer?

  init() {}

  /// Gives a reference back: at once on the interpreter's thread, at its next safe point from any other.
  func release(_ number: Int32) {
    if pthread_equal(pthread_self(), owner) != 0 {
      if let pointer { bh_release(pointer, number) }
    } else {
      strays.withLock { $0.append(number) }
    }
  }

  /// On the interpreter's thread.
  func releaseStrays() {
    owner = pthread_self()
    for number in strays.withLock({ numbers in
      defer { numbers = [] }
      return numbers
    }) {
      if let pointer { bh_release(pointer, number) }
    }
  }
}

/// A Lua value that Swift holds: a function, a thread, a foreign userdata, an error value.
///
/// Invariant: the registry of an open interpreter holds the value under `number` until the reference is gone.
package final class LuaReference: Opaque, @unchecked Sendable {
  let context: LuaContext
  package let number: Int32
  let type: UInt32
  /// The address of the Lua object; two references to one object have it in common.
  private let identity: UInt64

  /// Takes over the registry reference `number`.
  init(owning number: Int32, type: UInt32, identity: UInt64? = nil, in context: LuaContext) {
    self.context = context
    self.number = number
    self.type = type
    self.identity = identity ?? context.pointer.map { bh_identity($0, number) } ?? 0
  }

  deinit {
    context.release(number)
  }

  package var isFunction: Bool { type == BH_TYPE_FUNCTION.rawValue }

  override package var typeName: String {
    switch bh_type(type) {
    case BH_TYPE_FUNCTION: "function"
    case BH_TYPE_TABLE: "table"
    case BH_TYPE_THREAD: "thread"
    default: "userdata"
    }
  }

  override package func isIdentical(to other: Opaque) -> Bool {
    guard let other = other as? LuaReference else { return false }
    return self === other || (context === other.context && identity == other.identity && identity != 0)
  }
}
