import CUV

/// The reading end of a pipe whose other end a process writes to.
final class StreamHandle: Handle {
  private var received: ((UnsafeBufferPointer<UInt8>) -> Void)?
  private var ended: (() -> Void)?

  /// - Parameters:
  ///   - descriptor: the handle's from now on, unless this throws.
  ///   - received: each piece; the bytes are valid during the call.
  ///   - ended: once, at the end of the stream or at an error; the handle is closed by then.
  init(
    descriptor: Int32, on loop: EventLoop, received: @escaping (UnsafeBufferPointer<UInt8>) -> Void,
    ended: @escaping () -> Void
  ) throws(SystemError) {
    self.received = received
    self.ended = ended
    try super.init(.stream, type: UV_NAMED_PIPE, on: loop) { loop, memory in
      uv_pipe_init(loop, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
    }
    let code = uv_pipe_open(typed(uv_pipe_t.self), descriptor)
    guard code >= 0 else {
      close()
      throw SystemError(code: code)
    }
    uv_read_start(
      typed(uv_stream_t.self),
      { pointer, _, buffer in
        // One buffer serves every stream: the read callback follows at once, before any other allocation.
        guard let handle = StreamHandle.of(pointer), let buffer else { return }
        buffer.pointee.base = UnsafeMutableRawPointer(handle.loop.readBuffer.baseAddress)?.assumingMemoryBound(
          to: CChar.self)
        buffer.pointee.len = handle.loop.readBuffer.count
      },
      { pointer, count, _ in
        guard let handle = StreamHandle.of(pointer) else { return }
        if count > 0 {
          handle.received?(UnsafeBufferPointer(rebasing: handle.loop.readBuffer[..<count]))
        } else if count < 0 {
          let ended = handle.ended
          handle.close()
          ended?()
        }
      })
  }

  override func willClose() {
    received = nil
    ended = nil
  }
}
