import BindCore

// Where a person is in the text of a field, and what takes characters away there.

enum CaretMove {
  case left, right, home, end
  /// In text of several lines.
  case up, down
}

extension View {
  /// Characters before the cursor: at the end, until somebody goes elsewhere.
  var caret: Int {
    let count = shownText.count
    return min(presence.draft?.caret ?? presence.restingCaret ?? count, count)
  }

  /// Moving alone is no editing: what is typed elsewhere still arrives.
  func moveCaret(_ move: CaretMove) {
    let place = caretPlace(after: move)
    if presence.draft != nil { presence.draft?.caret = place } else { presence.restingCaret = place }
    stage?.changed(self, property: "editing")
  }

  private func caretPlace(after move: CaretMove) -> Int {
    let lines = shownText.split(omittingEmptySubsequences: false) { $0.isNewline }.map(\.count)
    var row = 0
    var column = caret
    // A line's end is one character too.
    while row < lines.count - 1, column > lines[row] {
      column -= lines[row] + 1
      row += 1
    }
    func place(_ row: Int, _ column: Int) -> Int {
      lines[..<row].reduce(0) { $0 + $1 + 1 } + min(column, lines[row])
    }
    switch move {
    case .left: return max(caret - 1, 0)
    case .right: return min(caret + 1, shownText.count)
    case .home: return place(row, 0)
    case .end: return place(row, lines[row])
    case .up: return row == 0 ? 0 : place(row - 1, column)
    case .down: return row == lines.count - 1 ? shownText.count : place(row + 1, column)
    }
  }

  /// The character behind the cursor, if there is one.
  func deleteForward() {
    let place = caret
    guard place < shownText.count else { return }
    var draft = presence.draft ?? begunDraft
    draft.text.remove(at: draft.text.index(draft.text.startIndex, offsetBy: place))
    take(draft)
  }
}
