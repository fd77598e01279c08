import BindCore
import CUV
import Glibc

/// Watches what stands at a path: a file or a folder's entries, there already or appearing later.
///
/// It listens to every folder that the path leads through (so a folder, link or file that is exchanged, moved away
/// or made later is seen), and looks at the disk whenever one of the names on the way is mentioned. Where nothing is
/// told it looks by the clock instead: at the content of files made up when read (`/proc`, `/sys`), at size and time
/// on network file systems and where the system has no watch left to give.
///
/// Not seen: writes through a hard link in another folder, and memory-mapped writes before the file is closed.
/// A change may be told twice, never not at all.
final class PathWatch: Token {
  /// What is compared of a file that has to be read to be compared.
  static let comparedBytes = 1 << 20

  private let path: AdmittedPath
  private let pollEvery: Duration
  private unowned let loop: EventLoop
  private var onChange: ((FileEvent) -> Void)?

  /// What matters in the folders listened to.
  private var interests: [Int32: Interest] = [:]
  private var canonical = ""
  private var target: FileSignature?
  /// If the target is a folder: what is in it.
  private var entries: [String: FileSignature] = [:]

  /// Said by the queue since the last look.
  private var targetHints: ChangeHints = []
  private var entryHints: [String: ChangeHints] = [:]
  private var mustWalk = false
  private var mustScan = false

  private var learning = Learning.told
  private var pollTimer: QueuedTimer?
  private var reading: (any Token)?
  /// The last content of a made-up file; nil before the first reading, and while there is none.
  private var content: [UInt8]?
  private var hasRead = false

  private struct Interest {
    /// Names on the way, the target's included.
    var names: Set<String> = []
    /// The target, if this is its folder.
    var targetName: String?
    /// True for a target that is a folder: every name matters.
    var isTarget = false
  }

  private enum Learning { case told, looking, reading }

  init(_ path: AdmittedPath, pollEvery: Duration, loop: EventLoop, onChange: @escaping (FileEvent) -> Void) {
    self.path = path
    self.pollEvery = max(pollEvery, .milliseconds(1))
    self.loop = loop
    self.onChange = onChange
    loop.activities[ObjectIdentifier(self)] = self
    if loop.changeQueue == nil { loop.changeQueue = try? ChangeQueue(loop: loop) }
    loop.changeQueue?.keepAlive(1)
    walk()
    target = FileSignature(of: canonical)
    if target?.isFolder == true { entries = scan() }
    if learning == .reading { readContent() }
    schedulePoll()
  }

  // MARK: What the queue says

  /// - Returns: whether this watch has to look.
  func note(_ hints: ChangeHints, folder number: Int32, name: String?) -> Bool {
    if hints.contains(.lost) {
      mustWalk = true
      mustScan = true
      return true
    }
    guard let interest = interests[number] else { return false }
    if hints.contains(.watchEnded) { interests[number] = nil }
    guard let name else {
      mustWalk = true
      return true
    }
    if interest.isTarget { entryHints[name, default: []].formUnion(hints) }
    guard interest.names.contains(name) else { return interest.isTarget }
    if interest.targetName == name { targetHints.formUnion(hints) }
    // Writing to the target changes nothing about the way to it.
    if interest.targetName != name || !hints.isSubset(of: [.content, .attributes]) { mustWalk = true }
    if hints.contains(.movedAway) { targetHints.insert(.movedAway) }
    return true
  }

  // MARK: Looking

  /// Looks at the disk and tells what changed since the last look.
  func lookAgain() {
    guard isActive else { return }
    if mustWalk {
      walk()
      schedulePoll()
    }
    if learning == .reading { return }
    let old = target
    let new = FileSignature(of: canonical)
    let hints = targetHints
    let named = entryHints
    target = new
    targetHints = []
    entryHints = [:]
    let mustScan = mustScan || old?.isFolder != new?.isFolder || (new?.isFolder == true && old != new)
    self.mustScan = false
    for kind in FileSignature.changes(from: old, to: new, hints) { tell(kind, path.name, new) }
    lookAtEntries(named, all: mustScan)
  }

  private func lookAtEntries(_ named: [String: ChangeHints], all: Bool) {
    guard target?.isFolder == true else {
      entries = [:]
      return
    }
    let names = all ? Set(FileSignature.entries(of: canonical)).union(entries.keys).union(named.keys) : Set(named.keys)
    for name in names.sorted() where isActive {
      let old = entries[name]
      let new = FileSignature(of: LexicalPath.joined(name, in: canonical))
      entries[name] = new
      for kind in FileSignature.changes(from: old, to: new, named[name] ?? []) {
        tell(kind, path.name + "/" + name, new)
      }
    }
  }

  private func scan() -> [String: FileSignature] {
    var found: [String: FileSignature] = [:]
    for name in FileSignature.entries(of: canonical) {
      found[name] = FileSignature(of: LexicalPath.joined(name, in: canonical))
    }
    return found
  }

  private func tell(_ kind: FileEvent.Kind, _ path: String, _ now: FileSignature?) {
    let size = kind == .deleted || kind == .moved ? 0 : now?.size ?? 0
    tell(FileEvent(path: path, kind: kind, size: size))
  }

  private func tell(_ event: FileEvent) {
    guard let onChange else { return }
    loop.deliver { onChange(event) }
  }

  // MARK: The way to the target

  /// Follows the path and listens to every folder on the way, each before it is looked into: what changes after
  /// that is told, what changed before is seen.
  private func walk() {
    mustWalk = false
    var found: [Int32: Interest] = [:]
    var isUnwatchable = loop.changeQueue == nil
    var last: (folder: String, name: String)?
    func listen(_ folder: String, content: Bool, _ note: (inout Interest) -> Void) {
      guard let number = loop.changeQueue?.listen(self, to: folder, content: content) else { return }
      if number >= 0 {
        note(&found[number, default: Interest()])
      } else if number == -ENOSPC || number == -ENOMEM || (content && number == -EACCES) {
        isUnwatchable = true
      }
    }
    canonical = PathWalk.canonical(path.asked) { folder, name in
      last = (folder, name)
      listen(folder, content: false) { $0.names.insert(name) }
    }
    if let last { listen(last.folder, content: true) { $0.targetName = last.name } }
    if FileSignature(of: canonical)?.isFolder == true { listen(canonical, content: true) { $0.isTarget = true } }
    for number in interests.keys where found[number] == nil { loop.changeQueue?.unlisten(self, to: number) }
    interests = found
    learning =
      switch Self.kind(of: canonical) {
      case BH_FILES_MADE_UP: .reading
      case BH_FILES_REMOTE: .looking
      default: isUnwatchable ? .looking : .told
      }
  }

  /// The kind of file system at a path, or where it would be.
  private static func kind(of path: String) -> Int {
    var components = LexicalPath.components(path)
    while true {
      let kind = bh_files_kind(LexicalPath.spelled(components))
      if kind >= 0 || components.isEmpty { return Int(kind) }
      components.removeLast()
    }
  }

  // MARK: By the clock

  private func schedulePoll() {
    guard isActive, learning != .told, pollTimer?.isActive != true else { return }
    pollTimer = loop.timers.add(due: loop.now + pollEvery, label: "watch", kind: .inner, keepsAlive: keepsAlive) {
      [weak self] in
      self?.poll()
    }
  }

  private func poll() {
    guard isActive else { return }
    mustWalk = true
    mustScan = true
    lookAgain()
    if learning == .reading { readContent() } else { schedulePoll() }
  }

  private func readContent() {
    guard reading == nil else { return }
    reading = FileRead(path: canonical, name: path.name, from: 0, limit: Self.comparedBytes, loop: loop) {
      [weak self] result in
      self?.hasContent(try? result.get())
    }
  }

  private func hasContent(_ new: [UInt8]?) {
    let old = content
    let isFirst = !hasRead
    content = new
    hasRead = true
    reading = nil
    schedulePoll()
    guard !isFirst, old != new else { return }
    let kind: FileEvent.Kind = old == nil ? .created : new == nil ? .deleted : .modified
    tell(FileEvent(path: path.name, kind: kind, size: Int64(new?.count ?? 0)))
  }

  // MARK: Token

  var isActive: Bool { onChange != nil }

  var keepsAlive = true {
    didSet {
      guard keepsAlive != oldValue, isActive else { return }
      loop.changeQueue?.keepAlive(keepsAlive ? 1 : -1)
      pollTimer?.keepsAlive = keepsAlive
    }
  }

  func cancel() {
    guard isActive else { return }
    onChange = nil
    loop.activities[ObjectIdentifier(self)] = nil
    for number in interests.keys { loop.changeQueue?.unlisten(self, to: number) }
    interests = [:]
    if keepsAlive { loop.changeQueue?.keepAlive(-1) }
    pollTimer?.cancel()
    reading?.cancel()
  }
}
