/// A script author's mistake or a failure of the outside, with everything needed to say it well once.
///
/// It travels as a value: made where the mistake is found, given its position where the script's frames are known,
/// drawn by `DiagnosticRenderer` where it leaves the host.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
  }

  public var id: DiagnosticID
  public var kind: ErrorKind
  public var severity: Severity
  /// One sentence without its id, its place and the did-you-mean. No full stop at the end.
  public var message: String
  public var position: SourcePosition?
  /// The name in the script that this is about, such as the mistyped option. Where the position has no column, the
  /// drawing points at it if the line says it exactly once.
  public var subject: String?
  /// Names that were probably meant, the nearest first, three at most.
  public var suggestions: [String]
  /// What else helps, a line each: the known options, the path of a cycle, what was being delivered.
  public var notes: [String]
  /// Lua's own traceback text, taken where the error was raised.
  public var traceback: String?
  /// An exit status or an HTTP status.
  public var status: Int?

  /// Of refused input: why, in words for the person who gave it.
  package var reason: String?

  /// What the outside said besides.
  public var circumstances = Circumstances()

  /// Of what was stopped for its time: the runtime's number of that stop, else 0.
  package var stop: UInt32 = 0

  /// What a script raised, which this is the report of.
  package var raised: RaisedCause?

  /// Invariant: one element at most; an array because a struct cannot contain itself.
  private var causes: [Diagnostic]

  /// The error that led to this one.
  public var cause: Diagnostic? {
    get { causes.first }
    set { causes = newValue.map { [$0] } ?? [] }
  }

  public init(
    _ id: DiagnosticID, _ message: String, kind: ErrorKind? = nil, severity: Severity = .error,
    at position: SourcePosition? = nil, suggestions: [String] = [], notes: [String] = [], traceback: String? = nil,
    status: Int? = nil, cause: Diagnostic? = nil
  ) {
    self.id = id
    self.kind = kind ?? id.defaultKind
    self.severity = severity
    self.message = message
    self.position = position
    self.subject = Diagnostic.subject(ofMessage: message)
    self.suggestions = suggestions
    self.notes = notes
    self.traceback = traceback
    self.status = status
    self.causes = cause.map { [$0] } ?? []
  }
}

extension Diagnostic {
  /// The message with its did-you-mean: `unknown option 'stpe' (did you mean 'step'?)`.
  public var sentence: String {
    guard let last = suggestions.last else { return message }
    let others = suggestions.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return "\(message) (did you mean \(others.isEmpty ? "" : others + " or ")'\(last)'?)"
  }

  /// The same diagnostic at `position`, unless it already knows its place.
  public func located(at position: SourcePosition?) -> Diagnostic {
    guard self.position == nil else { return self }
    var copy = self
    copy.position = position
    return copy
  }

  /// A syntax error in a module is raised where the module is required; its message begins with the place that counts.
  package var atItsParsersPlace: Diagnostic {
    guard id == .scriptSyntax, let end = message.firstRange(of: ": ") else { return self }
    let place = message[..<end.lowerBound]
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]) else { return self }
    var copy = self
    copy.message = String(message[end.upperBound...])
    if let position { copy.notes.append("loaded from \(position)") }
    copy.position = SourcePosition(script: String(place[..<colon]), line: line)
    return copy
  }

  /// A wrong name: the message, the nearest known names, and the list of what there is as a note.
  ///
  /// - Parameters:
  ///   - owner: what was asked, such as `ui.slider` or `model 'user'`.
  ///   - noun: what the name would have been, in the singular: "option", "field", "flag".
  ///   - known: every name there is, in the order in which the note lists them.
  public static func unknownName(
    _ id: DiagnosticID, owner: String, noun: String, name: String, known: [String], at position: SourcePosition? = nil
  ) -> Diagnostic {
    let nearest = nearestNames(to: name, in: known)
    let isShort = noun == "word" && nearest.isEmpty
    let words = known.map { "'\($0)'" }.joined(separator: ", ")
    var diagnostic = Diagnostic(
      id, "\(owner): unknown \(noun) '\(name)'" + (isShort ? " (it takes \(words))" : ""), at: position,
      suggestions: nearest,
      notes: known.isEmpty || isShort ? [] : ["\(plural(of: noun)): " + known.joined(separator: " ")])
    diagnostic.subject = name
    return diagnostic
  }

  private static func plural(of noun: String) -> String {
    noun.hasSuffix("y") && !noun.hasSuffix("ey") ? noun.dropLast() + "ies" : noun + "s"
  }

  /// The name that a message is about: Lua's own `(local 'name')`, `(field 'x')`, `near 'y'`, and `unknown … 'z'`.
  private static func subject(ofMessage message: String) -> String? {
    let leads = ["(local '", "(global '", "(upvalue '", "(field '", "(method '", "near '"]
    for lead in leads + [
      "unknown option '", "unknown field '", "unknown cell '", "unknown method '", "unknown property '",
    ] {
      guard let start = message.firstRange(of: lead)?.upperBound else { continue }
      guard let end = message[start...].firstIndex(of: "'"), end > start else { continue }
      return String(message[start..<end])
    }
    return nil
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line that starts with id and place, as `tostring(err)` gives it: `bind.path: board.lua:3: no field 'nmae'`. That
  /// of a cycle ends with its path.
  public var description: String {
    let path = notes.first { $0.hasPrefix("path: ") }.map { " (\($0))" } ?? ""
    guard let position else { return "\(id): \(sentence)\(path)" }
    return "\(id): \(position): \(sentence)\(path)"
  }
}
