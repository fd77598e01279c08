import BindCore
import Glibc

/// The folders of a user that the program uses, by the XDG rules.
struct Folders {
  struct Folder: Equatable {
    let name: String
    let purpose: String
    /// nil: the environment names none.
    let path: String?
  }

  let environment: (String) -> String?

  var all: [Folder] {
    [
      Folder(name: "config", purpose: "what you set", path: base("XDG_CONFIG_HOME", below: ".config")),
      Folder(name: "state", purpose: "what scripts keep", path: base("XDG_STATE_HOME", below: ".local/state")),
      Folder(name: "scripts", purpose: "what scripts of this folder keep", path: scripts),
      Folder(name: "cache", purpose: "what can be made again", path: base("XDG_CACHE_HOME", below: ".cache")),
      Folder(
        name: "runtime", purpose: "sockets of running hosts",
        path: absolute("XDG_RUNTIME_DIR").map { $0 + "/bindhost" } ?? "/tmp/bindhost-\(getuid())"),
    ]
  }

  private var scripts: String? {
    guard let raw = getcwd(nil, 0) else { return nil }
    defer { free(raw) }
    return StateFolder.path(scriptFolder: String(cString: raw), environment: environment)
  }

  /// A relative path counts as none.
  func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

  private func base(_ name: String, below home: String) -> String? {
    (absolute(name) ?? absolute("HOME").map { "\($0)/\(home)" }).map { $0 + "/bindhost" }
  }
}
