import Foundation

/// A way to a server on loopback that can be cut, and that can lose the answers of what it has let through.
public final class Forwarder: @unchecked Sendable {
  public enum Mode { case open, cut, losesAnswers }

  public let port: Int
  private let target: Int
  private let listener: Int32
  /// Guards what follows.
  private let lock = NSLock()
  private var mode = Mode.open
  private var connections: [(near: Int32, far: Int32)] = []
  private var isEnded = false

  public init(to target: Int) throws {
    self.target = target
    port = try FreePorts.take(1)[0]
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var one: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    guard Self.with(port, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      throw CocoaError(.fileNoSuchFile)
    }
    Foundation.Thread.detachNewThread { [self] in accept() }
  }

  private static func with<Result>(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  public func set(_ new: Mode) {
    lock.withLock { mode = new }
    if new == .cut { closeAll() }
  }

  public func end() {
    lock.withLock { isEnded = true }
    shutdown(listener, Int32(SHUT_RDWR))
    closeAll()
  }

  private func closeAll() {
    lock.withLock {
      for pair in connections {
        shutdown(pair.near, Int32(SHUT_RDWR))
        shutdown(pair.far, Int32(SHUT_RDWR))
      }
      connections = []
    }
  }

  private func accept() {
    while true {
      let near = Foundation.accept(listener, nil, nil)
      if lock.withLock({ isEnded }) { return }
      guard near >= 0 else { continue }
      guard lock.withLock({ mode }) != .cut else {
        close(near)
        continue
      }
      let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard Self.with(target, { connect(far, $0, $1) }) == 0 else {
        close(near)
        close(far)
        continue
      }
      lock.withLock { connections.append((near, far)) }
      Foundation.Thread.detachNewThread { [self] in pump(near, far, isAnswer: false) }
      Foundation.Thread.detachNewThread { [self] in
        pump(far, near, isAnswer: true)
        lock.withLock { connections.removeAll { $0.near == near } }
        close(near)
        close(far)
      }
    }
  }

  private func pump(_ from: Int32, _ to: Int32, isAnswer: Bool) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(from, &buffer, buffer.count)
      guard count > 0 else { break }
      if isAnswer, lock.withLock({ mode }) == .losesAnswers { break }
      var sent = 0
      while sent < count {
        let step = buffer.withUnsafeBytes {
          send(to, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
        }
        guard step > 0 else { break }
        sent += step
      }
    }
    shutdown(to, Int32(SHUT_RDWR))
    shutdown(from, Int32(SHUT_RDWR))
  }
}
