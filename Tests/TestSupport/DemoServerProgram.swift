import Foundation

/// `bindhost demo-server` on a free port, answering, until it is stopped.
public final class DemoServerProgram: Sendable {
  public let port: Int
  private let program: OtherProgram

  public init(_ flags: [String] = []) throws {
    port = try Loopback.freePort()
    program = try OtherProgram(
      BuiltProgram.bindhost.url.path, ["demo-server", "--port", "\(port)"] + flags,
      in: FileManager.default.temporaryDirectory)
    Loopback.waitForAnswer(on: port)
  }

  public var url: String { "http://127.0.0.1:\(port)" }

  public func stop() { program.stop() }
}

/// Ports of 127.0.0.1.
public enum Loopback {
  /// One that nobody has, a moment ago.
  public static func freePort() throws -> Int {
    let server = try RawServer { _ in }
    defer { server.stop() }
    return server.port
  }

  /// Returns when somebody accepts connections there, or after ten seconds.
  public static func waitForAnswer(on port: Int) {
    for _ in 0..<1000 where !answers(port) { usleep(10000) }
  }

  private static func answers(_ port: Int) -> Bool {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
