import Glibc

/// Where a person reads and types: what is written while a prompt stands there appears above it, and the line that is being
/// typed stays as it is.
final class Console {
  private(set) var editor: LineEditor
  /// nil: nothing is asked for now.
  private var prompt: String?
  private var drawing: PromptDrawing?
  private let columns: () -> Int
  private let write: (String) -> Void

  /// - Parameters:
  ///   - columns: of the terminal, asked at each drawing.
  ///   - write: to the terminal.
  init(history: [String], columns: @escaping () -> Int, write: @escaping (String) -> Void) {
    editor = LineEditor(history: history)
    self.columns = columns
    self.write = write
  }

  var isPrompting: Bool { prompt != nil }

  /// Asks for a line.
  func ask(_ prompt: String) {
    self.prompt = prompt
    drawing = nil
    draw()
  }

  /// Nothing is asked for any more; what was typed stays on the screen.
  func leave() {
    if let drawing { write(drawing.toEnd) }
    prompt = nil
    drawing = nil
  }

  /// Writes above the prompt. An unfinished last line is ended there.
  func say(_ text: String) {
    guard let drawing else { return write(text) }
    self.drawing = nil
    write(drawing.toStart + "\u{1B}[J" + text + (text.hasSuffix("\n") ? "" : "\n"))
    draw()
  }

  func handle(_ key: Key) -> LineEditor.Outcome {
    let outcome = editor.handle(key)
    switch outcome {
    case .changed: draw()
    case .clearScreen:
      write("\u{1B}[H\u{1B}[2J")
      drawing = nil
      draw()
    case .line(let line):
      // As it was typed, whatever follows.
      redraw(line)
      leave()
    case .end: leave()
    case .nothing, .complete: break
    }
    return outcome
  }

  private func redraw(_ line: String) {
    guard let prompt else { return }
    let last = PromptDrawing(prompt: prompt, text: Array(line), cursor: line.count, columns: columns())
    write((drawing?.toStart ?? "") + last.bytes)
    drawing = last
  }

  /// The line is dropped.
  func drop() {
    editor.clear()
  }

  func insert(_ text: String) {
    editor.insert(text)
    draw()
  }

  /// The terminal has another size: it has broken rows that became too long for it.
  func resized() {
    guard let drawing else { return }
    self.drawing = nil
    write(drawing.toStart(columns: columns()))
    draw()
  }

  /// Somebody else asks: the line is taken away, and comes back with `redraw`.
  func hide() {
    guard let drawing else { return }
    self.drawing = nil
    write(drawing.toStart + "\u{1B}[J")
  }

  /// What was drawn is not there any more: the program was stopped, and goes on.
  func redraw() {
    drawing = nil
    draw()
  }

  private func draw() {
    guard var prompt else { return }
    if let search = editor.search { prompt = "(search '\(search.pattern)') " }
    let next = PromptDrawing(prompt: prompt, text: editor.text, cursor: editor.cursor, columns: columns())
    if next == drawing { return }
    write((drawing?.toStart ?? "") + next.bytes)
    drawing = next
  }
}
