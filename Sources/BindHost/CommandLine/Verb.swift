import BindCore

/// A verb of the command line. It is a file of its own in `Verbs/`, a `ScriptVerb` or a `ToolVerb`, and a line in
/// `Grammar.verbs`; parsing, did-you-mean, help and completion follow from it.
protocol Verb: SendableMetatype {
  static var name: String { get }
  /// Without `bindhost`, the usual one first.
  static var usages: [String] { get }
  /// One sentence.
  static var summary: String { get }
  static var flagShapes: [FlagShape] { get }
  /// - Parameter words: what stands behind its name.
  static func parse(_ words: ArraySlice<String>) throws(Diagnostic) -> Command
}

/// A verb that does its own work: reads words into `Options`, and performs.
protocol ToolVerb: Verb {
  /// What its words say; nothing has been opened or looked at yet.
  associatedtype Options: Equatable & Sendable
  /// What holds if no word follows.
  static var initial: Options { get }
  static var flags: [Flag<Options>] { get }
  /// A word that is no flag, in order.
  static func take(_ word: String, _ options: inout Options) throws(Diagnostic)
  /// After the last word: what is missing, what contradicts.
  static func check(_ options: Options) throws(Diagnostic)
  static func perform(_ options: Options, _ program: Program) -> ExitCode
}

extension ToolVerb {
  static var flagShapes: [FlagShape] { flags.map(\.shape) }

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) {
    throw Command.surplus(word, after: name)
  }

  static func check(_ options: Options) throws(Diagnostic) {}

  static func parse(_ words: ArraySlice<String>) throws(Diagnostic) -> Command {
    var words = words
    var options = initial
    let reader = FlagReader(flags: flags)
    while let word = words.popFirst() {
      if word == "--" {
        for word in words { try take(word, &options) }
        break
      }
      if word == Grammar.helpFlag.long || word == Grammar.helpFlag.short { return .help(verb: name) }
      if word.hasPrefix("-"), word != "-" {
        let (flag, argument) = try reader.read(word, &words)
        try flag.apply(&options, argument)
      } else {
        try take(word, &options)
      }
    }
    try check(options)
    let read = options
    return .tool(ToolCall(verb: name, options: read) { perform(read, $0) })
  }
}

/// A tool and what it is asked for.
package struct ToolCall: Equatable, Sendable {
  let verb: String
  let options: any Equatable & Sendable
  let perform: @Sendable (Program) -> ExitCode

  init(verb: String, options: any Equatable & Sendable, perform: @escaping @Sendable (Program) -> ExitCode) {
    self.verb = verb
    self.options = options
    self.perform = perform
  }

  package static func == (left: ToolCall, right: ToolCall) -> Bool {
    func equals<Options: Equatable>(_ options: Options) -> Bool { options == right.options as? Options }
    return left.verb == right.verb && equals(left.options)
  }
}
