import BindCore
import Glibc

/// The environment that the process was started with.
final class RealEnvironment: EnvironmentReader {
  func value(of name: String) -> ByteString? {
    guard !name.utf8.contains(0), let start = getenv(name) else { return nil }
    return ByteString(bytes: Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
  }
}
