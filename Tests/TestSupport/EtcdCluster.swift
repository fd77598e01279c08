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
    // A port is free until somebody else takes it: then all begin anew on others.
    for attempt in 1... {
      let ports = try FreePorts.take(count * 2)
      nodes = (0..<count).map { Node(name: "n\($0)", port: ports[$0 * 2], peerPort: ports[$0 * 2 + 1]) }
      for index in 0..<count { try begin(index, isNew: true) }
      do {
        try waitUntilReady()
        return
      } catch {
        guard attempt < 5, nodes.contains(where: { $0.process?.isRunning == false }) else { throw error }
        endNodes()
        for node in nodes { try? FileManager.default.removeItem(at: folder.appending(path: node.name)) }
      }
    }
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
    endNodes()
    nodes = []
    try? FileManager.default.removeItem(at: folder)
  }

  private func endNodes() {
    for node in nodes {
      guard let process = node.process, process.isRunning else { continue }
      process.signal(SIGCONT)
      process.signal(SIGKILL)
      process.waitForEnd()
    }
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
    let end = ContinuousClock.now + .seconds(60)
    for index in nodes.indices where nodes[index].process != nil {
      while try !ask(servers[index], "kv/range", #"{"key":"AQ=="}"#).isGood || !isRunning(index) {
        guard ContinuousClock.now < end, isRunning(index) else {
          throw NotReady(log: (try? String(contentsOf: folder.appending(path: "n\(index).log"), encoding: .utf8)) ?? "")
        }
        usleep(20_000)
      }
    }
  }

  private func isRunning(_ index: Int) -> Bool { nodes[index].process?.isRunning ?? false }

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

  /// Its space is used up, as far as it knows: it takes nothing any more, and answers what is asked.
  public func declareFull() throws {
    guard try ask(servers[0], "maintenance/alarm", #"{"action":"ACTIVATE","alarm":"NOSPACE"}"#).isGood else {
      throw NotReady(log: "it takes no alarm")
    }
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

  /// It keeps its connections and says nothing. When this returns it has stopped, which on a busy machine takes a moment.
  public func stop(_ index: Int) {
    guard let process = nodes[index].process else { return }
    process.signal(SIGSTOP)
    while process.isRunning, !Self.isStopped(process.id) { usleep(1000) }
  }

  /// All of its threads. The letter behind the name in parentheses says how one stands.
  private static func isStopped(_ id: pid_t) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return threads.allSatisfy { thread in
      let line = (try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/stat", encoding: .utf8)) ?? ""
      return line.split(separator: ")").last?.trimmingCharacters(in: .whitespaces).first == "T"
    }
  }

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

/// Ports that nobody listens on now, and that the system gives to no connection: below those it chooses from, so that a
/// server that is started again finds its own free.
public enum FreePorts {
  public static func take(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    var ports: [Int] = []
    for _ in 0..<10_000 where ports.count < count {
      let port = Int.random(in: 10_000..<32_000)
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      sockets.append(made)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      address.sin_port = UInt16(port).bigEndian
      let isFree = withUnsafeBytes(of: &address) { bytes in
        bytes.baseAddress.map {
          bind(made, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        } ?? false
      }
      if isFree { ports.append(port) }
    }
    guard ports.count == count else { throw CocoaError(.fileNoSuchFile) }
    return ports
  }
}
