package import BindCore
internal import CBindValue
internal import CLua

private let ok = Int32(BH_OK.rawValue)
private let failed = Int32(BH_ERROR.rawValue)
private let needs = Int32(BH_NEEDS.rawValue)
private let pending = Int32(BH_PENDING.rawValue)

/// Runs a host function: what it puts into the arena stays readable for C, what it throws is deposited for C.
@inline(__always)
private func guarded(
  _ host: Unmanaged<Interpreter>, _ arena: UnsafeMutablePointer<Arena>, _ body: () throws -> Int32
) -> Int32 {
  let mark = arena.pointee.mark
  defer { arena.pointee.release(to: mark) }
  do {
    return try body()
  } catch {
    host.takeUnretainedValue().deposit(error)
    return failed
  }
}

@inline(__always)
private func guarded(
  _ host: UnsafeMutableRawPointer, _ body: (Unmanaged<Interpreter>) throws -> Int32
) -> Int32 {
  let host = Unmanaged<Interpreter>.fromOpaque(host)
  return guarded(host, host._withUnsafeGuaranteedRef { $0.arena }) { try body(host) }
}

/// Where Lua enters Swift: every function here returns a status, and C raises or yields after that.
///
/// The interpreter outlives its Lua state, and a userdata retains its object: both are alive while Lua calls, and
/// nothing is retained on the way.
extension Interpreter {
  static var hostFunctions: bh_host_functions {
    bh_host_functions(
      call: { _, frame in
        guard let frame, let address = frame.pointee.function else { return failed }
        return Unmanaged<RegisteredFunction>.fromOpaque(address)._withUnsafeGuaranteedRef { function in
          guarded(function.host, function.arena) {
            var call = HostCall(frame: frame, host: function.host)
            try function.body(&call)
            return call.waits ? pending : ok
          }
        }
      },
      resumed: { host, frame in
        guard let frame, let host else { return failed }
        return guarded(host) { host in
          var call = HostCall(frame: frame, host: host)
          try host._withUnsafeGuaranteedRef { try $0.host.resumed(frame.pointee.wait, &call) }
          return call.waits ? pending : ok
        }
      },
      get: { host, object, flags, out in
        guard let host, let object, let out else { return failed }
        let mode = ReadMode(rawValue: flags)
        if mode.isEmpty, HostObject.with(object, { $0.readScalar(into: out) }) { return ok }
        return Interpreter.read(host, object, mode, out)
      },
      set: { host, object, value, out, count in
        guard let host, let object, let value, let out, let count else { return failed }
        return guarded(host) { host in
          var results = WriteResult(raw: out, count: count, host: host)
          let value = HostArgument(raw: value, host: host)
          try HostObject.with(object) { try $0.write(value, into: &results) }
          return ok
        }
      },
      resolve: { host, object, path, length, out in
        guard let host, let object, let out else { return failed }
        return guarded(host) { host in
          let bytes = ByteString(bytes: Array(UnsafeRawBufferPointer(start: path, count: length)))
          var result = HostResult(raw: out, host: host)
          result.set(try HostObject.with(object) { try $0.resolve(path: bytes) })
          return ok
        }
      },
      module: { host, name, length, source, chunkName in
        guard let host, let source, let chunkName else { return failed }
        return guarded(host) { host in
          let name = ByteString(bytes: Array(UnsafeRawBufferPointer(start: name, count: length)))
          let module = try host.takeUnretainedValue().host.module(named: name)
          var result = HostResult(raw: source, host: host)
          result.set(module.source)
          result = HostResult(raw: chunkName, host: host)
          result.set(ByteString(module.chunkName))
          return ok
        }
      },
      module_runs: { host, name, length, begins in
        guard let host else { return }
        let name = ByteString(bytes: Array(UnsafeRawBufferPointer(start: name, count: length)))
        let interpreter = Unmanaged<Interpreter>.fromOpaque(host).takeUnretainedValue()
        interpreter.host.moduleRuns(name, begins: begins)
      },
      retain: { _, object in
        guard let object else { return }
        _ = Unmanaged<HostObject>.fromOpaque(object).retain()
      },
      print: { host, bytes, length in
        guard let host else { return }
        let interpreter = Unmanaged<Interpreter>.fromOpaque(host).takeUnretainedValue()
        interpreter.host.print(UnsafeRawBufferPointer(start: bytes, count: length))
      },
      now: { host in
        guard let host else { return 0 }
        return Unmanaged<Interpreter>.fromOpaque(host).takeUnretainedValue().host.now
      })
  }

  @inline(never)
  private static func read(
    _ host: UnsafeMutableRawPointer, _ object: UnsafeMutableRawPointer, _ mode: ReadMode,
    _ out: UnsafeMutablePointer<bh_value>
  ) -> Int32 {
    guarded(host) { host in
      var result = HostResult(raw: out, host: host)
      let outcome = try HostObject.with(object) { try $0.read(mode, into: &result) }
      return outcome == .value ? ok : needs
    }
  }

  @inline(never)
  fileprivate func deposit(_ error: any Error) {
    switch error {
    case let diagnostic as Diagnostic: deposit(diagnostic)
    case let failure as LuaFailure:
      if let value = failure.value, value.context === context {
        bh_deposit_copy(lua, value.number)
        deposit(origin: failure.position, failure.traceback)
      } else {
        deposit(failure.diagnostic)
      }
    case let reference as RaisedValue:
      if let value = reference.value { bh_deposit_copy(lua, value.number) } else { bh_deposit_reference(lua, 0) }
      deposit(origin: reference.position, reference.traceback)
    default: deposit(Diagnostic(.hostInternal, "\(error)"))
    }
  }

  /// Where what was deposited was raised, which is told unless a script catches it.
  private func deposit(origin position: SourcePosition?, _ traceback: String?) {
    guard let position, let traceback, !traceback.isEmpty else { return }
    bh_deposit_origin(lua, position.script, Int32(clamping: position.line), traceback)
  }

  private func deposit(_ diagnostic: Diagnostic) {
    var encoder = TreeEncoder(self)
    do {
      try encoder.append(.record(diagnostic.record))
      bh_deposit_record(lua, encoder.bytes, encoder.bytes.count)
    } catch {  // a chain of causes deeper than a value may be
      let message = Array(diagnostic.message.utf8CString)
      bh_deposit_text(lua, diagnostic.id.rawValue, message, message.count - 1)
    }
    if diagnostic.stop != 0 { bh_deposit_stop(lua, diagnostic.stop) }
  }

  /// What C needs to make or find the object's userdata; lives until C has read it.
  func descriptor(of object: HostObject) -> UnsafeMutableRawPointer {
    arena.pointee.keep(object)
    let address = arena.pointee.allocate(MemoryLayout<bh_host_object>.size)
    address.initializeMemory(
      as: bh_host_object.self,
      to: bh_host_object(
        object: Unmanaged.passUnretained(object).toOpaque(), slot: object.slot, kind: object.kind.number))
    return address
  }
}

extension HostObject {
  @inline(__always)
  fileprivate static func with<Result>(
    _ pointer: UnsafeMutableRawPointer, _ body: (HostObject) throws -> Result
  ) rethrows -> Result {
    try Unmanaged<HostObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }
}

/// Throw it from a host function to raise a Lua value as it is; nil raises nil.
package struct RaisedValue: Error {
  package let value: LuaReference?
  /// Where it was raised, and with which stack, if that is known.
  let position: SourcePosition?
  let traceback: String?

  package init(_ value: LuaReference?, at position: SourcePosition? = nil, traceback: String? = nil) {
    self.value = value
    self.position = position
    self.traceback = traceback
  }
}

/// What `obj:set(value)` gives back: `true`, or `nil, err`.
package struct WriteResult {
  let raw: UnsafeMutablePointer<bh_value>
  let count: UnsafeMutablePointer<UInt32>
  let host: Unmanaged<Interpreter>

  /// The value was refused by the cell's rules: `nil, err`.
  package mutating func refuse(_ diagnostic: Diagnostic) throws(Diagnostic) {
    raw.pointee.tag = BH_NIL.rawValue
    var second = HostResult(raw: raw + 1, host: host)
    try second.set(error: diagnostic)
    count.pointee = 2
  }
}
