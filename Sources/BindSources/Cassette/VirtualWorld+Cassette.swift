import BindCore

/// A cassette that is played: each entry answers one question, in the order in which they were asked.
package final class CassettePlayer {
  private var left: [Int: Cassette.Entry]
  private let clock: VirtualClock

  fileprivate init(_ cassette: Cassette, clock: VirtualClock) {
    left = Dictionary(uniqueKeysWithValues: cassette.entries.enumerated().map { ($0, $1) })
    self.clock = clock
  }

  /// Questions that nobody has asked this time.
  package var unasked: [String] { left.sorted { $0.key < $1.key }.map(\.value.question) }

  /// The oldest entry for that question.
  fileprivate func take(_ question: String, _ input: [UInt8]) -> Cassette.Entry? {
    guard
      let found = left.filter({ $0.value.question == question && $0.value.input == input }).min(by: { $0.key < $1.key })
    else { return nil }
    left[found.key] = nil
    return found.value
  }

  fileprivate func play(_ entry: Cassette.Entry, _ body: @escaping (Cassette.What) -> Void) {
    let start = clock.now
    for event in entry.events {
      _ = clock.queue.add(due: start + .nanoseconds(event.after), label: "cassette: \(entry.question)", kind: .inner) {
        [clock] in clock.deliver { body(event.what) }
      }
    }
  }

  fileprivate func missing(_ question: String) -> WorldFailure {
    var failure = WorldFailure(
      .network, "\(question): the cassette has no answer left for this; record it anew", detail: "cassette")
    failure.isFinal = true
    return failure
  }
}

extension VirtualWorld {
  /// Answers requests and programs from a cassette, with the times that the real ones took.
  @discardableResult
  package func play(_ cassette: Cassette) -> CassettePlayer {
    let player = CassettePlayer(cassette, clock: clock)
    network.stub("*") { exchange in
      let question = Cassette.question(exchange.request)
      guard let entry = player.take(question, exchange.request.body ?? []) else {
        return exchange.fail(player.missing(question))
      }
      player.play(entry) { what in
        switch what {
        case .head(let status, let headers):
          exchange.begin(
            status: status, headers: HTTPHeaders(headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        case .body(let bytes): exchange.write(bytes)
        case .failed(let kind, let message, let detail):
          exchange.fail(WorldFailure(ErrorKind(rawValue: kind) ?? .network, message, detail: detail))
        case .complete: exchange.finish()
        case .output, .exited, .signalled: break
        }
      }
    }
    for program in Set(cassette.entries.compactMap(\.program)) { play(program, by: player) }
    return player
  }

  private func play(_ program: String, by player: CassettePlayer) {
    processes.stub(program) { process in
      let question = Cassette.question(process.request)
      guard let entry = player.take(question, process.request.stdin ?? []) else {
        return process.fail(player.missing(question))
      }
      player.play(entry) { what in
        switch what {
        case .output(let bytes, let isError): process.write(bytes, to: isError ? .err : .out)
        case .exited(let code): process.finish(.exited(code))
        case .signalled(let number): process.finish(.signalled(number))
        case .failed(let kind, let message, let detail):
          process.fail(WorldFailure(ErrorKind(rawValue: kind) ?? .notFound, message, detail: detail))
        case .head, .body, .complete: break
        }
      }
    }
  }
}

extension Cassette.Entry {
  /// The name of the program, if it was one.
  fileprivate var program: String? {
    guard question.hasPrefix("'"), let end = question.dropFirst().firstIndex(of: "'") else { return nil }
    return String(question[question.index(after: question.startIndex)..<end])
  }
}
