extension Stage {
  /// The smallest screen that a terminal has been expected to have ever since.
  package static let usualColumns = 80
  package static let usualRows = 24

  /// What is shown, laid out on a screen: the presented faces, the dialogs before everything else.
  ///
  /// The same stage gives the same screen. Nothing is changed or started by looking.
  /// - Parameters:
  ///   - focus: where the person is: `Input.focused`.
  ///   - usesASCII: signs and frames are drawn with ASCII.
  package func screen(
    columns: Int = usualColumns, rows: Int = usualRows, focus: View? = nil, usesASCII: Bool = false
  ) -> CellGrid {
    ScreenLayout(self, symbols: usesASCII ? .ascii : .unicode, focus: focus).grid(columns: columns, rows: rows)
  }
}
