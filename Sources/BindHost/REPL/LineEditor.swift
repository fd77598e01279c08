/// A line on its way: what is typed, where the cursor is, and what was typed before. It draws nothing.
struct LineEditor {
  enum Outcome: Equatable {
    case nothing
    case changed
    /// The line is given; the editor is empty again.
    case line(String)
    /// Ctrl-D on an empty line.
    case end
    /// Tab.
    case complete
    /// Ctrl-L.
    case clearScreen
  }

  private(set) var text: [Character] = []
  /// Graphemes before it.
  private(set) var cursor = 0
  private var killed: [Character] = []
  private(set) var history: [String]
  /// The place in the history that is shown; `history.count` for the line that is being typed.
  private var place: Int
  /// What was being typed before the history was looked through.
  private var draft: [Character] = []

  /// What is looked for in the history; nil while nothing is.
  private(set) var search: Search?

  struct Search: Equatable {
    fileprivate(set) var pattern: String
    /// Of the line that was found; `history.count` for none.
    fileprivate(set) var place: Int
  }

  init(history: [String] = []) {
    self.history = history
    place = history.count
  }

  var line: String { String(text) }
  var beforeCursor: String { String(text[..<cursor]) }

  mutating func clear() {
    text = []
    cursor = 0
    place = history.count
    search = nil
  }

  mutating func insert(_ string: String) {
    // A combining character joins what stands before it.
    let head = String(text[..<cursor]) + string
    let tail = text[cursor...]
    text = Array(head) + tail
    cursor = text.count - tail.count
  }

  mutating func handle(_ key: Key) -> Outcome {
    if search != nil, let outcome = searched(key) { return outcome }
    switch key {
    case .control("r"):
      draft = text
      search = Search(pattern: "", place: history.count)
    case .text(let string): insert(string)
    case .enter: return submit()
    case .tab: return .complete
    case .control("d") where text.isEmpty: return .end
    case .control("l"): return .clearScreen
    case .up, .control("p"): show(place - 1)
    case .down, .control("n"): show(place + 1)
    case .control("c"), .escape: return .nothing
    default: return edit(key) ? .changed : .nothing
    }
    return .changed
  }

  // MARK: Looking for a line

  /// - Returns: nil for a key that ends the search and then means what it means elsewhere.
  private mutating func searched(_ key: Key) -> Outcome? {
    guard var search else { return nil }
    switch key {
    case .text(let string):
      search.pattern += string
      find(&search, from: history.count)
    case .backspace, .control("h"):
      search.pattern = String(search.pattern.dropLast())
      find(&search, from: history.count)
    case .control("r"): find(&search, from: search.place)
    case .control("g"), .escape:
      self.search = nil
      text = draft
      cursor = text.count
      return .changed
    default:
      self.search = nil
      return nil
    }
    self.search = search
    return .changed
  }

  /// The newest line before a place that has the pattern in it; where there is none, what was found stays.
  private mutating func find(_ search: inout Search, from end: Int) {
    guard !search.pattern.isEmpty, let found = history[..<end].lastIndex(where: { $0.contains(search.pattern) }) else {
      return
    }
    search.place = found
    place = found
    text = Array(history[found])
    cursor = text.count
  }

  private mutating func submit() -> Outcome {
    let line = line
    if !line.allSatisfy({ $0 == " " }), line.first != " ", history.last != line { history.append(line) }
    clear()
    return .line(line)
  }

  private mutating func show(_ wanted: Int) {
    guard wanted >= 0, wanted <= history.count else { return }
    if place == history.count { draft = text }
    place = wanted
    text = wanted == history.count ? draft : Array(history[wanted])
    cursor = text.count
  }

  private mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): cursor = max(cursor - 1, 0)
    case .right, .control("f"): cursor = min(cursor + 1, text.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .backspace, .control("h"): remove(max(cursor - 1, 0)..<cursor)
    case .delete, .control("d"): remove(cursor..<min(cursor + 1, text.count))
    case .control("k"): kill(cursor..<text.count)
    case .control("u"): kill(0..<cursor)
    case .control("w"), .deleteWord: kill(wordStart..<cursor)
    case .control("y"): insert(String(killed))
    case .control("t"): transpose()
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func kill(_ range: Range<Int>) {
    killed = Array(text[range])
    remove(range)
  }

  private mutating func transpose() {
    guard text.count > 1, cursor > 0 else { return }
    let right = min(cursor, text.count - 1)
    text.swapAt(right - 1, right)
    cursor = right + 1
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, !Self.isWord(text[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(text[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < text.count, !Self.isWord(text[place]) { place += 1 }
    while place < text.count, Self.isWord(text[place]) { place += 1 }
    return place
  }
}
