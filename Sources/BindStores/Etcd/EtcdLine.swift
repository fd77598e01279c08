import BindCore
import CCurl
import Glibc

/// Exchanges with the servers of a cluster by libcurl, on the thread that asks for them: stores block, and a watch has a
/// thread of its own, so neither can go over the loop of a host, which may be the very thread that waits.
///
/// Everything but `wake` belongs to one thread at a time.
final class EtcdLine: @unchecked Sendable {
  enum Event {
    /// A piece of an answer that has no end.
    case piece(Int, [UInt8])
    case ended(Int, EtcdOutcome)
  }

  /// How long a connection may take to be made.
  static let connectLimit: Duration = .seconds(1)

  let servers: EtcdServers
  private let multi: UnsafeMutableRawPointer?
  private var exchanges: [Int: EtcdExchange] = [:]
  private var lastNumber = 0
  private var events: [Event] = []
  private let trouble: String?

  init(_ servers: EtcdServers) {
    self.servers = servers
    if let words = bh_curl_open() {
      trouble =
        "etcd needs libcurl, which cannot be used: \(String(cString: words)) (on Debian: apt-get install libcurl4)"
      multi = nil
    } else {
      multi = bh_multi_new_polled()
      trouble = multi == nil ? "there is no memory for a connection" : nil
    }
  }

  deinit {
    for exchange in exchanges.values { free(exchange) }
    if let multi { bh_multi_free(multi) }
  }

  /// Begins an exchange; how it goes says `step`.
  /// - Parameters:
  ///   - server: its place in the list of servers.
  ///   - timeout: of all of it; nil for an answer without end, which comes piece by piece.
  func start(_ request: EtcdRequest, on server: Int, timeout: Duration?) -> Int {
    lastNumber += 1
    let number = lastNumber
    let exchange = EtcdExchange(
      request, servers.origins[server], of: servers, streams: timeout == nil
    ) { [unowned self] piece in
      events.append(.piece(number, piece))
    }
    guard let multi, let easy = bh_easy_new() else {
      events.append(.ended(number, .notSent(trouble ?? "there is no memory for a request")))
      return number
    }
    exchange.easy = easy
    guard exchange.setUp(timeout: timeout), bh_multi_add(multi, easy) == CURLM_OK else {
      exchange.free()
      events.append(.ended(number, .notSent("there is no memory for a request")))
      return number
    }
    exchanges[number] = exchange
    return number
  }

  /// Takes it off the line: nothing is heard of it any more.
  func cancel(_ number: Int) {
    if let exchange = exchanges.removeValue(forKey: number) { free(exchange) }
    events.removeAll { event in
      switch event {
      case .piece(let other, _), .ended(let other, _): other == number
      }
    }
  }

  private func free(_ exchange: EtcdExchange) {
    if let multi, let easy = exchange.easy { _ = bh_multi_remove(multi, easy) }
    exchange.free()
  }

  /// What has happened; waits for it, but not longer than so, and not if `wake` is called.
  func step(waiting limit: Duration) -> [Event] {
    guard let multi else { return takeEvents() }
    _ = bh_multi_perform(multi)
    collect(multi)
    if events.isEmpty, limit > .zero {
      _ = bh_multi_wait(multi, Int32(clamping: Int64((limit.inSeconds * 1000).rounded(.up))))
      _ = bh_multi_perform(multi)
      collect(multi)
    }
    return takeEvents()
  }

  private func collect(_ multi: UnsafeMutableRawPointer) {
    var result = CURLE_OK
    while let easy = bh_multi_ended(multi, &result) {
      guard let (number, exchange) = exchanges.first(where: { $0.value.easy == easy }) else { continue }
      let outcome = exchange.outcome(result)
      exchanges[number] = nil
      free(exchange)
      events.append(.ended(number, outcome))
    }
  }

  private func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  /// Ends the wait of a `step`. From any thread, as long as somebody holds this.
  func wake() { if let multi { _ = bh_multi_wake(multi) } }

  /// Exchanges under way.
  var exchangeCount: Int { exchanges.count }
}

/// The servers of a cluster and how they are reached.
struct EtcdServers: Sendable {
  var origins: [WebAddress.Origin]
  /// Paths of PEM files.
  var authorities: String?
  var certificate: String?
  var key: String?
  var rules: NetAddressRules
}

/// How an exchange has ended.
enum EtcdOutcome {
  case answer([UInt8], status: Int)
  /// The server has not got it.
  case notSent(String)
  /// The server may have got it.
  case lost(String)
}
