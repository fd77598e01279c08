import CUV

/// One file operation in libuv's thread pool, one step after another on the same request.
///
/// Invariant: while an operation is under way, libuv holds the request and the request holds this object.
final class FileRequest {
  let pointer = UnsafeMutablePointer<uv_fs_t>.allocate(capacity: 1)
  private unowned let loop: EventLoop
  private var done: ((Int, FileRequest) -> Void)?

  init(loop: EventLoop) { self.loop = loop }

  deinit { pointer.deallocate() }

  /// Starts an operation.
  /// - Parameters:
  ///   - operation: calls libuv with the loop, this request and the callback.
  ///   - done: gets the result, negative for an errno. Not called if the start itself failed.
  /// - Returns: 0, or a negative errno of the start.
  func start(
    _ operation: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<uv_fs_t>, uv_fs_cb) -> Int32,
    done: @escaping (Int, FileRequest) -> Void
  ) -> Int32 {
    self.done = done
    pointer.pointee.data = Unmanaged.passRetained(self).toOpaque()
    loop.fileRequestStarted()
    let code = operation(loop.pointer, pointer) { pointer in
      guard let pointer, let data = pointer.pointee.data else { return }
      let request = Unmanaged<FileRequest>.fromOpaque(data).takeRetainedValue()
      let done = request.done
      request.done = nil
      request.loop.fileRequestEnded()
      let result = uv_fs_get_result(pointer)
      done?(Int(result), request)
    }
    if code < 0 {
      self.done = nil
      loop.fileRequestEnded()
      Unmanaged.passUnretained(self).release()
    }
    return code
  }

  /// Frees what the last operation allocated. Called after each one, when its result has been read.
  func cleanUp() { uv_fs_req_cleanup(pointer) }
}
