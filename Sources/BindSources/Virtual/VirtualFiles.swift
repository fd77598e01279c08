package import BindCore

/// Files that exist in memory only. A relative path starts at the script's folder.
///
/// Invariant: the keys of `nodes` are absolute, and every parent of a key is a folder.
package final class VirtualFiles: FilePerformer {
  enum Node: Equatable {
    /// `version` grows with every write anywhere.
    case file([UInt8], modified: WallTime, version: Int)
    case folder
    case link(String)
  }

  private let clock: VirtualClock
  /// Where relative paths start; absolute.
  package private(set) var folder: String
  private(set) var nodes: [String: Node] = ["/": .folder]
  private var version = 0
  private var watches: [VirtualWatch] = []
  /// Of files that are not here.
  var reality: Reality?

  init(clock: VirtualClock, folder: String) {
    self.clock = clock
    self.folder = LexicalPath.absolute(folder, in: "/")
    addFolders(upTo: self.folder)
  }

  // MARK: For tests

  /// Relative paths start there from now on.
  package func move(to folder: String) {
    self.folder = LexicalPath.absolute(folder, in: "/")
    addFolders(upTo: self.folder)
  }

  /// Writes a file, and makes its folders.
  package func write(_ path: String, _ text: String) { write(path, bytes: Array(text.utf8)) }

  package func write(_ path: String, bytes: [UInt8]) {
    let path = place(path)
    addFolders(upTo: LexicalPath.split(path).folder)
    version += 1
    nodes[path] = .file(bytes, modified: clock.date, version: version)
    changed(isMove: false)
  }

  package func makeFolder(_ path: String) {
    addFolders(upTo: place(path))
    changed(isMove: false)
  }

  /// Makes a symbolic link.
  package func link(_ path: String, to target: String) {
    let path = LexicalPath.absolute(path, in: folder)
    addFolders(upTo: LexicalPath.split(path).folder)
    nodes[path] = .link(target)
    changed(isMove: false)
  }

  /// Removes what stands at a path, links not followed, with everything below it.
  package func remove(_ path: String) {
    for (key, _) in subtree(LexicalPath.absolute(path, in: folder)) { nodes[key] = nil }
    changed(isMove: false)
  }

  /// Moves a file or folder; what stood at the other path is replaced.
  package func move(_ path: String, to other: String) {
    let from = LexicalPath.absolute(path, in: folder)
    let to = LexicalPath.absolute(other, in: folder)
    let moved = subtree(from)
    for (key, _) in subtree(to) + moved { nodes[key] = nil }
    addFolders(upTo: LexicalPath.split(to).folder)
    for (key, node) in moved { nodes[to + String(key.dropFirst(from.count))] = node }
    changed(isMove: true)
  }

  /// The content of a file; nil if there is none.
  package func content(of path: String) -> [UInt8]? {
    if case .file(let bytes, _, _)? = nodes[place(path)] { return bytes }
    return nil
  }

  private func place(_ path: String) -> String { canonical(LexicalPath.joined(path, in: folder)) }

  private func subtree(_ path: String) -> [(String, Node)] {
    nodes.filter { LexicalPath.contains(path, $0.key) }.map { ($0.key, $0.value) }
  }

  private func addFolders(upTo path: String) {
    let components = LexicalPath.components(path)
    for count in 0...components.count {
      let folder = LexicalPath.spelled(Array(components.prefix(count)))
      if nodes[folder] == nil { nodes[folder] = .folder }
    }
  }

  private func changed(isMove: Bool) {
    for watch in watches { watch.compare(with: self, isMove: isMove) }
  }

  // MARK: The gate's question

  func canonical(_ path: String) -> String {
    var done: [String] = []
    var ahead = Array(LexicalPath.components(path).reversed())
    var links = 0
    while let name = ahead.popLast() {
      if name == "." { continue }
      if name == ".." {
        _ = done.popLast()
        continue
      }
      done.append(name)
      guard case .link(let target)? = nodes[LexicalPath.spelled(done)], links < PathWalk.linkLimit else { continue }
      links += 1
      done.removeLast()
      if target.utf8.first == UInt8(ascii: "/") { done = [] }
      ahead += LexicalPath.components(target).reversed()
    }
    return LexicalPath.spelled(done)
  }

  // MARK: Performing

  package func read(
    _ path: AdmittedPath, from offset: Int64, limit: Int,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) -> any Token {
    if let real = real(.read, path) {
      return real.files.counted(completion) { $0.read(real.path, from: offset, limit: limit, completion: $1) }
    }
    return answer(completion) { files in
      switch files.nodes[path.path] {
      case .file(let bytes, _, _)?:
        let rest = Array(bytes.dropFirst(Int(clamping: max(offset, 0))))
        guard rest.count <= limit else {
          return .failure(WorldFailure(.file, "\(path.name) is longer than \(limit) bytes"))
        }
        return .success(rest)
      case .folder?: return .failure(WorldFailure(.file, "\(path.name) is a folder"))
      case .link?, nil: return .failure(Self.missing(path))
      }
    }
  }

  package func stat(
    _ path: AdmittedPath, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void
  ) -> any Token {
    if let real = real(.read, path) {
      return real.files.counted(completion) { $0.stat(real.path, completion: $1) }
    }
    return answer(completion) { files in
      switch files.nodes[path.path] {
      case .file(let bytes, let modified, _)?:
        .success(FileStatus(kind: .file, size: Int64(bytes.count), modified: modified))
      case .folder?: .success(FileStatus(kind: .directory, size: 0, modified: VirtualClock.startDate))
      case .link?, nil: .failure(Self.missing(path))
      }
    }
  }

  package func write(
    _ bytes: [UInt8], to path: AdmittedPath, appending: Bool,
    completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) -> any Token {
    if let real = real(.write, path) {
      return real.files.counted(completion) {
        $0.write(bytes, to: real.path, appending: appending, completion: $1)
      }
    }
    return answer(completion) { files in
      switch files.nodes[path.path] {
      case .folder?: return .failure(WorldFailure(.file, "\(path.name): illegal operation on a directory"))
      case .link?: return .failure(Self.missing(path))
      case .file, nil: break
      }
      guard files.nodes[LexicalPath.split(path.path).folder] == .folder else { return .failure(Self.missing(path)) }
      let old = appending ? files.content(of: path.path) ?? [] : []
      files.write(path.path, bytes: old + bytes)
      return .success(())
    }
  }

  package func list(
    _ path: AdmittedPath, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void
  ) -> any Token {
    if let real = real(.read, path) {
      return real.files.counted(completion) { $0.list(real.path, completion: $1) }
    }
    return answer(completion) { files in
      switch files.nodes[path.path] {
      case .folder?: return .success(files.entries(of: path.path))
      case .file?: return .failure(WorldFailure(.notFound, "\(path.name): not a directory"))
      case .link?, nil: return .failure(Self.missing(path))
      }
    }
  }

  private func entries(of folder: String) -> [FileEntry] {
    nodes.compactMap { key, node -> FileEntry? in
      guard key != folder, LexicalPath.split(key).folder == folder else { return nil }
      let status =
        switch node {
        case .file(let bytes, let modified, _):
          FileStatus(kind: .file, size: Int64(bytes.count), modified: modified)
        case .folder: FileStatus(kind: .directory, size: 0, modified: VirtualClock.startDate)
        case .link(let target):
          FileStatus(kind: .link, size: Int64(target.utf8.count), modified: VirtualClock.startDate)
        }
      return FileEntry(name: LexicalPath.split(key).name, status: status)
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func watch(
    _ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void
  ) -> any Token {
    if let real = real(.read, path) {
      return real.files.watch(real.path, pollEvery: pollEvery, onChange: onChange)
    }
    let watch = VirtualWatch(path, files: self, clock: clock, onChange: onChange)
    watches.append(watch)
    return watch
  }

  /// What is let through and is not here.
  private func real(
    _ use: PermissionGate.PathUse, _ path: AdmittedPath
  ) -> (files: RealityFiles, path: AdmittedPath)? {
    guard let reality else { return nil }
    if case .file? = nodes[path.path] { return nil }
    return reality.performer(use, path)
  }

  fileprivate func forget(_ watch: VirtualWatch) { watches.removeAll { $0 === watch } }

  var keepsAlive: Bool { watches.contains { $0.keepsAlive } }

  private static func missing(_ path: AdmittedPath) -> WorldFailure {
    WorldFailure(.notFound, "\(path.name): no such file or directory")
  }

  private func answer<Answer>(
    _ completion: @escaping (Answer) -> Void, _ look: @escaping (VirtualFiles) -> Answer
  ) -> any Token {
    clock.soon("file") { [unowned self] in
      let answer = look(self)
      clock.deliver { completion(answer) }
    }
  }
}

/// A watch on virtual files: compares after each change of theirs.
private final class VirtualWatch: Token {
  private let path: AdmittedPath
  private let clock: VirtualClock
  private weak var files: VirtualFiles?
  private var onChange: ((FileEvent) -> Void)?
  private var seen: [String: VirtualFiles.Node]
  var keepsAlive = true

  init(_ path: AdmittedPath, files: VirtualFiles, clock: VirtualClock, onChange: @escaping (FileEvent) -> Void) {
    self.path = path
    self.files = files
    self.clock = clock
    self.onChange = onChange
    seen = Self.look(path, files)
  }

  /// The target under its name, and a folder's entries under theirs.
  private static func look(_ path: AdmittedPath, _ files: VirtualFiles) -> [String: VirtualFiles.Node] {
    let canonical = files.canonical(path.asked)
    guard let target = files.nodes[canonical] else { return [:] }
    var found = [path.name: target]
    guard target == .folder else { return found }
    for (key, node) in files.nodes where key != canonical && LexicalPath.split(key).folder == canonical {
      found[path.name + "/" + LexicalPath.split(key).name] = node
    }
    return found
  }

  func compare(with files: VirtualFiles, isMove: Bool) {
    let old = seen
    seen = Self.look(path, files)
    for name in Set(old.keys).union(seen.keys).sorted() where old[name] != seen[name] {
      let kind: FileEvent.Kind =
        old[name] == nil ? .created : seen[name] != nil ? .modified : isMove ? .moved : .deleted
      var size: Int64 = 0
      if case .file(let bytes, _, _)? = seen[name] { size = Int64(bytes.count) }
      tell(FileEvent(path: name, kind: kind, size: size))
    }
  }

  private func tell(_ event: FileEvent) {
    clock.soon("watch") { [clock] in
      if let onChange = self.onChange { clock.deliver { onChange(event) } }
    }
  }

  var isActive: Bool { onChange != nil }

  func cancel() {
    onChange = nil
    files?.forget(self)
  }
}
