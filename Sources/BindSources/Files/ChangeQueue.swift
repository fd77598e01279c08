import BindCore
import CUV
import Glibc

/// The kernel's queue of changes (inotify), one for each loop, shared by all its watches.
///
/// It tells what may have changed; a `PathWatch` then looks at the disk. So a lost or doubled message is no lost change.
final class ChangeQueue {
  private unowned let loop: EventLoop
  private let descriptor: Int32
  private var poll: PollHandle?
  /// Who listens to which watched folder.
  private var listeners: [Int32: [PathWatch]] = [:]
  /// Watches that keep the run alive; the poll handle follows.
  private var keptAliveCount = 0

  init(loop: EventLoop) throws(SystemError) {
    self.loop = loop
    descriptor = bh_changes_open()
    guard descriptor >= 0 else { throw SystemError(code: descriptor) }
    do throws(SystemError) {
      poll = try PollHandle(descriptor: descriptor, on: loop) { [unowned self] in readChanges() }
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
    poll?.isReferenced = false
  }

  deinit {
    poll?.close()
    _ = Glibc.close(descriptor)
  }

  /// Starts to watch a folder's entries.
  /// - Returns: the number of the watched folder, or a negative errno.
  func listen(_ watch: PathWatch, to folder: String, content: Bool) -> Int32 {
    let number = bh_changes_watch(descriptor, folder, content ? 1 : 0)
    if number >= 0, listeners[number]?.contains(where: { $0 === watch }) != true {
      listeners[number, default: []].append(watch)
    }
    return number
  }

  func unlisten(_ watch: PathWatch, to number: Int32) {
    guard var rest = listeners[number] else { return }
    rest.removeAll { $0 === watch }
    listeners[number] = rest.isEmpty ? nil : rest
    if rest.isEmpty { bh_changes_unwatch(descriptor, number) }
  }

  func keepAlive(_ step: Int) {
    keptAliveCount += step
    poll?.isReferenced = keptAliveCount > 0
  }

  /// Reads the queue to its end, then lets each watch that is concerned look once.
  private func readChanges() {
    var concerned: [PathWatch] = []
    while true {
      let count = read(descriptor, loop.readBuffer.baseAddress, loop.readBuffer.count)
      guard count > 0 else { break }
      var change = bh_change()
      var offset = 0
      while true {
        offset = bh_changes_next(loop.readBuffer.baseAddress, count, offset, &change)
        if offset == 0 { break }
        note(change, &concerned)
      }
    }
    for watch in concerned { watch.lookAgain() }
  }

  private func note(_ change: bh_change, _ concerned: inout [PathWatch]) {
    let hints = ChangeHints(rawValue: change.kinds)
    let name = change.name.map { String(cString: $0) }
    let told =
      hints.contains(.lost) ? listeners.sorted { $0.key < $1.key }.flatMap(\.value) : listeners[change.watch] ?? []
    for watch in told {
      if watch.note(hints, folder: change.watch, name: name), !concerned.contains(where: { $0 === watch }) {
        concerned.append(watch)
      }
    }
    if hints.contains(.watchEnded) { listeners[change.watch] = nil }
  }
}

/// What the queue says about a name; the bits are `BH_CHANGE_*`.
struct ChangeHints: OptionSet {
  let rawValue: UInt32

  static let content = ChangeHints(BH_CHANGE_CONTENT)
  static let attributes = ChangeHints(BH_CHANGE_ATTRIBUTES)
  static let appeared = ChangeHints(BH_CHANGE_APPEARED)
  static let deleted = ChangeHints(BH_CHANGE_DELETED)
  static let movedAway = ChangeHints(BH_CHANGE_MOVED_AWAY)
  static let folder = ChangeHints(BH_CHANGE_FOLDER)
  static let watchEnded = ChangeHints(BH_CHANGE_WATCH_ENDED)
  static let lost = ChangeHints(BH_CHANGE_LOST)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ bit: Int) { rawValue = UInt32(bit) }
}
