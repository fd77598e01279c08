/// One access that needs a permission.
package enum Access: Hashable, Sendable {
  case run(program: String)
  case read(path: String)
  case write(path: String)
  case net(host: String, port: Int)
  case env(name: String)

  package var kind: Permissions.Kind {
    switch self {
    case .run: .run
    case .read: .read
    case .write: .write
    case .net: .net
    case .env: .env
    }
  }
}

/// The gate's no. A script sees it as an error of kind `not_permitted`; not caught, the exit code is 3.
package struct Refusal: Error, Hashable, Sendable {
  package let access: Access
  /// The exact flag that would allow it, `--allow-run=df`; nil where a deny rule wins over every flag.
  package let flag: String?
  /// What was tried: `connecting to 'example.org'`.
  package let what: String
  /// One sentence without a full stop, the flag in it (quoted for a shell where it must be).
  package let message: String

  init(_ access: Access, flag: String?, reason: String? = nil) {
    self.access = access
    self.flag = flag
    what =
      switch access {
      case .run(let program): "running '\(program)'"
      case .read(let path): "reading '\(path)'"
      case .write(let path): "writing '\(path)'"
      case .net(let host, let port): "connecting to '\(WebAddress.Origin.name(of: host, port))'"
      case .env(let name): "the environment variable '\(name)'"
      }
    let advice = reason ?? flag.map { "add \($0.shellWord)" } ?? "a --deny-\(access.kind.rawValue) rule wins"
    message = "\(what) is not permitted (\(advice))"
  }
}
