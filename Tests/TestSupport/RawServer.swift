import Foundation

/// A server on loopback that says exactly what a test tells it to, however wrong. Each connection has a thread, which
/// runs the test's function and then closes it.
public final class RawServer: Sendable {
  public let port: Int
  private let listener: Int32
  private let state = Guarded(State())

  private struct State {
    var connections: [RawConnection] = []
    var accepted = 0
    var isStopped = false
  }

  /// - Parameter serve: runs on a thread of its own for each connection.
  public init(_ serve: @escaping @Sendable (RawConnection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) != 0 || listen(listener, 128) != 0 || getsockname(listener, $0, &length) != 0
      }
    }
    if failed { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accept(serve) }
  }

  /// One that answers every request of every connection in the same way, and keeps connections open.
  public convenience init(answering answer: @escaping @Sendable (RawRequest) -> String) throws {
    try self.init { connection in
      while let request = connection.request() { if !connection.send(answer(request)) { return } }
    }
  }

  public var url: String { "http://127.0.0.1:\(port)" }

  /// Connections so far.
  public var accepted: Int { state.withLock { $0.accepted } }

  /// Connections that are open now.
  public var open: Int { state.withLock { $0.connections.count } }

  public func stop() {
    let connections = state.withLock { state in
      state.isStopped = true
      return state.connections
    }
    // The accepting thread closes it, so that nobody accepts on a number that belongs to somebody else.
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in connections { connection.hangUp() }
  }

  private func accept(_ serve: @escaping @Sendable (RawConnection) -> Void) {
    while true {
      let socket = Glibc.accept(listener, nil, nil)
      guard socket >= 0 else {
        close(listener)
        return
      }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      let connection = RawConnection(socket)
      let isWelcome = state.withLock { state in
        state.accepted += 1
        if !state.isStopped { state.connections.append(connection) }
        return !state.isStopped
      }
      guard isWelcome else { return connection.end() }
      let thread = Thread { [self] in
        serve(connection)
        state.withLock { $0.connections.removeAll { $0 === connection } }
        connection.end()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
  }
}

public struct RawRequest: Sendable {
  public var method: String
  public var target: String
  /// The lines of its head, the first one left out.
  public var headers: [String]
  public var body: String

  /// The value of a header.
  public func header(_ name: String) -> String? {
    headers.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }
}

/// One connection, with blocking reads and writes.
public final class RawConnection: Sendable {
  private let socket: Int32
  private let isEnded = Guarded(false)

  init(_ socket: Int32) { self.socket = socket }

  /// The next request with its body (by Content-Length); nil at the end of the connection.
  public func request() -> RawRequest? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = read(1)?.first else { return nil }
      head.append(byte)
    }
    var lines = String(decoding: head.dropLast(4), as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines.removeFirst().split(separator: " ").map(String.init)
    guard words.count >= 2 else { return nil }
    var request = RawRequest(method: words[0], target: words[1], headers: lines, body: "")
    if let count = request.header("Content-Length").flatMap({ Int($0) }), count > 0 {
      var body: [UInt8] = []
      while body.count < count {
        guard let piece = read(count - body.count) else { return nil }
        body += piece
      }
      request.body = String(decoding: body, as: UTF8.self)
    }
    return request
  }

  /// At most so many bytes; nil at the end.
  public func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = recv(socket, &bytes, count, 0)
    return got > 0 ? Array(bytes[..<got]) : nil
  }

  /// - Returns: false if the other side is gone.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// An answer with its length.
  @discardableResult
  public func answer(_ status: Int, _ body: String = "", headers: [String] = []) -> Bool {
    send(RawConnection.answer(status, body, headers: headers))
  }

  public static func answer(_ status: Int, _ body: String = "", headers: [String] = []) -> String {
    (["HTTP/1.1 \(status) Said", "Content-Length: \(body.utf8.count)"] + headers).joined(separator: "\r\n")
      + "\r\n\r\n" + body
  }

  /// Waits until the other side closes, and reads what it still sends.
  public func waitForEnd() { while read(4096) != nil {} }

  /// Closes with a reset instead of an end.
  public func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Never on a number that belongs to somebody else by now.
  func hangUp() { isEnded.withLock { if !$0 { shutdown(socket, Int32(SHUT_RDWR)) } } }

  func end() {
    isEnded.withLock { isEnded in
      isEnded = true
      close(socket)
    }
  }
}
