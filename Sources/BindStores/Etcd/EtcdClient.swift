import BindCore

/// Asks a cluster and waits for the answer: the first server that answers, beginning with the one that did last.
/// Any thread; one question at a time.
final class EtcdClient: Sendable {
  /// How long one server may take for an answer.
  static let attemptLimit: Duration = .seconds(3)

  enum Failure: Error {
    /// No server has got it, or it only reads: nothing has happened.
    case unreachable(String)
    /// It may have been done.
    case unknown(String)
    /// The cluster says no.
    case refused(String, code: Int)
    case closed
  }

  private struct Contents {
    var line: EtcdLine?
    var preferred = 0
  }

  private let servers: EtcdServers
  private let contents: Lock<Contents>
  /// Held for the line that is in use, so that `close` can wake it.
  private let waiting = Lock<EtcdLine?>(nil)
  private let isClosed = Lock(false)

  init(_ servers: EtcdServers) {
    self.servers = servers
    contents = Lock(Contents())
  }

  /// - Parameters:
  ///   - reads: it changes nothing, so it may be asked again elsewhere.
  ///   - limit: of one server's answer.
  func ask(
    _ request: EtcdRequest, reads: Bool = false, limit: Duration = attemptLimit
  ) throws(Failure) -> EtcdReply {
    let result: Result<EtcdReply, Failure> = contents.withLock { contents in
      do throws(Failure) {
        return .success(try ask(request, reads || request.isRepeatable, limit, &contents))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func ask(
    _ request: EtcdRequest, _ isRepeatable: Bool, _ limit: Duration, _ contents: inout Contents
  ) throws(Failure) -> EtcdReply {
    let line = contents.line ?? EtcdLine(servers)
    contents.line = line
    var reasons: [String] = []
    for turn in 0..<servers.origins.count {
      let server = (contents.preferred + turn) % servers.origins.count
      switch try exchange(request, on: server, line, limit) {
      case .answer(let text, let status):
        do throws(Failure) {
          let reply = try Self.read(text, status, from: servers.origins[server], isRepeatable: isRepeatable)
          contents.preferred = server
          return reply
        } catch {
          // One that has lost its cluster says so; another one may have it.
          guard case .unreachable(let reason) = error else { throw error }
          reasons.append(reason)
        }
      case .notSent(let reason): reasons.append(reason)
      case .lost(let reason):
        reasons.append(reason)
        if !isRepeatable {
          contents.preferred = (server + 1) % servers.origins.count
          throw .unknown(reason)
        }
      }
    }
    contents.preferred = (contents.preferred + 1) % servers.origins.count
    throw .unreachable(reasons.joined(separator: "; "))
  }

  private func exchange(
    _ request: EtcdRequest, on server: Int, _ line: EtcdLine, _ limit: Duration
  ) throws(Failure) -> EtcdOutcome {
    waiting.withLock { $0 = line }
    defer { waiting.withLock { $0 = nil } }
    let number = line.start(request, on: server, timeout: limit)
    while true {
      if isClosed.withLock({ $0 }) {
        line.cancel(number)
        throw .closed
      }
      for event in line.step(waiting: .seconds(1)) {
        if case .ended(let ended, let outcome) = event, ended == number { return outcome }
      }
    }
  }

  private static func read(
    _ text: [UInt8], _ status: Int, from server: WebAddress.Origin, isRepeatable: Bool
  ) throws(Failure) -> EtcdReply {
    guard let reply = EtcdReply(text) else {
      throw .refused("\(server.name) answers with what is no JSON (status \(status)): is it an etcd server?", code: 0)
    }
    guard status != 200 || reply["error"].isThere else { return reply }
    let words = reply["message"].isThere ? reply["message"].text : reply["error"].text
    let code = Int(reply["code"].number)
    guard code != 0 || !words.isEmpty else {
      throw .refused("\(server.name) answers with status \(status): is it an etcd server?", code: 0)
    }
    let reason = "\(server.name): \(words)"
    switch code {
    // gRPC's cancelled, deadline exceeded, aborted, unavailable; etcd's "request timed out" is unknown or unavailable.
    case 1, 2, 4, 10, 14: throw isRepeatable ? .unreachable(reason) : .unknown(reason)
    default: throw .refused(reason, code: code)
    }
  }

  /// A question under way ends with `closed`, and so does each from now on. Idempotent.
  func close() {
    isClosed.withLock { $0 = true }
    waiting.withLock { $0?.wake() }
  }
}
