public import BindCore
import BindJSON
import Glibc

/// Keeps values in one JSON file that a person can read and edit.
///
/// A save writes a temporary file beside it, makes it durable and puts it in its place, so that the file always has the old
/// content or the new one. A lock file keeps other processes' saves apart; what an editor saves is seen by file event.
public final class FileStore: Store {
  /// How long a save waits for another process that is saving.
  static let lockPatience: Duration = .seconds(2)

  /// Absolute.
  private let path: String
  private let operations: FileOperations
  private let watch = Lock<FolderWatch?>(nil)
  private let isClosed = Lock(false)
  /// What a save has put in its place that may not be durable yet.
  private let unsettled = Lock<[StoreKey: StoreRevision]?>(nil)

  /// - Parameter path: the file's; its folder has to be there when something is saved.
  public convenience init(path: String) { self.init(path: path, operations: FileOperations()) }

  package convenience init(_ path: AdmittedPath) { self.init(path: path.path) }

  init(path: String, operations: FileOperations) {
    self.path = Self.canonical(path)
    self.operations = operations
  }

  public var name: String { "file:\(path)" }
  public var isShared: Bool { true }

  /// A link stays one: what is replaced is the file that it leads to.
  private static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private var folder: String { LexicalPath.split(path).folder }

  // MARK: Reading

  public func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] {
    try checkOpen()
    guard let content = try operations.content(of: path) else { return [:] }
    let entries = try FileLayout(content.bytes, name: name).entries
    var snapshots: [StoreKey: Snapshot] = [:]
    for key in keys { snapshots[key] = entries[key]?.snapshot }
    return snapshots
  }

  var hasContent: Bool {
    get throws(StoreError) {
      guard let content = try operations.content(of: path) else { return false }
      return try !FileLayout(content.bytes, name: name).entries.isEmpty
    }
  }

  // MARK: Writing

  public func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    try checkOpen()
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    let present = try operations.content(of: path)
    var layout = try present.map { old throws(StoreError) in try FileLayout(old.bytes, name: name) } ?? FileLayout()
    let conflicts = changes.filter { !$0.expecting.holds(for: layout.entries[$0.key]?.snapshot.revision) }
    guard conflicts.isEmpty else { throw .conflict(conflicts.map(\.key), in: name) }
    for change in changes { layout.apply(change) }
    var revisions: [StoreKey: StoreRevision] = [:]
    for change in changes { revisions[change.key] = layout.entries[change.key]?.snapshot.revision }
    try replace(with: layout.bytes, mode: present?.mode)
    do throws(StoreError) { try operations.synchronize(folder: folder) } catch {
      // It stands there, and is no other's change when it is saved again.
      unsettled.withLock { $0 = revisions }
      throw StoreError(.unknown, error.message)
    }
    return revisions
  }

  public func settle() throws(StoreError) -> [StoreKey: StoreRevision]? {
    try checkOpen()
    guard let revisions = unsettled.withLock({ $0 }) else { return nil }
    try operations.synchronize(folder: folder)
    unsettled.withLock { $0 = nil }
    return revisions
  }

  private func replace(with bytes: [UInt8], mode: mode_t?) throws(StoreError) {
    // One name for all: whoever writes holds the lock, and what a killed process left is written over.
    let temporary = path + ".new"
    do throws(StoreError) {
      let file = try operations.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode ?? 0o600)
      if let mode { try file.setMode(mode) }
      try file.write(bytes)
      try file.synchronize()
      try operations.rename(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func locked() throws(StoreError) -> FileOperations.OpenFile {
    let file = try operations.open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    let end = ContinuousClock.now + Self.lockPatience
    while try !file.tryLock() {
      guard ContinuousClock.now < end else {
        throw StoreError(.busy, "\(path): another process has held its lock for \(Self.lockPatience.inSeconds) s")
      }
      usleep(5000)
    }
    return file
  }

  public func moveAside() throws(StoreError) -> String {
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    guard let content = try operations.content(of: path) else { return path }
    let place = "\(path).corrupt-\(ContentHash(of: content.bytes).text)"
    try operations.rename(path, to: place)
    try operations.synchronize(folder: folder)
    return place
  }

  // MARK: Watching

  public func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {
    let made = try FolderWatch(folder: folder, names: [LexicalPath.split(path).name]) { changed(nil) }
    watch.withLock { watch in
      watch?.end()
      watch = made
    }
  }

  deinit { close() }

  public func close() {
    isClosed.withLock { $0 = true }
    watch.withLock { $0.take() }?.end()
  }

  private func checkOpen() throws(StoreError) {
    if isClosed.withLock({ $0 }) { throw StoreError(.closed, "\(name) is closed") }
  }
}
