import Glibc

/// A value that several threads share, behind a lock. It does what the standard library's `Mutex` does, and the thread
/// sanitizer can see it: on Linux that one is made of what the sanitizer does not know for a lock.
package final class Lock<Contents>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var contents: Contents

  package init(_ contents: Contents) {
    self.contents = contents
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout Contents) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&contents)
  }
}
