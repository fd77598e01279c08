import Glibc

/// An etcd server on loopback with free ports, for as long as this program runs.
final class EtcdProgram {
  let port: Int
  nonisolated(unsafe) private static var process: pid_t = 0

  /// nil if it is not installed.
  init?(in folder: String) {
    let program = "/usr/bin/etcd"
    guard access(program, X_OK) == 0 else { return nil }
    let ports = Self.freePorts()
    port = ports.client
    let (client, peer) = ("http://127.0.0.1:\(ports.client)", "http://127.0.0.1:\(ports.peer)")
    let words = [
      program, "--name", "bench", "--data-dir", "\(folder)/etcd", "--logger", "zap", "--log-level", "error",
      "--log-outputs", "\(folder)/etcd.log", "--listen-client-urls", client, "--advertise-client-urls", client,
      "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "bench=\(peer)",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, nil, nil, &arguments, environ) == 0 else { giveUp("etcd does not start") }
    Self.process = process
    // It ends with this program, also with one that is interrupted.
    atexit { EtcdProgram.end() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { exit(128 + $0) } }
    waitUntilReady()
  }

  private static func end() {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
  }

  private func waitUntilReady() {
    for _ in 0..<1000 {
      if Self.withSocket({ connect($0, $1, $2) == 0 ? port : nil }, port: port) != nil { return }
      usleep(10_000)
    }
    giveUp("etcd does not answer")
  }

  private static func freePorts() -> (client: Int, peer: Int) {
    let first = withSocket { one, raw, length in
      guard let client = bound(one, raw, length) else { return nil as (Int, Int)? }
      let peer = withSocket { other, raw, length in bound(other, raw, length) }
      return peer.map { (client, $0) }
    }
    guard let first else { giveUp("there is no free port") }
    return first
  }

  private static func bound(_ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: socklen_t) -> Int? {
    var length = length
    guard bind(socket, address, length) == 0, getsockname(socket, address, &length) == 0 else { return nil }
    return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
  }

  /// A socket and an address on loopback, for the time of the body.
  private static func withSocket<Result>(
    _ body: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) -> Result?, port: Int = 0
  ) -> Result? {
    let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(made) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
