import BindCore
import CUV
import Glibc

/// Tells when some files of a folder may have changed, on a thread of its own: the kernel's queue of changes, and a look
/// now and then for a folder that is not there.
///
/// Invariant: the thread holds the watch until `end` has been called, and closes the descriptors itself.
final class FolderWatch: Sendable {
  /// How often a folder that has gone is looked for.
  private static let lookEvery: Int32 = 200

  private let folder: String
  private let names: Set<String>
  private let changed: @Sendable () -> Void
  /// Milliseconds after a change at which it is told again.
  private let again: [Int32]
  private let queue: Int32
  /// A pipe: its near end is read by the thread, its far end is closed to wake it.
  private let bell: Int32
  /// The far end; -1 once it has ended.
  private let farEnd: Lock<Int32>

  /// - Parameters:
  ///   - names: of the files, without the folder.
  ///   - again: milliseconds after a change at which it is told again, where what a file tells may be seen only later.
  init(
    folder: String, names: Set<String>, again: [Int32] = [], _ changed: @escaping @Sendable () -> Void
  ) throws(StoreError) {
    self.again = again
    self.folder = folder
    self.names = names
    self.changed = changed
    queue = bh_changes_open()
    guard queue >= 0 else { throw StoreError(errno: -queue, "inotify_init1", folder) }
    var ends: [Int32] = [-1, -1]
    let made = bh_pipe(&ends)
    guard made == 0 else {
      close(queue)
      throw StoreError(errno: -made, "pipe2", folder)
    }
    bell = ends[0]
    farEnd = Lock(ends[1])
    // Listened to before this returns: what happens from now on is not missed.
    let first = bh_changes_watch(queue, folder, 1)
    do throws(StoreError) { try StoreThread.start(folder) { [self] in listen(first) } } catch {
      close(queue)
      close(bell)
      close(ends[1])
      throw error
    }
  }

  /// Nothing is told once this has returned, but for a call that is under way. A second call does nothing.
  func end() {
    farEnd.withLock { farEnd in
      if farEnd >= 0 { close(farEnd) }
      farEnd = -1
    }
  }

  private var isEnded: Bool { farEnd.withLock { $0 < 0 } }

  private func listen(_ first: Int32) {
    var watched = first
    var looks = again[...].suffix(0)
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 16 << 10, alignment: 8)
    defer {
      buffer.deallocate()
      close(queue)
      close(bell)
    }
    while true {
      var descriptors = [
        pollfd(fd: queue, events: Int16(POLLIN), revents: 0), pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, watched < 0 ? Self.lookEvery : looks.first ?? -1)
      if isEnded { return }
      if count < 0 { continue }
      var isConcerned = false
      if descriptors[0].revents != 0 {
        isConcerned = read(into: buffer, &watched)
        if isConcerned { looks = again[...] }
      } else if count == 0, !looks.isEmpty {
        looks.removeFirst()
        isConcerned = true
      }
      if watched < 0 {
        watched = bh_changes_watch(queue, folder, 1)
        // It is there again, and may have anything in it.
        if watched >= 0 { isConcerned = true }
      }
      if isConcerned, !isEnded { changed() }
    }
  }

  /// - Returns: whether one of the files is concerned.
  private func read(into buffer: UnsafeMutableRawPointer, _ watched: inout Int32) -> Bool {
    var isConcerned = false
    while true {
      let count = Glibc.read(queue, buffer, 16 << 10)
      guard count > 0 else { return isConcerned }
      var change = bh_change()
      var offset = 0
      while true {
        offset = bh_changes_next(buffer, count, offset, &change)
        if offset == 0 { break }
        if change.kinds & UInt32(BH_CHANGE_LOST) != 0 { isConcerned = true }
        guard change.watch == watched else { continue }
        if change.kinds & UInt32(BH_CHANGE_FOLDER | BH_CHANGE_WATCH_ENDED) != 0 {
          bh_changes_unwatch(queue, watched)
          watched = -1
          isConcerned = true
        } else if let name = change.name, names.contains(String(cString: name)) {
          isConcerned = true
        }
      }
    }
  }
}
