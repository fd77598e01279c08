import CUV

/// A socket of libcurl's, watched for what libcurl waits for.
final class SocketHandle: Handle {
  private var body: ((_ isReadable: Bool, _ isWritable: Bool, _ hasFailed: Bool) -> Void)?

  init(
    socket: Int32, on loop: EventLoop,
    body: @escaping (_ isReadable: Bool, _ isWritable: Bool, _ hasFailed: Bool) -> Void
  ) throws(SystemError) {
    self.body = body
    try super.init(.poll, type: UV_POLL, on: loop) { loop, memory in
      uv_poll_init_socket(loop, memory.assumingMemoryBound(to: uv_poll_t.self), socket)
    }
    isReferenced = false
  }

  func watch(reading: Bool, writing: Bool) {
    let events = (reading ? UV_READABLE.rawValue : 0) | (writing ? UV_WRITABLE.rawValue : 0)
    uv_poll_start(typed(uv_poll_t.self), Int32(events)) { pointer, status, events in
      let events = UInt32(bitPattern: events)
      SocketHandle.of(pointer)?.body?(
        events & UV_READABLE.rawValue != 0, events & UV_WRITABLE.rawValue != 0, status < 0)
    }
  }

  override func willClose() { body = nil }
}
