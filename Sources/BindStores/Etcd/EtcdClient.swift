import BindCore

/// Asks a cluster and waits for the answer: the first server that answers, beginning with the one that did last.
///
/// What may be asked twice is asked at the next server too where one takes long, so that a server that has stopped costs a
/// moment; the first answer counts. What may not is asked at one server after the other, as long as it is sure that none
/// has got it. Any thread; one question at a time.
final class EtcdClient: Sendable {
  /// How long one server may take for an answer: to a change, and to a question, for which a script may be waiting.
  static let attemptLimit: Duration = .seconds(3)
  static let readLimit: Duration = .seconds(2)
  /// How long one is waited for before the next one is asked the same.
  static let nextAfter: Duration = .milliseconds(250)

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
  ///   - isRepeatable: a second one does what one does, so it may be asked again elsewhere; nil: the request says so.
  ///   - limit: of one server's answer; nil: the usual one.
  func ask(
    _ request: EtcdRequest, isRepeatable: Bool? = nil, limit: Duration? = nil
  ) throws(Failure) -> EtcdReply {
    let isRepeatable = isRepeatable ?? request.isRepeatable
    let result: Result<EtcdReply, Failure> = contents.withLock { contents in
      let line = contents.line ?? EtcdLine(servers)
      contents.line = line
      waiting.withLock { $0 = line }
      defer { waiting.withLock { $0 = nil } }
      do throws(Failure) {
        return .success(
          isRepeatable
            ? try askAnyServer(request, line, limit ?? Self.readLimit, &contents)
            : try askInTurn(request, line, limit ?? Self.attemptLimit, &contents))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func askAnyServer(
    _ request: EtcdRequest, _ line: EtcdLine, _ limit: Duration, _ contents: inout Contents
  ) throws(Failure) -> EtcdReply {
    var asked: [Int: Int] = [:]
    defer { for number in asked.keys { line.cancel(number) } }
    var next = 0
    var nextAt = ContinuousClock.now
    var reasons: [String] = []
    while next < servers.origins.count || !asked.isEmpty {
      if isClosed.withLock({ $0 }) { throw .closed }
      let now = ContinuousClock.now
      if next < servers.origins.count, asked.isEmpty || now >= nextAt {
        let server = (contents.preferred + next) % servers.origins.count
        asked[line.start(request, on: server, timeout: limit)] = server
        next += 1
        nextAt = now + Self.nextAfter
      }
      let wait: Duration = next < servers.origins.count ? max(.zero, nextAt - now) : .seconds(1)
      for event in line.step(waiting: wait) {
        guard case .ended(let number, let outcome) = event, let server = asked.removeValue(forKey: number) else {
          continue
        }
        do throws(Failure) {
          let reply = try Self.reply(outcome, of: servers.origins[server], isRepeatable: true)
          contents.preferred = server
          return reply
        } catch {
          guard case .unreachable(let reason) = error else { throw error }
          reasons.append(reason)
        }
      }
    }
    contents.preferred = (contents.preferred + 1) % servers.origins.count
    throw .unreachable(reasons.joined(separator: "; "))
  }

  private func askInTurn(
    _ request: EtcdRequest, _ line: EtcdLine, _ limit: Duration, _ contents: inout Contents
  ) throws(Failure) -> EtcdReply {
    var reasons: [String] = []
    for turn in 0..<servers.origins.count {
      let server = (contents.preferred + turn) % servers.origins.count
      do throws(Failure) {
        let outcome = try exchange(request, on: server, line, limit)
        let reply = try Self.reply(outcome, of: servers.origins[server], isRepeatable: false)
        contents.preferred = server
        return reply
      } catch {
        if case .unknown = error { contents.preferred = (server + 1) % servers.origins.count }
        guard case .unreachable(let reason) = error else { throw error }
        reasons.append(reason)
      }
    }
    contents.preferred = (contents.preferred + 1) % servers.origins.count
    throw .unreachable(reasons.joined(separator: "; "))
  }

  private func exchange(
    _ request: EtcdRequest, on server: Int, _ line: EtcdLine, _ limit: Duration
  ) throws(Failure) -> EtcdOutcome {
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

  private static func reply(
    _ outcome: EtcdOutcome, of server: WebAddress.Origin, isRepeatable: Bool
  ) throws(Failure) -> EtcdReply {
    switch outcome {
    // One that has lost its cluster says so; another one may have it.
    case .answer(let text, let status): return try read(text, status, from: server, isRepeatable: isRepeatable)
    case .notSent(let reason): throw .unreachable(reason)
    case .lost(let reason): throw isRepeatable ? .unreachable(reason) : .unknown(reason)
    }
  }

  private static func read(
    _ text: [UInt8], _ status: Int, from server: WebAddress.Origin, isRepeatable: Bool
  ) throws(Failure) -> EtcdReply {
    guard let reply = EtcdReply(text) else {
      let reason = "\(server.name) answers with what is no JSON (status \(status)): is it an etcd server?"
      // What stands before a server may have let the request through.
      throw isRepeatable || status < 500 ? .unreachable(reason) : .unknown(reason)
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
