import BindCore

/// The files of a virtual World: those in memory, or what a cassette has of real ones.
final class PlayedFiles: FilePerformer {
  private let memory: VirtualFiles
  /// nil: nothing was recorded of files, so that those in memory count.
  var player: CassettePlayer?

  init(memory: VirtualFiles) { self.memory = memory }

  func read(
    _ path: AdmittedPath, from offset: Int64, limit: Int,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) -> any Token {
    guard let player else { return memory.read(path, from: offset, limit: limit, completion: completion) }
    return player.answer(FileQuestion.read(path, offset), completion) {
      if case .body(let bytes) = $0 { bytes } else { nil }
    }
  }

  func stat(_ path: AdmittedPath, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void) -> any Token {
    guard let player else { return memory.stat(path, completion: completion) }
    return player.answer(FileQuestion.stat(path), completion) {
      if case .answer(let value) = $0 { FileStatus(value) } else { nil }
    }
  }

  func write(
    _ bytes: [UInt8], to path: AdmittedPath, appending: Bool,
    completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) -> any Token {
    guard let player else { return memory.write(bytes, to: path, appending: appending, completion: completion) }
    return player.answer(FileQuestion.write(path, appending: appending), input: bytes, completion) {
      if case .complete = $0 { () } else { nil }
    }
  }

  func list(_ path: AdmittedPath, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void) -> any Token {
    guard let player else { return memory.list(path, completion: completion) }
    return player.answer(FileQuestion.list(path), completion) {
      if case .answer(.list(let entries)) = $0 { entries.compactMap(FileEntry.init) } else { nil }
    }
  }

  func watch(
    _ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void
  ) -> any Token {
    guard let player else { return memory.watch(path, pollEvery: pollEvery, onChange: onChange) }
    return player.follow(FileQuestion.watch(path)) { what in
      if case .answer(let value) = what, let event = FileEvent(value) { onChange(event) }
    }
  }
}
