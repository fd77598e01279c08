import Foundation

/// Real etcd processes on loopback, with free ports and a folder of their own; they end with this.
public final class EtcdCluster: @unchecked Sendable {
  private struct Node {
    let name: String
    let port: Int
    let peerPort: Int
    var process: ChildProcess?
  }

  private let folder: URL
  private var nodes: [Node] = []
  private let token = UUID().uuidString
  private let certificates: TestCertificates?

  /// - Parameters:
  ///   - count: of nodes.
  ///   - certificates: with them the servers speak TLS, and only with whom the same authority vouches for.
  public init(_ count: Int = 1, certificates: TestCertificates? = nil) throws {
    self.certificates = certificates
    folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-etcd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ports = try FreePorts.take(count * 2)
    nodes = (0..<count).map { Node(name: "n\($0)", port: ports[$0 * 2], peerPort: ports[$0 * 2 + 1]) }
    for index in 0..<count { try begin(index, isNew: true) }
    try waitUntilReady()
  }

  /// One node for all tests that need no cluster of their own. It ends with the tests' process.
  public static func shared() throws -> EtcdCluster { try one.get() }

  private static let one: Result<EtcdCluster, any Error> = {
    atexit { EtcdCluster.endShared() }
    return Result { try EtcdCluster() }
  }()

  private static func endShared() { try? one.get().end() }

  deinit { end() }

  public func end() {
    for node in nodes {
      guard let process = node.process, process.isRunning else { continue }
      process.signal(SIGCONT)
      process.signal(SIGKILL)
      process.waitForEnd()
    }
    nodes = []
    try? FileManager.default.removeItem(at: folder)
  }

  public var servers: [String] { nodes.map { "127.0.0.1:\($0.port)" } }
  public func port(_ index: Int) -> Int { nodes[index].port }

  public func url(_ prefix: String, only index: Int? = nil) -> String {
    "etcd://\((index.map { [servers[$0]] } ?? servers).joined(separator: ","))/\(prefix)"
  }

  private func begin(_ index: Int, isNew: Bool) throws {
    let node = nodes[index]
    let scheme = certificates == nil ? "http" : "https"
    let (client, peer) = ("\(scheme)://127.0.0.1:\(node.port)", "http://127.0.0.1:\(node.peerPort)")
    var line = [
      "/usr/bin/etcd", "--name", node.name, "--data-dir", folder.path() + "/" + node.name, "--logger", "zap",
      "--log-level", "error",
      "--log-outputs", folder.path() + "/\(node.name).log",
      "--listen-client-urls", client, "--advertise-client-urls", client,
      "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
      "--initial-cluster", nodes.map { "\($0.name)=http://127.0.0.1:\($0.peerPort)" }.joined(separator: ","),
      "--initial-cluster-token", token, "--initial-cluster-state", isNew ? "new" : "existing",
      "--heartbeat-interval", "100", "--election-timeout", "1000",
    ]
    if let certificates {
      line += [
        "--cert-file", certificates.path("server.pem"), "--key-file", certificates.path("server.key"),
        "--client-cert-auth", "--trusted-ca-file", certificates.path("ca.pem"),
      ]
    }
    nodes[index].process = try ChildProcess(line)
  }

  private func waitUntilReady() throws {
    let end = ContinuousClock.now + .seconds(30)
    for index in nodes.indices where nodes[index].process != nil {
      while try !ask(servers[index], "kv/range", #"{"key":"AQ=="}"#).isGood {
        guard ContinuousClock.now < end else {
          throw NotReady(log: (try? String(contentsOf: folder.appending(path: "n\(index).log"), encoding: .utf8)) ?? "")
        }
        usleep(20_000)
      }
    }
  }

  /// Asks as anybody would, and not by the code under test.
  private func ask(_ server: String, _ path: String, _ body: String) throws -> (isGood: Bool, text: String) {
    var line = ["/usr/bin/curl", "-s", "-f", "-m", "5", "--noproxy", "*", "-d", body]
    if let certificates {
      line += [
        "--cacert", certificates.path("ca.pem"), "--cert", certificates.path("client.pem"), "--key",
        certificates.path("client.key"), "https://\(server)/v3/\(path)",
      ]
    } else {
      line += ["http://\(server)/v3/\(path)"]
    }
    let (text, status) = try ChildProcess.output(of: line)
    return (status == 0, text)
  }

  struct NotReady: Error { let log: String }

  // MARK: What befalls it

  public func kill(_ index: Int) {
    guard let process = nodes[index].process else { return }
    process.signal(SIGKILL)
    process.waitForEnd()
    nodes[index].process = nil
  }

  public func restart(_ index: Int) throws {
    try begin(index, isNew: false)
    try waitUntilReady()
  }

  public func isLeader(_ index: Int) throws -> Bool {
    let text = try ask(servers[index], "maintenance/status", "{}").text
    func number(_ name: String) -> Substring? {
      text.components(separatedBy: "\"\(name)\":\"").dropFirst().first?.prefix { $0.isNumber }
    }
    return number("leader") != nil && number("leader") == number("member_id")
  }

  /// It keeps its connections and says nothing.
  public func stop(_ index: Int) { nodes[index].process?.signal(SIGSTOP) }
  public func resume(_ index: Int) {
    nodes[index].process?.signal(SIGCONT)
  }

  /// Forgets all revisions before the newest one.
  public func compact() throws {
    let text = try ask(servers[0], "kv/range", #"{"key":"AQ=="}"#).text
    let revision = text.components(separatedBy: #""revision":""#).last?.prefix { $0.isNumber } ?? ""
    guard try ask(servers[0], "kv/compaction", #"{"revision":"\#(revision)"}"#).isGood else {
      throw NotReady(log: text)
    }
  }
}

/// Ports that nobody listens on now.
public enum FreePorts {
  public static func take(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    return try (0..<count).map { _ in
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      sockets.append(made)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port: Int? = withUnsafeMutableBytes(of: &address) { bytes in
        guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), bind(made, raw, length) == 0,
          getsockname(made, raw, &length) == 0
        else { return nil }
        return Int(UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self)))
      }
      guard let port else { throw CocoaError(.fileNoSuchFile) }
      return port
    }
  }
}
