import BindCore

extension HostOptions {
  /// What needs a permission, by the word in the flags of the command line: `--allow-read`, `--deny-net`.
  public enum Access: String, CaseIterable, Sendable {
    /// Programs: names such as `df`, or paths.
    case run
    /// Files, and folders with all that is in them.
    case read
    /// Files, and folders with all that is in them.
    case write
    /// Hosts, each with a port or without: `example.org`, `localhost:8080`.
    case net
    /// Variables of the environment.
    case env

    fileprivate func flag(allows: Bool) -> Permissions.Flag {
      let kind: Permissions.Kind =
        switch self {
        case .run: .run
        case .read: .read
        case .write: .write
        case .net: .net
        case .env: .env
        }
      return Permissions.Flag(kind: kind, allows: allows)
    }
  }

  /// Lets scripts reach these besides what they may already: `--allow-read=data,/etc/motd`.
  /// - Parameter names: relative paths start at the script folder. None allow nothing.
  /// - Throws: a `Diagnostic` (`bind.argument`) when a name is empty or names no host.
  public mutating func allow(_ access: Access, _ names: [String]) throws {
    try add(names, access.flag(allows: true), as: "allow(.\(access.rawValue))")
  }

  /// Never lets scripts reach these, whatever else is allowed: `--deny-net=169.254.169.254`.
  /// - Parameter names: relative paths start at the script folder.
  /// - Throws: a `Diagnostic` (`bind.argument`) when a name is empty or names no host.
  public mutating func deny(_ access: Access, _ names: [String]) throws {
    try add(names, access.flag(allows: false), as: "deny(.\(access.rawValue))")
  }

  /// Everything of this kind that is not denied: `--allow-read`.
  public mutating func allowAll(_ access: Access) { permissions.addEverything(access.flag(allows: true)) }

  /// Everything that is not denied: `--allow-all`.
  public mutating func allowAll() { permissions.allowEverything() }

  /// Nothing of this kind, whatever is allowed: `--deny-run`.
  public mutating func denyAll(_ access: Access) { permissions.addEverything(access.flag(allows: false)) }

  /// Where scripts keep their states and may read and write files, absolute; nil: nowhere.
  public var stateFolder: String? {
    get { permissions.stateFolder }
    set { permissions.stateFolder = newValue }
  }

  private mutating func add(_ names: [String], _ flag: Permissions.Flag, as word: String) throws {
    do throws(PermissionFlagError) {
      try permissions.add(names, flag, as: word, relativeTo: permissions.scriptFolder)
    } catch {
      throw Diagnostic(.bindArgument, error.message)
    }
  }
}
