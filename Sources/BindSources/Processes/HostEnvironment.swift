import BindCore
import CUV
import Glibc

/// What the host's own environment gives to the programs it runs.
enum HostEnvironment {
  /// Names that a program gets without being given them. Nothing that changes what code runs, nothing that tends to hold secrets.
  static let inheritedNames: Set<String> = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ"]

  private static let defaultSearchPath = "/usr/local/bin:/usr/bin:/bin"

  /// `NAME=value` lines for a program: the inherited ones, then what it is given, sorted by name.
  static func lines(with given: [String: String]) -> [String] {
    var variables = inherited().merging(given) { _, given in given }
    if variables["PATH"] == nil { variables["PATH"] = defaultSearchPath }
    return variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  private static func inherited() -> [String: String] {
    var items: UnsafeMutablePointer<uv_env_item_t>?
    var count: Int32 = 0
    guard uv_os_environ(&items, &count) == 0, let items else { return [:] }
    defer { uv_os_free_environ(items, count) }
    var variables: [String: String] = [:]
    for item in UnsafeBufferPointer(start: items, count: Int(count)) {
      let name = String(cString: item.name)
      if inheritedNames.contains(name) || name.hasPrefix("LC_") { variables[name] = String(cString: item.value) }
    }
    return variables
  }

  /// Where a program is: an absolute path as it is, a bare name on the host's `PATH`. Relative folders in it are passed over.
  static func locate(_ program: String) -> String? {
    if program.utf8.contains(UInt8(ascii: "/")) { return isProgram(program) ? program : nil }
    let path = getenv("PATH").map { String(cString: $0) } ?? defaultSearchPath
    for folder in path.utf8.split(separator: UInt8(ascii: ":")) where folder.first == UInt8(ascii: "/") {
      let candidate = LexicalPath.joined(program, in: String(Substring(folder)))
      if isProgram(candidate) { return candidate }
    }
    return nil
  }

  private static func isProgram(_ path: String) -> Bool {
    var about = Glibc.stat()
    return stat(path, &about) == 0 && FileMode(about.st_mode) == .regular && access(path, X_OK) == 0
  }
}
