import BindCore

/// Where the scripts of a folder keep what outlives them.
enum StateFolder {
  /// `$BINDHOST_STATE_DIR`, or a folder of its own below `$XDG_STATE_HOME/bindhost` for each folder of scripts: so scripts
  /// that share a module share its states. nil without a home.
  static func path(scriptFolder: String, environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      // The XDG rules: a relative path counts as none.
      environment(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    if let own = absolute("BINDHOST_STATE_DIR") { return LexicalPath.absolute(own, in: "/") }
    guard let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) else { return nil }
    let folder = LexicalPath.absolute(scriptFolder, in: "/")
    let name = LexicalPath.split(folder).name
    let mark = ContentHash(of: folder.utf8).text.prefix(8)
    return LexicalPath.absolute("\(base)/bindhost/\(name.isEmpty ? "root" : name)-\(mark)", in: "/")
  }
}
