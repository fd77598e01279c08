import CUV

/// The kinds of things libuv holds for us.
package enum HandleKind: String, CaseIterable, Sendable {
  case async, poll, prepare, process, signal, stream, timer
  /// A file operation in the thread pool. It is a request and not a handle, and counted like one.
  case fileRequest
  /// An HTTP exchange in libcurl's hands; its sockets count as `poll`.
  case transfer
}

/// One libuv handle. The loop keeps it from its making until libuv has let go of it after `close`.
///
/// Invariant: `pointer` is initialised and its `data` is this object, until the close callback has run.
class Handle {
  let kind: HandleKind
  let pointer: UnsafeMutablePointer<uv_handle_t>
  unowned let loop: EventLoop
  private(set) var isClosing = false

  /// - Parameter start: libuv's own init. A negative result is thrown, and nothing is left behind.
  init(
    _ kind: HandleKind, type: uv_handle_type, on loop: EventLoop,
    start: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutableRawPointer) -> Int32
  ) throws(SystemError) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: uv_handle_size(type), alignment: 16)
    let code = start(loop.pointer, memory)
    guard code >= 0 else {
      memory.deallocate()
      throw SystemError(code: code)
    }
    self.kind = kind
    self.loop = loop
    pointer = memory.bindMemory(to: uv_handle_t.self, capacity: 1)
    uv_handle_set_data(pointer, Unmanaged.passUnretained(self).toOpaque())
    loop.opened(self)
  }

  /// The handle as libuv's own type.
  final func typed<Type>(_ type: Type.Type) -> UnsafeMutablePointer<Type> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
  }

  /// Whether it alone makes the loop go on.
  final var isReferenced: Bool {
    get { uv_has_ref(pointer) != 0 }
    set {
      guard !isClosing else { return }
      if newValue { uv_ref(pointer) } else { uv_unref(pointer) }
    }
  }

  /// Whether the loop goes on because of it now.
  final var isKeepingAlive: Bool { !isClosing && uv_is_active(pointer) != 0 && uv_has_ref(pointer) != 0 }

  /// Lets libuv let go of it. No callback of it runs after this. A second call does nothing.
  final func close() {
    guard !isClosing else { return }
    isClosing = true
    willClose()
    uv_close(pointer) { pointer in
      guard let pointer, let data = uv_handle_get_data(pointer) else { return }
      let handle = Unmanaged<Handle>.fromOpaque(data).takeUnretainedValue()
      handle.loop.closed(handle)
      UnsafeMutableRawPointer(pointer).deallocate()
    }
  }

  /// Drops what the subclass's callbacks hold.
  func willClose() {}

  /// The object behind a libuv handle, inside one of its callbacks.
  static func of(_ pointer: UnsafeMutableRawPointer?) -> Self? {
    guard let pointer, let data = uv_handle_get_data(pointer.assumingMemoryBound(to: uv_handle_t.self)) else {
      return nil
    }
    let handle = Unmanaged<Handle>.fromOpaque(data).takeUnretainedValue()
    return handle.isClosing ? nil : unsafeDowncast(handle, to: self)
  }
}

/// A negative errno, as libuv gives it.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32

  /// libuv's words for it: "no such file or directory".
  package var description: String { String(cString: uv_strerror(code)) }
}
