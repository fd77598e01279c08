/// Bytes and objects that C reads after a host function has returned.
///
/// A host function takes from the top and gives all of it back when it returns: what it wrote stays as it is until
/// the next one takes, and C reads at once. Addresses are stable: a full chunk is followed by another one.
struct Arena {
  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var top = Mark(chunk: 0, offset: 0, kept: 0)
  /// Objects that must live until C has read their addresses; those above `top.kept` are left over.
  private var kept: ContiguousArray<AnyObject> = []

  struct Mark {
    fileprivate var chunk: Int
    fileprivate var offset: Int
    fileprivate var kept: Int
  }

  /// The place to return to.
  var mark: Mark { top }

  mutating func release(to mark: Mark) { top = mark }

  /// Ends the life of what returned host functions left behind.
  mutating func dropLeftovers() {
    if kept.count > top.kept { kept.removeLast(kept.count - top.kept) }
  }

  mutating func keep(_ object: AnyObject) {
    dropLeftovers()
    kept.append(object)
    top.kept += 1
  }

  /// Room for `count` bytes, aligned to 16.
  mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    let size = (count + 15) & ~15
    while top.chunk < chunks.count {
      if top.offset + size <= chunks[top.chunk].count {
        let address = chunks[top.chunk].baseAddress.unsafelyUnwrapped + top.offset
        top.offset += size
        return address
      }
      top.chunk += 1
      top.offset = 0
    }
    chunks.append(.allocate(byteCount: max(size, 4096 << min(chunks.count, 10)), alignment: 16))
    top.offset = size
    return chunks[top.chunk].baseAddress.unsafelyUnwrapped
  }

  /// A copy of the bytes.
  mutating func copy(_ bytes: some Sequence<UInt8>, count: Int) -> UnsafeMutableRawPointer {
    let address = allocate(max(count, 1))
    let target = UnsafeMutableRawBufferPointer(start: address, count: count)
    if bytes.withContiguousStorageIfAvailable({ target.copyMemory(from: UnsafeRawBufferPointer($0)) }) == nil {
      for (index, byte) in bytes.enumerated() { target[index] = byte }
    }
    return address
  }

  mutating func free() {
    kept.removeAll()
    for chunk in chunks { chunk.deallocate() }
    chunks = []
    top = Mark(chunk: 0, offset: 0, kept: 0)
  }
}
