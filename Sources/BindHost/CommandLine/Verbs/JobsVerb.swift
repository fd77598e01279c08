import BindCore

enum JobsVerb: ScriptVerb {
  static let name = "jobs"
  static let usages = ["jobs FILE [-- ARGS]", "jobs - [-- ARGS]", "jobs -e CODE [-- ARGS]"]
  static let summary = "Runs the main chunk, whose writes stand, no job, and prints when its jobs will run."
  static let inspection: RunOptions.Inspection? = .jobs(count: 5, asJSON: false)

  static let flags =
    [
      Flag<RunOptions>("--next", takes: .required("COUNT"), "so many times for each job; 5 if it is not given") {
        options, text throws(Diagnostic) in
        guard let count = Int(text), (1...10_000).contains(count) else {
          throw Diagnostic(.cliUsage, "--next: a whole number from 1 to 10000 expected, got '\(text)'")
        }
        guard case .jobs(_, let asJSON)? = options.inspection else { return }
        options.inspection = .jobs(count: count, asJSON: asJSON)
      },
      Flag("--json", takes: .nothing, "print {\"v\":1,\"jobs\":[…]} instead") { options, _ in
        guard case .jobs(let count, _)? = options.inspection else { return }
        options.inspection = .jobs(count: count, asJSON: true)
      },
    ] + RunFlags.loading
}
