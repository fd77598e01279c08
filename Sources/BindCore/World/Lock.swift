import Glibc

/// A value that several threads share, behind a lock. It does what the standard library's `Mutex` does, and the thread
/// sanitizer can see it: on Linux that one is made of what the sanitizer does not know for a lock.
///
/// A lock that guards no value of its own is given a number: of an empty value the sanitizer takes the address for that of
/// what stands beside it.
package final class Lock<Contents>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var contents: Contents

  /// - Parameter isChecked: a thread that takes it twice ends with a message, not in a standstill. For locks that are held
  ///   while code of others runs.
  package init(_ contents: Contents, isChecked: Bool = false) {
    self.contents = contents
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    if isChecked { pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK)) }
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout Contents) throws -> Result) rethrows -> Result {
    let code = pthread_mutex_lock(mutex)
    precondition(code == 0, "bindhost: changed from inside its own change")
    defer { pthread_mutex_unlock(mutex) }
    return try body(&contents)
  }
}
