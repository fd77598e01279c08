package import BindCore
import Glibc

/// What the command line asks for, as plain values; nothing has been opened or looked at yet.
package enum Command: Equatable, Sendable {
  case run(RunOptions)
  /// A verb that does its own work.
  case tool(ToolCall)
  /// The help of one verb, or of all.
  case help(verb: String?)
  case version
}

/// Where the text of a script comes from.
package enum ScriptSource: Equatable, Sendable {
  case file(String)
  case standardInput
  /// The code given with `-e`.
  case inline(String)
}

/// How `bindhost run` is to run a script.
package struct RunOptions: Equatable, Sendable {
  package enum Interface: String, CaseIterable, Sendable {
    /// One line on standard output for each visible change.
    case plain
    case none

    /// What `$BINDHOST_UI` asks for; nil if it is not set.
    static var wanted: Interface? {
      get throws(Diagnostic) {
        guard let word = getenv("BINDHOST_UI").map({ String(cString: $0) }), !word.isEmpty else { return nil }
        if let interface = Interface(rawValue: word) { return interface }
        throw .unknownName(
          .cliUsage, owner: "BINDHOST_UI", noun: "interface", name: word, known: allCases.map(\.rawValue))
      }
    }
  }

  /// What is told of a script's declarations.
  package enum Inspection: Equatable, Sendable {
    /// What depends on what.
    case graph(GraphFormat)
    /// The next so many times at which each job is due.
    case jobs(count: Int, asJSON: Bool)
  }

  package enum ColorChoice: String, CaseIterable, Sendable {
    /// Where standard error is a terminal and `NO_COLOR` is not set.
    case auto
    case always
    case never
  }

  package var script: ScriptSource
  /// What stands behind `--`, for the script.
  package var arguments: [String] = []
  /// nil: what `$BINDHOST_UI` says, else plain.
  package var interface: Interface?
  /// Each job once, the final state, and out.
  package var runsOnce = false
  /// No job runs; when the declarations have ended, this is printed instead.
  package var inspection: Inspection?
  /// After this the run is given up with exit code 4.
  package var timeout: Duration?
  /// In the order in which they were given.
  package var permissionFlags: [PermissionFlag] = []
  package var color = ColorChoice.auto
  /// What matters less is not logged.
  package var logLevel = LogLevel.info
  package var logFormat = LogWriter.Format.pretty
  /// Where `bh.log` writes; nil: standard error.
  package var logFile: String?

  package init(script: ScriptSource) { self.script = script }
}

/// One permission flag as it was given; its list has been checked.
package struct PermissionFlag: Equatable, Sendable {
  package var name: String
  package var value: String?
}

extension RunOptions {
  /// What the flags allow the script.
  /// - Parameters:
  ///   - scriptFolder: absolute.
  ///   - workingFolder: absolute; relative paths in flags start here.
  package func permissions(scriptFolder: String, workingFolder: String) throws(PermissionFlagError) -> Permissions {
    var permissions = Permissions(scriptFolder: scriptFolder)
    for flag in permissionFlags {
      _ = try permissions.apply(flag: flag.name, value: flag.value, relativeTo: workingFolder)
    }
    return permissions
  }
}
