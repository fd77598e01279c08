import BindCore

/// The databases of a virtual World: those in memory, or what a cassette has of real ones.
final class PlayedDatabases: DatabasePerformer {
  private let memory: VirtualDatabases
  /// nil: nothing was recorded of databases, so that those in memory count.
  var player: CassettePlayer?

  init(memory: VirtualDatabases) { self.memory = memory }

  func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> any Token {
    guard let player else { return memory.open(database, completion: completion) }
    let name = DatabaseQuestion.name(database)
    return player.answer(DatabaseQuestion.open(database), completion) {
      if case .complete = $0 { PlayedConnection(name, player) } else { nil }
    }
  }
}

private final class PlayedConnection: DatabaseConnection {
  private let name: String
  private let player: CassettePlayer
  private var isClosed = false

  init(_ name: String, _ player: CassettePlayer) {
    self.name = name
    self.player = player
  }

  func run(
    _ request: SQLRequest, needsTransaction: Bool, completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
  ) -> any Token {
    player.answer(
      DatabaseQuestion.run(request, in: name), input: DatabaseQuestion.input(request), unlessClosed(completion)
    ) {
      if case .answer(let value) = $0 { SQLOutcome(value) } else { nil }
    }
  }

  func bracket(_ bracket: SQLBracket, completion: @escaping (Result<Void, WorldFailure>) -> Void) {
    _ = player.answer(DatabaseQuestion.bracket(bracket, in: name), unlessClosed(completion)) {
      if case .complete = $0 { () } else { nil }
    }
  }

  func onForeignChange(_ body: @escaping () -> Void) -> any Token {
    player.follow(DatabaseQuestion.changes(in: name)) { _ in body() }
  }

  func close() { isClosed = true }

  private func unlessClosed<Answer>(_ completion: @escaping (Answer) -> Void) -> (Answer) -> Void {
    { [weak self] answer in if self?.isClosed == false { completion(answer) } }
  }
}
