enum RunVerb: ScriptVerb {
  static let name = "run"
  static let usages = ["run FILE [-- ARGS]", "run - [-- ARGS]", "-e CODE [-- ARGS]", "FILE.lua [ARGS]"]
  static let summary = "Runs a script until nothing keeps it alive or a signal ends it."
  static var flags: [Flag<RunOptions>] { RunFlags.all }
}
