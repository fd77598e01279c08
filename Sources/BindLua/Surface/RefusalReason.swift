import BindCore

/// Why a function of a script's refuses something: what comes with `nil` or `false`, a message or an err table.
struct RefusalReason {
  let words: String
  /// The err table, whose message that is.
  let raised: ScriptError?

  /// nil where the value is neither.
  init?(_ value: Value) {
    switch value {
    case .string(let message): (words, raised) = (message.text, nil)
    case .record(let fields):
      guard case .string(let message)? = fields["message"] else { return nil }
      (words, raised) = (message.text, ScriptError(value: value, message: message.text))
    default: return nil
    }
  }
}
