import BindCore
import BindJSON

/// What is asked of a database, as one text each.
enum DatabaseQuestion {
  /// How their texts begin.
  static let words = ["open database ", "sql ", "transaction ", "changes of "]

  static func open(_ database: AdmittedDatabase) -> String { "open database \(name(database))" }
  static func name(_ database: AdmittedDatabase) -> String { database.file?.name ?? Databases.memoryName }
  static func run(_ request: SQLRequest, in name: String) -> String { "sql \(name): \(request.text)" }
  static func bracket(_ bracket: SQLBracket, in name: String) -> String {
    switch bracket {
    case .begin(let level): "transaction \(name): begin \(level)"
    case .commit(let level): "transaction \(name): commit \(level)"
    case .rollBack(let level): "transaction \(name): roll back \(level)"
    }
  }
  static func changes(in name: String) -> String { "changes of \(name)" }

  /// What is bound to a statement.
  static func input(_ request: SQLRequest) -> [UInt8] {
    let value: Value =
      switch request.arguments {
      case .list(let values): .list(values.map(SQLOutcome.scalar))
      case .named(let record): .record(Record(record.fields.map { ($0.name, SQLOutcome.scalar($0.value)) }))
      case .script: .nil
      }
    if value.isNil || value == .list([]) { return [] }
    return (try? JSON.encode(value)) ?? []
  }
}

/// Databases whose answers are written down.
final class RecordedDatabases: DatabasePerformer {
  private let databases: any DatabasePerformer
  private let recorder: CassetteRecorder
  private let clock: any WorldClock

  init(_ databases: any DatabasePerformer, _ recorder: CassetteRecorder, clock: any WorldClock) {
    self.databases = databases
    self.recorder = recorder
    self.clock = clock
  }

  func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> any Token {
    let note = recorder.begin(DatabaseQuestion.open(database), clock: clock)
    return databases.open(database) { [recorder, clock] result in
      switch result {
      case .success(let connection):
        note(.complete)
        completion(
          .success(RecordedConnection(connection, DatabaseQuestion.name(database), recorder, clock: clock)))
      case .failure(let failure):
        note(.failed(failure))
        completion(.failure(failure))
      }
    }
  }
}

private final class RecordedConnection: DatabaseConnection {
  private let connection: any DatabaseConnection
  private let name: String
  private let recorder: CassetteRecorder
  private let clock: any WorldClock

  init(_ connection: any DatabaseConnection, _ name: String, _ recorder: CassetteRecorder, clock: any WorldClock) {
    self.connection = connection
    self.name = name
    self.recorder = recorder
    self.clock = clock
  }

  func run(
    _ request: SQLRequest, needsTransaction: Bool, completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
  ) -> any Token {
    let note = recorder.begin(
      DatabaseQuestion.run(request, in: name), input: DatabaseQuestion.input(request), clock: clock)
    return connection.run(request, needsTransaction: needsTransaction) { result in
      switch result {
      case .success(let outcome): note(.answer(outcome.value))
      case .failure(let failure): note(.failed(failure))
      }
      completion(result)
    }
  }

  func bracket(_ bracket: SQLBracket, completion: @escaping (Result<Void, WorldFailure>) -> Void) {
    let note = recorder.begin(DatabaseQuestion.bracket(bracket, in: name), clock: clock)
    connection.bracket(bracket) { result in
      switch result {
      case .success: note(.complete)
      case .failure(let failure): note(.failed(failure))
      }
      completion(result)
    }
  }

  func onForeignChange(_ body: @escaping () -> Void) -> any Token {
    let note = recorder.begin(DatabaseQuestion.changes(in: name), clock: clock)
    return connection.onForeignChange {
      note(.answer(.boolean(true)))
      body()
    }
  }

  func close() { connection.close() }
}

// MARK: - As values

extension SQLOutcome {
  /// A column's value; bytes that are no text are written in hex.
  static func scalar(_ value: Value) -> Value {
    if case .string(let text) = value { Cassette.value(text.bytes) } else { value }
  }

  private static func column(_ value: Value) -> Value {
    if case .record = value, let bytes = Cassette.bytes(value) { .string(ByteString(bytes: bytes)) } else { value }
  }

  var value: Value {
    let rows = rows.map { row in Value.record(Record(row.fields.map { ($0.name, Self.scalar($0.value)) })) }
    return .record(
      Record([
        ("rows", .list(rows)), ("changed", .integer(changedRows)), ("inserted", .integer(lastInsertedRow)),
        ("wrote", .boolean(hasWritten)),
      ]))
  }

  init?(_ value: Value) {
    guard case .record(let fields) = value, case .list(let rows)? = fields["rows"],
      case .integer(let changed)? = fields["changed"], case .integer(let inserted)? = fields["inserted"],
      case .boolean(let hasWritten)? = fields["wrote"]
    else { return nil }
    self.init(
      rows: rows.compactMap { row in
        switch row {
        case .record(let record): Record(record.fields.map { ($0.name, Self.column($0.value)) })
        case .list(let elements) where elements.isEmpty: Record()
        default: nil
        }
      }, changedRows: changed, lastInsertedRow: inserted, hasWritten: hasWritten)
  }
}
