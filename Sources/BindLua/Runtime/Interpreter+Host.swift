package import BindCore
internal import CBindValue
internal import CLua

private let ok = Int32(BH_OK.rawValue)
private let failed = Int32(BH_ERROR.rawValue)
private let needs = Int32(BH_NEEDS.rawValue)
private let pending = Int32(BH_PENDING.rawValue)

/// Where Lua enters Swift: every function here returns a status, and C raises or yields after that.
extension Interpreter {
  static var hostFunctions: bh_host_functions {
    bh_host_functions(
      call: { host, frame in
        guard let host, let frame else { return failed }
        return Unmanaged<Interpreter>.fromOpaque(host)._withUnsafeGuaranteedRef { interpreter in
          let index = Int(frame.pointee.function)
          guard index < interpreter.functions.count else { return failed }
          // Entries are added, never taken away, so the entry lives as long as the interpreter.
          return Unmanaged.passUnretained(interpreter.functions[index])._withUnsafeGuaranteedRef { entry in
            interpreter.answer(frame, entry.body)
          }
        }
      },
      resumed: { host, frame in
        let interpreter = Interpreter.at(host)
        guard let frame else { return failed }
        return interpreter.answer(frame) { call in
          try interpreter.host.resumed(frame.pointee.wait, &call)
        }
      },
      get: { host, object, flags, out in
        guard let host, let object, let out else { return failed }
        return Interpreter.with(host, object) { (interpreter, object) throws in
          var result = HostResult(raw: out, interpreter: interpreter)
          let outcome = try object.read(ReadMode(rawValue: flags), into: &result)
          return outcome == .value ? ok : needs
        }
      },
      set: { host, object, value, out, count in
        guard let host, let object, let value, let out, let count else { return failed }
        return Interpreter.with(host, object) { (interpreter, object) throws in
          var results = WriteResult(raw: out, count: count, interpreter: interpreter)
          try object.write(HostArgument(raw: value, interpreter: interpreter), into: &results)
          return ok
        }
      },
      resolve: { host, object, path, length, out in
        let interpreter = Interpreter.at(host)
        guard let object, let out else { return failed }
        return interpreter.guarded {
          let bytes = ByteString(bytes: Array(UnsafeRawBufferPointer(start: path, count: length)))
          var result = HostResult(raw: out, interpreter: interpreter)
          result.set(try HostObject.at(object).resolve(path: bytes))
          return ok
        }
      },
      module: { host, name, length, source, chunkName in
        let interpreter = Interpreter.at(host)
        guard let source, let chunkName else { return failed }
        return interpreter.guarded {
          let name = ByteString(bytes: Array(UnsafeRawBufferPointer(start: name, count: length)))
          let module = try interpreter.host.module(named: name)
          var result = HostResult(raw: source, interpreter: interpreter)
          try result.set(.string(module.source))
          result = HostResult(raw: chunkName, interpreter: interpreter)
          try result.set(.string(module.chunkName))
          return ok
        }
      },
      retain: { _, object in
        guard let object else { return }
        _ = Unmanaged<HostObject>.fromOpaque(object).retain()
      },
      print: { host, bytes, length in
        Interpreter.at(host).host.print(UnsafeRawBufferPointer(start: bytes, count: length))
      })
  }

  /// The interpreter outlives its Lua state, so it is alive whenever Lua calls.
  fileprivate static func at(_ host: UnsafeMutableRawPointer?) -> Interpreter {
    Unmanaged<Interpreter>.fromOpaque(host.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// Runs a host function on one object. Neither is retained: the interpreter outlives its Lua state, and the
  /// receiver's userdata, which retains the object, is on Lua's stack.
  @inline(__always)
  fileprivate static func with(
    _ host: UnsafeMutableRawPointer, _ object: UnsafeMutableRawPointer,
    _ body: (Interpreter, HostObject) throws -> Int32
  ) -> Int32 {
    Unmanaged<Interpreter>.fromOpaque(host)._withUnsafeGuaranteedRef { interpreter in
      Unmanaged<HostObject>.fromOpaque(object)._withUnsafeGuaranteedRef { object in
        interpreter.guarded { try body(interpreter, object) }
      }
    }
  }

  private func answer(_ frame: UnsafeMutablePointer<bh_frame>, _ body: HostFunction) -> Int32 {
    guarded {
      var call = HostCall(frame: frame, interpreter: self)
      try body(&call)
      return call.waits ? pending : ok
    }
  }

  /// Runs a host function: what it puts into the arena stays readable for C, what it throws is deposited for C.
  @inline(__always)
  fileprivate func guarded(_ body: () throws -> Int32) -> Int32 {
    let mark = arena.mark
    defer { arena.release(to: mark) }
    do {
      return try body()
    } catch {
      deposit(error)
      return failed
    }
  }

  private func deposit(_ error: any Error) {
    switch error {
    case let diagnostic as Diagnostic: deposit(diagnostic)
    case let failure as LuaFailure:
      if let value = failure.value, value.context === context {
        bh_deposit_reference(lua, bh_duplicate(lua, value.number))
      } else {
        deposit(failure.diagnostic)
      }
    case let reference as RaisedValue: bh_deposit_reference(lua, bh_duplicate(lua, reference.value.number))
    default: deposit(Diagnostic(.hostInternal, "\(error)"))
    }
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
  }

  /// What C needs to make or find the object's userdata; lives until C has read it.
  func descriptor(of object: HostObject) -> UnsafeMutableRawPointer {
    arena.keep(object)
    let address = arena.allocate(MemoryLayout<bh_host_object>.size)
    address.initializeMemory(
      as: bh_host_object.self,
      to: bh_host_object(
        object: Unmanaged.passUnretained(object).toOpaque(), slot: object.slot, kind: object.kind.number))
    return address
  }
}

extension HostObject {
  /// The userdata retains the object, so it is alive while Lua calls with it.
  fileprivate static func at(_ pointer: UnsafeMutableRawPointer) -> HostObject {
    Unmanaged<HostObject>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// Throw it from a host function to raise a Lua value as it is.
package struct RaisedValue: Error {
  package let value: LuaReference
  package init(_ value: LuaReference) { self.value = value }
}

/// What `obj:set(value)` gives back: `true`, or `nil, err`.
package struct WriteResult {
  let raw: UnsafeMutablePointer<bh_value>
  let count: UnsafeMutablePointer<UInt32>
  unowned(unsafe) let interpreter: Interpreter

  /// The value was refused by the cell's rules: `nil, err`.
  package mutating func refuse(_ diagnostic: Diagnostic) throws(Diagnostic) {
    raw.pointee.tag = BH_NIL.rawValue
    var second = HostResult(raw: raw + 1, interpreter: interpreter)
    try second.set(error: diagnostic)
    count.pointee = 2
  }
}
