/// What is known of a file without reading it.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case file, directory
    /// A symbolic link; only in lists, since a path is followed to its end.
    case link
    case other
  }
  package var kind: Kind
  /// Bytes. Zero for the files of `/proc`, which have a content all the same.
  package var size: Int64
  package var modified: WallTime

  package init(kind: Kind, size: Int64, modified: WallTime) {
    self.kind = kind
    self.size = size
    self.modified = modified
  }
}

/// What stands in a folder.
package struct FileEntry: Hashable, Sendable {
  package var name: String
  package var status: FileStatus

  package init(name: String, status: FileStatus) {
    self.name = name
    self.status = status
  }
}

/// One change that a watch saw.
package struct FileEvent: Hashable, Sendable {
  package enum Kind: String, Sendable { case created, modified, deleted, moved }
  /// The watched path as it was asked for; below a watched folder, the path of the entry.
  package var path: String
  package var kind: Kind
  /// Bytes after the change; zero if there is nothing any more.
  package var size: Int64

  package init(path: String, kind: Kind, size: Int64) {
    self.path = path
    self.kind = kind
    self.size = size
  }
}

/// Performs on files. Implementations are reached through `Files` only: an `AdmittedPath` comes from a gate.
package protocol FilePerformer: AnyObject {
  func read(
    _ path: AdmittedPath, from offset: Int64, limit: Int,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) -> any Token

  func stat(
    _ path: AdmittedPath, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void
  ) -> any Token

  func write(
    _ bytes: [UInt8], to path: AdmittedPath, appending: Bool,
    completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) -> any Token

  func list(
    _ path: AdmittedPath, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void
  ) -> any Token

  func watch(
    _ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void
  ) -> any Token
}

/// Files as the rest of the program sees them: behind the gate. A relative path is relative to the script's folder.
package final class Files {
  /// What one read gives at most unless it says otherwise.
  package static let readLimitBytes = 64 << 20

  private let performer: any FilePerformer
  private let gate: PermissionGate

  package init(performer: any FilePerformer, gate: PermissionGate) {
    self.performer = performer
    self.gate = gate
  }

  /// Reads a regular file, from `offset` to its end. Longer than `limit` is a failure of kind `file`; missing is `not_found`.
  /// - Parameter completion: runs once, never inside this call, unless the token is cancelled.
  @discardableResult
  package func read(
    _ path: String, from offset: Int64 = 0, limit: Int = Files.readLimitBytes,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) throws(Refusal) -> any Token {
    performer.read(try gate.admit(.read, path), from: offset, limit: limit, completion: completion)
  }

  @discardableResult
  package func stat(
    _ path: String, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void
  ) throws(Refusal) -> any Token {
    performer.stat(try gate.admit(.read, path), completion: completion)
  }

  /// Replaces a file in one step (whoever reads it sees the old content or the new), or writes at its end. Its folder
  /// must be there. A write that has begun is not called off; cancelled, it is silent.
  @discardableResult
  package func write(
    _ bytes: [UInt8], to path: String, appending: Bool = false,
    completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) throws(Refusal) -> any Token {
    performer.write(bytes, to: try gate.admit(.write, path), appending: appending, completion: completion)
  }

  /// What is in a folder, sorted by name.
  @discardableResult
  package func list(
    _ path: String, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void
  ) throws(Refusal) -> any Token {
    performer.list(try gate.admit(.read, path), completion: completion)
  }

  /// Tells every change of what stands at `path`, also when it, or its folder, appears later. Changes that come
  /// together are told as one. A path that begins to lead (by a symbolic link) to where the gate does not
  /// allow reading ends the watch with a failure.
  /// - Parameter pollEvery: how often a file is looked at that cannot be watched (`/proc`, `/sys`).
  @discardableResult
  package func watch(
    _ path: String, pollEvery: Duration = .seconds(1),
    onChange: @escaping (Result<FileEvent, WorldFailure>) -> Void
  ) throws(Refusal) -> any Token {
    let admitted = try gate.admit(.read, path)
    let gate = gate
    var token: (any Token)?
    let made = performer.watch(admitted, pollEvery: pollEvery) { event in
      do throws(Refusal) {
        _ = try gate.admit(.read, event.path)
        onChange(.success(event))
      } catch {
        token?.cancel()
        onChange(.failure(WorldFailure(error)))
      }
    }
    token = made
    return made
  }
}
