package import BindCore
internal import CLua

extension Interpreter {
  /// What a chunk does with globals; nothing is run.
  /// - Throws: a syntax error.
  package func examine(_ source: ByteString, name: String) throws(LuaFailure) -> CompiledChunk {
    let chunk = try load(source, name: name)
    var bytes: [UInt8] = []
    withUnsafeMutablePointer(to: &bytes) { sink in
      _ = bh_dump(
        lua, chunk.number,
        { data, piece, length in
          data?.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeRawBufferPointer(start: piece, count: length))
        }, sink)
    }
    return CompiledChunk(bytes)
  }

  /// The names of all globals at this moment.
  package func globalNames() throws(LuaFailure) -> [String] {
    let text = "local names = {} for name in pairs(_G) do names[#names + 1] = tostring(name) end return names"
    let chunk = try load(ByteString(text), name: "=globals")
    guard case .list(let names)? = try call(chunk, results: 1).first else { return [] }
    return names.compactMap { if case .string(let name) = $0 { name.text } else { nil } }
  }
}
