import BindCore

enum GraphVerb: ScriptVerb {
  static let name = "graph"
  static let usages = ["graph FILE [-- ARGS]", "graph - [-- ARGS]", "graph -e CODE [-- ARGS]"]
  static let summary = "Runs the main chunk, whose writes stand, no job, and prints what depends on what."
  static let inspection: RunOptions.Inspection? = .graph(.text)

  static let flags =
    [
      Flag<RunOptions>(
        "--format", takes: .choice(GraphFormat.allCases.map(\.rawValue)),
        "text (the default), json, dot for Graphviz, svg: a drawing"
      ) { options, name in
        if let format = GraphFormat(rawValue: name) { options.inspection = .graph(format) }
      },
      Flag("--json", takes: .nothing, "the same as --format=json") { options, _ in
        options.inspection = .graph(.json)
      },
    ] + RunFlags.loading
}
