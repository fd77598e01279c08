import BindCore
import CUV
import Glibc

/// What tells one state of a file from the next without reading it.
package struct FileSignature: Equatable {
  let isFolder: Bool
  let size: Int64
  private let device: UInt64
  private let number: UInt64
  private let modified: (seconds: Int, nanoseconds: Int)

  /// What stands at a path, links followed; nil if nothing does.
  package init?(of path: String) {
    var about = Glibc.stat()
    guard stat(path, &about) == 0 else { return nil }
    isFolder = FileMode(about.st_mode) == .folder
    size = Int64(about.st_size)
    device = UInt64(about.st_dev)
    number = UInt64(about.st_ino)
    modified = (about.st_mtim.tv_sec, about.st_mtim.tv_nsec)
  }

  /// A folder's time and size say something about its entries, not about itself.
  package static func == (left: FileSignature, right: FileSignature) -> Bool {
    guard left.device == right.device, left.number == right.number, left.isFolder == right.isFolder else {
      return false
    }
    return left.isFolder || (left.size == right.size && left.modified == right.modified)
  }

  /// What happened between two looks, with the queue's hints of that time. The hints see what two equal looks cannot:
  /// a rewrite of the same length within one tick of the file system's clock, a rotation that is over already.
  static func changes(from old: FileSignature?, to new: FileSignature?, _ hints: ChangeHints) -> [FileEvent.Kind] {
    switch (old, new) {
    case (nil, nil): []
    case (nil, .some): [.created]
    case (.some, nil): [hints.contains(.movedAway) ? .moved : .deleted]
    case (.some(let old), .some(let new)):
      if hints.isSuperset(of: [.movedAway, .appeared]) {
        [.moved, .created]
      } else if old != new || (!new.isFolder && !hints.isDisjoint(with: [.content, .appeared])) {
        [.modified]
      } else {
        []
      }
    }
  }

  /// The names in a folder, sorted; empty if it cannot be read.
  static func entries(of folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
