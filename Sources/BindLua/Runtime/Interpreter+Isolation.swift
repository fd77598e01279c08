package import BindCore
internal import CLua

/// What one test does to the globals, the next one does not see.
extension Interpreter {
  /// What stands now in the globals, in the libraries and in `require`'s cache.
  package func keepGlobals() throws(LuaFailure) -> LuaReference {
    let number = bh_keep_globals(lua)
    guard number != 0 else { throw shortage }
    return LuaReference(owning: number, type: BH_TYPE_TABLE.rawValue, in: context)
  }

  /// All that is as it was.
  package func restoreGlobals(_ kept: LuaReference) throws(LuaFailure) {
    guard bh_restore_globals(lua, kept.number) == Int32(BH_OK.rawValue) else { throw shortage }
  }

  /// The next `require` loads it again. Without memory it stays.
  package func forget(module name: ByteString) {
    name.bytes.withUnsafeBytes { bytes in
      bh_forget_module(lua, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// The chunk finds functions of the module before the globals, and the module itself under its own last name.
  package func setEnvironment(
    of chunk: LuaReference, module: String, functions names: [String]
  ) throws(LuaFailure) {
    let texts = names.map { Array($0.utf8CString) }
    var pointers: [UnsafePointer<CChar>?] = []
    let status = withPointers(to: texts[...], &pointers) { pointers in
      bh_set_environment(lua, chunk.number, module, pointers, Int32(names.count))
    }
    guard status == Int32(BH_OK.rawValue) else { throw shortage }
  }

  private func withPointers(
    to texts: ArraySlice<[CChar]>, _ pointers: inout [UnsafePointer<CChar>?],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Int32
  ) -> Int32 {
    guard let first = texts.first else { return pointers.withUnsafeBufferPointer { body($0.baseAddress!) } }
    return first.withUnsafeBufferPointer { buffer in
      pointers.append(buffer.baseAddress)
      return withPointers(to: texts.dropFirst(), &pointers, body)
    }
  }
}
