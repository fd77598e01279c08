import BindCore

/// How an asynchronous value stands, as a sign, words and its age.
struct AsyncStatus {
  let text: String
  let style: CellStyle
  let width: Int
  /// When the age will read otherwise.
  let nextChange: Duration?

  private init(_ symbol: String, _ words: [String], _ style: CellStyle, _ age: Duration?) {
    text = ([symbol] + [words.filter { !$0.isEmpty }.joined(separator: ", ")]).joined(separator: " ")
    self.style = style
    width = Columns.width(of: text)
    nextChange = age.map { Age($0).nextChange }
  }

  /// - Returns: nil where nothing is under way and nothing has come, or something around it says so.
  init?(_ view: View, _ symbols: Symbols) {
    if let content = view.structure as? LoadableContent {
      guard case .string(let word)? = view.value("face"), let face = Face(rawValue: word.text) else { return nil }
      self.init(face, Standing(of: content.loadable), reason: view.words("reason"), symbols)
    } else if let loadable = view.unannounced {
      // What is fetched anew in the background needs no sign that comes and goes.
      let face = loadable.machine.face == .reloading ? .loaded : loadable.machine.face
      self.init(face, Standing(of: loadable), reason: loadable.cells.value(of: "error").reason, symbols)
    } else {
      return nil
    }
  }

  private init?(_ face: Face, _ standing: Standing, reason: String, _ symbols: Symbols) {
    let age = standing.age
    let ago = age.map { Age($0).ago } ?? ""
    let old = age.map { Age($0).old } ?? ""
    let reason = PlainText.clean(reason)
    if let pause = standing.pause, face != .idle {
      self.init(symbols.paused, ["paused: \(pause)", old], .caution, age)
      return
    }
    switch face {
    case .idle: return nil
    case .loading: self.init(symbols.loading, ["loading", standing.progress], .muted, nil)
    case .failed: self.init(symbols.failed, ["failed", reason], .alarm, nil)
    case .loaded where standing.isStale: self.init(symbols.stale, ["stale", old], .caution, age)
    case .loaded: self.init(symbols.loaded, [ago.isEmpty ? "loaded" : ago], .muted, age)
    case .reloading: self.init(symbols.loading, ["reloading", standing.progress, old], .muted, age)
    case .degraded: self.init(symbols.stale, ["stale", old, reason], .caution, age)
    }
  }
}
