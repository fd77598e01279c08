import BindCore
import Glibc

/// A thread that the host cannot do without: for signals, and for lines that are read.
enum HostThread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    let code = DetachedThread.start(body)
    precondition(code == 0, "the system gives no thread more: \(String(cString: strerror(code)))")
  }
}
