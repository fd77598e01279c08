import CUV
// For the link line only: libdispatch's symbols are declared in CUV.
import Dispatch
import Glibc

extension EventLoop {
  /// Lets blocks of `DispatchQueue.main` and tasks of the main actor run while this loop holds the main thread.
  ///
  /// On Linux nothing else drains that queue. It keeps no run alive. Does nothing on another thread, where the
  /// main queue has somebody else to run it.
  /// - Returns: whether the main queue is served now.
  @discardableResult
  package func serveMainQueue() throws(SystemError) -> Bool {
    guard bh_is_main_thread() != 0 else { return false }
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    guard descriptor >= 0 else { return false }
    let handle = try PollHandle(descriptor: descriptor, on: self) { [unowned self] in
      // The eventfd is libdispatch's; reading it is the run loop's part of the bargain.
      var count: UInt64 = 0
      _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
      deliver { _dispatch_main_queue_callback_4CF(nil) }
    }
    handle.isReferenced = false
    return true
  }
}
