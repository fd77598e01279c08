import BindCore
import BindJSON

/// `bh.json`: text to Lua tables and back.
extension Surface {
  var jsonFunctions: [Entry] {
    [
      Entry(
        "decode",
        """
        (text: string, options?) -> any, err?
        The value of a JSON text; null is bh.null.
        - big: "string". Integers beyond 64 bits become decimal strings instead of floats.
        > local data, err = bh.json.decode '{"n": 1}'
        """
      ) { [unowned self] call throws(Failure) in
        guard let text = call.argument(1).stringBytes else { throw call.wrong(1, "text", expected: "string") }
        let options = try call.options(2)
        try decode(text, big: try options.bigIntegers(), call)
      },
      Entry(
        "encode",
        """
        (value: any, options?) -> string
        A value as JSON text.
        - indent: integer. So many spaces for each level; without it there is one line.
        """
      ) { call throws(Failure) in
        let value = call.value(1)
        let indent = try call.options(2).indent()
        let text: [UInt8]
        do throws(JSONRefusal) { text = try JSON.encode(value, indent: indent) } catch {
          throw .diagnostic(Diagnostic(.jsonValue, "\(call.name): \(error.sentence)"))
        }
        try call.reply(.string(ByteString(bytes: text)))
      },
    ]
  }

  private func decode(_ text: UnsafeRawBufferPointer, big: JSON.BigIntegers, _ call: Call) throws(Failure) {
    do throws(JSONProblem) {
      try jsonParser.parse(text, big: big)
    } catch {
      if error.isMemory { throw .diagnostic(Diagnostic(.hostMemory, "\(call.name): \(error.message)")) }
      return try call.replyFailure(.diagnostic(Diagnostic(error)))
    }
    warnOfPrecision(jsonParser.imprecise)
    call.reply(tape: jsonParser.tape)
  }

  /// An integer of a document became a float: said once for each document.
  func warnOfPrecision(_ imprecise: JSONProblem?) {
    guard let imprecise else { return }
    let diagnostic = Diagnostic(
      .jsonPrecision, "line \(imprecise.line), column \(imprecise.column): \(imprecise.message) and became a float",
      severity: .warning, at: lua.position, notes: ["{big = \"string\"} gives such integers as decimal strings"])
    engine.scope.report(Report(diagnostic, during: "", isWarning: true))
  }
}

extension Diagnostic {
  /// A text that is no document, as scripts and reports see it.
  init(_ problem: JSONProblem) {
    self.init(.jsonInvalid, problem.sentence)
  }
}

extension Options {
  fileprivate func bigIntegers() throws(Failure) -> JSON.BigIntegers {
    switch try string("big") {
    case nil: .float
    case "string": .string
    case let other?:
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(owner): option 'big': \"string\" expected, got \"\(other)\""))
    }
  }

  /// Spaces for each level.
  fileprivate func indent() throws(Failure) -> Int? {
    guard let value = self["indent"] else { return nil }
    guard case .integer(let spaces) = value, (0...16).contains(spaces) else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(owner): option 'indent': a number of spaces from 0 to 16 expected, got \(value.named)"))
    }
    return Int(spaces)
  }
}
