import BindCore

/// A flag as help, completion and did-you-mean know it.
struct FlagShape: Sendable {
  enum Argument: Sendable {
    case nothing
    /// Behind `=` or as the next word.
    case required(String)
    /// A list behind `=`, or nothing at all.
    case optionalList(String)
    case choice([String])
  }

  let long: String
  var short: String?
  let argument: Argument
  let help: String

  var isAboutLog: Bool { long.hasPrefix("--log-") }
  var isPermission: Bool { long.hasPrefix("--allow-") || long.hasPrefix("--deny-") }

  /// As help shows it: `--allow-read[=PATHS]`, `-A, --allow-all`, `--ui=plain|none`.
  var usage: String {
    let name = short.map { "\($0), \(long)" } ?? long
    switch argument {
    case .nothing: return name
    case .required(let placeholder): return "\(name) \(placeholder)"
    case .optionalList(let placeholder): return "\(name)[=\(placeholder)]"
    case .choice(let names): return "\(name)=\(names.joined(separator: "|"))"
    }
  }
}

/// A flag, and what it does to the options of its verb.
struct Flag<Options>: Sendable {
  let shape: FlagShape
  /// Called with the argument, an empty text if there is none. A choice has been checked.
  let apply: @Sendable (inout Options, String) throws(Diagnostic) -> Void

  init(
    _ long: String, short: String? = nil, takes argument: FlagShape.Argument, _ help: String,
    apply: @escaping @Sendable (inout Options, String) throws(Diagnostic) -> Void
  ) {
    self.init(FlagShape(long: long, short: short, argument: argument, help: help), apply: apply)
  }

  init(_ shape: FlagShape, apply: @escaping @Sendable (inout Options, String) throws(Diagnostic) -> Void) {
    self.shape = shape
    self.apply = apply
  }
}

extension Flag where Options == RunOptions {
  /// The list is checked here; what it means is known to the gate.
  static func permission(_ kind: Permissions.Kind, allows: Bool, _ help: String) -> Flag {
    let flag = Permissions.Flag(kind: kind, allows: allows)
    return Flag(flag.name, takes: .optionalList(flag.valueName), help) { options, text throws(Diagnostic) in
      let given = PermissionFlag(name: flag.name, value: text.isEmpty ? nil : text)
      options.permissionFlags.append(given)
      do throws(PermissionFlagError) {
        _ = try options.permissions(scriptFolder: "/", workingFolder: "/")
      } catch {
        throw Diagnostic(.cliUsage, error.message)
      }
    }
  }
}
