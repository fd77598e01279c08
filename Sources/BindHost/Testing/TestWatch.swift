import BindCore
import BindSources
import Glibc

/// `--watch`: runs again whenever a Lua file below the paths has changed, until a signal ends it.
struct TestWatch {
  /// Between two looks, in microseconds.
  private static let pause: UInt32 = 200_000
  private static let depthLimit = 16

  private let paths: [String]
  private let stop: TestStop

  init(_ paths: [String], stop: TestStop) {
    self.paths = paths.isEmpty ? ["."] : paths
    self.stop = stop
  }

  func perform(_ run: () -> ExitCode) -> ExitCode {
    var code = ExitCode.ok
    while !stop.isStopped {
      let before = look()
      code = run()
      while !stop.isStopped, look() == before { usleep(Self.pause) }
      // What saves several files is given the time to do so.
      if !stop.isStopped { usleep(Self.pause / 2) }
    }
    return code
  }

  /// Every Lua file, as it is now.
  private func look() -> [String: FileSignature] {
    var seen: [String: FileSignature] = [:]
    for path in paths {
      var about = stat()
      guard stat(path, &about) == 0 else { continue }
      // A test follows what stands beside it.
      let root = about.st_mode & S_IFMT == S_IFDIR ? path : ScriptText.folder(of: path)
      look(at: root, depth: 0, into: &seen)
    }
    return seen
  }

  private func look(at folder: String, depth: Int, into seen: inout [String: FileSignature]) {
    guard depth < Self.depthLimit, let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder + "/" + name
      var about = stat()
      guard lstat(path, &about) == 0 else { continue }
      if about.st_mode & S_IFMT == S_IFDIR {
        look(at: path, depth: depth + 1, into: &seen)
      } else if name.hasSuffix(".lua") {
        seen[path] = FileSignature(of: path)
      }
    }
  }
}
