import BindCore

/// The page of an error's id: what happened, why, the mend, an example.
struct IdentifierPage {
  let id: DiagnosticID

  var text: String {
    var lines = ["\(id)  (kind: \(id.defaultKind.rawValue))", ""] + ReferenceText.wrapped(id.page, indent: "")
    let (word, code) = example
    lines += ["", word] + code.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    return lines.map { $0 + "\n" }.joined()
  }

  var value: Value {
    .record(
      Record([
        ("id", .string(ByteString(id.rawValue))), ("kind", .string(ByteString(id.defaultKind.rawValue))),
        ("text", .string(ByteString(id.page))), ("example", .string(ByteString(example.code))),
      ]))
  }

  private var example: (word: String, code: String) {
    switch id.example {
    case .script(let text): ("a script that ends in it", text.description)
    case .test(let text): ("a test that ends in it", text.description)
    case .command(let text): ("a command that ends in it", "$ " + text.description)
    case .sketch(let text): ("how it comes about", text.description)
    }
  }
}
