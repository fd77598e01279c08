/// The body of a host function. What it throws is raised in Lua after it has returned.
package typealias HostFunction = (inout HostCall) throws -> Void

/// A registered host function; C keeps its address in the closure that Lua calls.
///
/// Invariant: the interpreter owns it for as long as the Lua state exists, so a call needs no retain.
final class RegisteredFunction {
  let body: HostFunction
  /// Unmanaged, so that nothing is retained on the way.
  let host: Unmanaged<Interpreter>
  let arena: UnsafeMutablePointer<Arena>

  init(_ body: @escaping HostFunction, in interpreter: Interpreter) {
    self.body = body
    host = .passUnretained(interpreter)
    arena = interpreter.arena
  }

  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
