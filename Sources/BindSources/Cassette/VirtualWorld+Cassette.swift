import BindCore

extension VirtualWorld {
  /// Answers requests, programs, files and databases from a cassette, with the times that the real ones took.
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
        case .output, .exited, .signalled, .answer: break
        }
      }
    }
    for program in Set(cassette.entries.compactMap(\.program)) { play(program, by: player) }
    // What was recorded of nothing real stays what is in memory.
    if cassette.asks(FileQuestion.words) { playedFiles.player = player }
    if cassette.asks(DatabaseQuestion.words) { playedDatabases.player = player }
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
        case .head, .body, .complete, .answer: break
        }
      }
    }
  }
}

extension Cassette {
  fileprivate func asks(_ words: [String]) -> Bool {
    entries.contains { entry in words.contains { entry.question.hasPrefix($0) } }
  }
}

extension Cassette.Entry {
  /// The name of the program, if it was one.
  fileprivate var program: String? {
    guard question.hasPrefix("'"), let end = question.dropFirst().firstIndex(of: "'") else { return nil }
    return String(question[question.index(after: question.startIndex)..<end])
  }
}
