import BindCore
import CUV
import Glibc

/// Files of this machine.
final class RealFiles: FilePerformer {
  private let loop: EventLoop

  init(loop: EventLoop) { self.loop = loop }

  func read(
    _ path: AdmittedPath, from offset: Int64, limit: Int,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) -> any Token {
    FileRead(path: path.path, name: path.name, from: offset, limit: limit, loop: loop, completion: completion)
  }

  func stat(_ path: AdmittedPath, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void) -> any Token {
    FileLook(path, loop: loop, completion: completion)
  }

  func write(
    _ bytes: [UInt8], to path: AdmittedPath, appending: Bool, completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) -> any Token {
    perform(path, completion: completion) { file throws(SystemError) in
      if appending { try FileSave.append(bytes, to: file) } else { try FileSave.replace(file, with: bytes) }
    }
  }

  func list(_ path: AdmittedPath, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void) -> any Token {
    perform(path, completion: completion) { folder throws(SystemError) in try FileListing.entries(of: folder) }
  }

  private func perform<Answer: Sendable>(
    _ path: AdmittedPath, completion: @escaping (Result<Answer, WorldFailure>) -> Void,
    _ work: @escaping @Sendable (String) throws(SystemError) -> Answer
  ) -> any Token {
    PoolWork(on: loop) {
      do throws(SystemError) { return .success(try work(path.path)) } catch {
        return .failure(WorldFailure(code: error.code, file: path.name))
      }
    } completion: { (result: Result<Answer, WorldFailure>) in
      completion(result)
    }
  }

  func watch(_ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void) -> any Token {
    PathWatch(path, pollEvery: pollEvery, loop: loop, onChange: onChange)
  }
}

/// One `stat` in the thread pool.
private final class FileLook: Token {
  private var completion: ((Result<FileStatus, WorldFailure>) -> Void)?
  var keepsAlive = true

  init(_ path: AdmittedPath, loop: EventLoop, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void) {
    self.completion = completion
    loop.activities[ObjectIdentifier(self)] = self
    let code = FileRequest(loop: loop).start { loop, request, done in
      uv_fs_lstat(loop, request, path.path, done)
    } done: { [unowned loop] result, request in
      self.finish(loop, Self.answer(result, request, path.name))
      request.cleanUp()
    }
    if code < 0 {
      loop.soon("file") { [unowned loop] in self.finish(loop, .failure(WorldFailure(code: code, file: path.name))) }
    }
  }

  private static func answer(_ result: Int, _ request: FileRequest, _ name: String) -> Result<FileStatus, WorldFailure>
  {
    guard result >= 0, let about = uv_fs_get_statbuf(request.pointer)?.pointee else {
      return .failure(WorldFailure(code: Int32(truncatingIfNeeded: result), file: name))
    }
    let kind: FileStatus.Kind
    switch FileMode(about.st_mode) {
    case .regular: kind = .file
    case .folder: kind = .directory
    // The gate has followed every link that leads somewhere.
    case .link: return .failure(WorldFailure(code: UV_ELOOP.rawValue, file: name))
    case nil: kind = .other
    }
    let modified = Double(about.st_mtim.tv_sec) + Double(about.st_mtim.tv_nsec) * 1e-9
    return .success(FileStatus(kind: kind, size: Int64(clamping: about.st_size), modified: WallTime(seconds: modified)))
  }

  private func finish(_ loop: EventLoop, _ result: Result<FileStatus, WorldFailure>) {
    loop.activities[ObjectIdentifier(self)] = nil
    guard let completion else { return }
    self.completion = nil
    loop.deliver { completion(result) }
  }

  var isActive: Bool { completion != nil }
  func cancel() { completion = nil }
}
