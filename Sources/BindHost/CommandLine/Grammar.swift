/// The one table of verbs. Parsing, did-you-mean, help and completion are read from it, so they cannot disagree.
enum Grammar {
  static let verbs: [any Verb.Type] = [
    RunVerb.self, ReplVerb.self, TestVerb.self, CheckVerb.self, GraphVerb.self, JobsVerb.self, InitVerb.self,
    DocVerb.self,
    ExplainVerb.self, TypesVerb.self, CompletionsVerb.self, DoctorVerb.self, PathsVerb.self, DemoServerVerb.self,
  ]

  static let helpFlag = (long: "--help", short: "-h", word: "help", help: "print this and exit")
  static let versionFlag = (long: "--version", help: "print the version and exit")

  static func verb(named name: String) -> (any Verb.Type)? { verbs.first { $0.name == name } }

  /// Every spelling of the flags that a verb takes, for did-you-mean.
  static func names(of flags: [FlagShape]) -> [String] {
    flags.map(\.long) + flags.compactMap(\.short) + [helpFlag.long, helpFlag.short]
  }
}
