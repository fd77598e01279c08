import BindCore

// Text that a person types into a field: it is the field's when the editing ends, and until then a change from elsewhere
// is held and marked.

extension View {
  package var isTextField: Bool { kind.role == .textField || kind.role == .textArea }

  /// What the field shows: what is being typed, else its text.
  package var shownText: String { presence.draft?.text ?? words("value") }

  /// Characters and keys: a backspace takes one away.
  func type(_ keys: String) {
    var draft = presence.draft ?? begunDraft
    for character in keys {
      let place = draft.text.index(draft.text.startIndex, offsetBy: draft.caret)
      if character == "\u{8}" || character == "\u{7F}" {
        guard draft.caret > 0 else { continue }
        draft.text.remove(at: draft.text.index(before: place))
        draft.caret -= 1
      } else {
        let before = draft.text.count
        draft.text.insert(character, at: place)
        // A combining character joins the one before it.
        draft.caret += draft.text.count - before
      }
    }
    take(draft)
  }

  func take(_ draft: Presence.Draft) {
    presence.draft = draft
    tell([("editing", .boolean(true))])
    stage?.changed(self, property: "editing")
  }

  var begunDraft: Presence.Draft {
    Presence.Draft(text: words("value"), original: value("value") ?? .nil, caret: caret)
  }

  /// - Returns: what was typed, if that is not what was there when it began.
  func takeDraft() -> Value? {
    guard let draft = presence.draft else { return nil }
    presence.draft = nil
    presence.restingCaret = draft.caret
    tell([("editing", .boolean(false)), ("changed", .boolean(false))])
    stage?.changed(self, property: "value")
    let typed = Value.string(ByteString(draft.text))
    return typed == draft.original ? nil : typed
  }

  func noteRemoteChange() {
    guard let draft = presence.draft else { return }
    tell([("changed", .boolean(value("value") != draft.original))])
  }
}
