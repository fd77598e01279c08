import BindCore

/// Where a user's own decisions are: `$XDG_CONFIG_HOME/bindhost`.
enum ConfigurationFolder {
  /// nil without a home.
  static func path(environment: (String) -> String?) -> String? {
    // The XDG rules: a relative path counts as none.
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let base = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
    return base.map { LexicalPath.absolute($0 + "/bindhost", in: "/") }
  }
}
