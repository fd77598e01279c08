/// What the command line asks for, as plain values; nothing has been opened or looked at yet.
package enum Command: Equatable, Sendable {
  case run(RunOptions)
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
  package var interface = Interface.plain
  /// Each job once, the final state, and out.
  package var runsOnce = false
  /// After this the run is given up with exit code 4.
  package var timeout: Duration?
  package var permissions = PermissionFlags()
  package var color = ColorChoice.auto

  package init(script: ScriptSource) { self.script = script }
}

/// The permission flags as they were given. A denial wins over any permission.
package struct PermissionFlags: Equatable, Sendable {
  package enum Area: String, CaseIterable, Sendable { case read, run }

  package enum Extent: Equatable, Sendable {
    case all
    /// Paths or program names as written, not empty.
    case only([String])
  }

  /// `-A`.
  package var allowsEverything = false
  package var allowed: [Area: Extent] = [:]
  package var denied: [Area: Extent] = [:]

  package init() {}
}

extension PermissionFlags.Extent {
  /// Both together; a list added to "all" changes nothing.
  func union(_ other: Self?) -> Self {
    switch (self, other) {
    case (.only(let names), .only(let more)): .only(more + names)
    case (_, nil): self
    default: .all
    }
  }
}
