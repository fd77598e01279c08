import BindCore

/// What is asked of files, as one text each.
enum FileQuestion {
  /// How their texts begin.
  static let words = ["read ", "stat ", "list ", "write ", "append ", "watch "]

  static func read(_ path: AdmittedPath, _ offset: Int64) -> String {
    "read \(path.name)" + (offset == 0 ? "" : " from \(offset)")
  }
  static func stat(_ path: AdmittedPath) -> String { "stat \(path.name)" }
  static func list(_ path: AdmittedPath) -> String { "list \(path.name)" }
  static func write(_ path: AdmittedPath, appending: Bool) -> String {
    (appending ? "append " : "write ") + path.name
  }
  static func watch(_ path: AdmittedPath) -> String { "watch \(path.name)" }
}

/// Files whose contents and changes are written down.
final class RecordedFiles: FilePerformer {
  private let files: any FilePerformer
  private let recorder: CassetteRecorder
  private let clock: any WorldClock

  init(_ files: any FilePerformer, _ recorder: CassetteRecorder, clock: any WorldClock) {
    self.files = files
    self.recorder = recorder
    self.clock = clock
  }

  private func tap<Answer>(
    _ question: String, input: [UInt8] = [], _ completion: @escaping (Result<Answer, WorldFailure>) -> Void,
    _ what: @escaping (Answer) -> Cassette.What
  ) -> (Result<Answer, WorldFailure>) -> Void {
    let note = recorder.begin(question, input: input, clock: clock)
    return { result in
      switch result {
      case .success(let answer): note(what(answer))
      case .failure(let failure): note(.failed(failure))
      }
      completion(result)
    }
  }

  func read(
    _ path: AdmittedPath, from offset: Int64, limit: Int,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) -> any Token {
    files.read(
      path, from: offset, limit: limit,
      completion: tap(FileQuestion.read(path, offset), completion) { .body($0) })
  }

  func stat(_ path: AdmittedPath, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void) -> any Token {
    files.stat(path, completion: tap(FileQuestion.stat(path), completion) { .answer($0.value) })
  }

  func write(
    _ bytes: [UInt8], to path: AdmittedPath, appending: Bool,
    completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) -> any Token {
    files.write(
      bytes, to: path, appending: appending,
      completion: tap(FileQuestion.write(path, appending: appending), input: bytes, completion) { .complete })
  }

  func list(_ path: AdmittedPath, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void) -> any Token {
    files.list(
      path, completion: tap(FileQuestion.list(path), completion) { .answer(.list($0.map(\.value))) })
  }

  func watch(
    _ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void
  ) -> any Token {
    let note = recorder.begin(FileQuestion.watch(path), clock: clock)
    return files.watch(path, pollEvery: pollEvery) { event in
      note(.answer(event.value))
      onChange(event)
    }
  }
}

// MARK: - As values

extension FileStatus {
  var value: Value {
    .record(
      Record([
        ("kind", .string(ByteString(kind.rawValue))), ("size", .integer(size)), ("modified", .number(modified.seconds)),
      ]))
  }

  init?(_ value: Value?) {
    guard case .record(let fields)? = value, case .string(let word)? = fields["kind"],
      let kind = Kind(rawValue: word.text), case .integer(let size)? = fields["size"]
    else { return nil }
    let modified: Double =
      switch fields["modified"] {
      case .number(let seconds)?: seconds
      case .integer(let seconds)?: Double(seconds)
      default: 0
      }
    self.init(kind: kind, size: size, modified: WallTime(seconds: modified))
  }
}

extension FileEntry {
  var value: Value { .record(Record([("name", Cassette.value(Array(name.utf8))), ("status", status.value)])) }

  init?(_ value: Value) {
    guard case .record(let fields) = value, let name = Cassette.bytes(fields["name"]),
      let status = FileStatus(fields["status"])
    else { return nil }
    self.init(name: String(decoding: name, as: UTF8.self), status: status)
  }
}

extension FileEvent {
  var value: Value {
    .record(
      Record([
        ("path", .string(ByteString(path))), ("kind", .string(ByteString(kind.rawValue))), ("size", .integer(size)),
      ]))
  }

  init?(_ value: Value) {
    guard case .record(let fields) = value, case .string(let path)? = fields["path"],
      case .string(let word)? = fields["kind"], let kind = Kind(rawValue: word.text),
      case .integer(let size)? = fields["size"]
    else { return nil }
    self.init(path: path.text, kind: kind, size: size)
  }
}
