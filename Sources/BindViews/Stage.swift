package import BindCore

/// The shown view tree with the dialogs before it, and what changed since a presenter last looked: one list for each turn.
///
/// Isolation: confined to its engine's thread.
package final class Stage {
  private let engine: Engine
  package private(set) var root: View?
  package private(set) var title = ""
  /// Where it was shown.
  private var place = Site.none
  /// Questions that wait for an answer, the newest last; above everything else.
  package private(set) var dialogs: [View] = []
  private var questions: [ObjectIdentifier: Question] = [:]
  private var ordered: [View] = []
  private var isOrderStale = false
  /// The views that are shown, by id.
  private var ids: [String: View] = [:]
  /// False where only the end is looked at: what a loadable says is presented at once, without the pauses against flicker.
  package var isWatched = true
  /// What changed since the last look.
  private var news = StageNews()
  /// Put there since the last look.
  private var unseen: [View] = []
  private var lastNumber = 0
  /// The newest event when presenters looked last.
  private var lookedAt = CauseID.none

  package init(engine: Engine) { self.engine = engine }

  /// For ids of views that have none.
  package func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Whether a shown tree keeps the script alive.
  package var isShowing: Bool { root.map { !$0.isStopped } ?? false }

  /// The shown tree in tree order: a view, then what is inside it; then the dialogs.
  package var views: [View] {
    if isOrderStale {
      isOrderStale = false
      ordered = (root?.flattened ?? []) + dialogs.flatMap(\.flattened)
      for (order, view) in ordered.enumerated() { view.order = order }
    }
    return ordered
  }

  /// The view with that id, if it is shown.
  package func view(id: String) -> View? { ids[id] }

  /// The dialog that has to be answered before anything else.
  package var openDialog: View? { dialogs.last ?? views.last { $0.kind.role == .dialog && $0.isVisible } }

  /// Shows a tree in place of the one before; warns if nobody has seen that one yet. Undone when the running transaction
  /// fails.
  /// - Throws: `ui.duplicate_id`; `bind.argument` for a part of a tree; `bind.disposed`.
  package func show(_ view: View, title: String) throws(Failure) {
    try view.checkAlive()
    if let outer = view.parent, !outer.isStopped {
      throw .diagnostic(Diagnostic(.bindArgument, "bh.show: \(view.name) is inside \(outer.name); show the whole tree"))
    }
    try checkIDs(of: [view], without: Array(ids.values), for: "bh.show")
    noteBefore()
    let here = engine.site()
    var unseen = news.unseen
    if news.isNewTree, let root, root !== view, !root.isStopped { unseen.append(warning(of: root, replacedAt: here)) }
    install(view, title: title, at: here)
    news = StageNews()
    news.isNewTree = true
    news.unseen = unseen
  }

  /// What is shown now, for the case that the transaction fails in which something else is.
  private func noteBefore() {
    let (root, title, place, news) = (root, title, place, news)
    let seen = root?.flattened.filter(\.isSeen) ?? []
    engine.registered(
      Registration { [weak self] in self?.restore(root, title: title, place: place, news: news, seen: seen) })
  }

  private func warning(of tree: View, replacedAt here: Site) -> Diagnostic {
    var notes = ["one tree is shown at a time: put both into a ui.column"]
    if place.isKnown { notes.insert("first shown at \(engine.words(for: place))", at: 0) }
    return Diagnostic(
      .uiNeverSeen, "bh.show: \(tree.name) was never seen, another tree takes its place", severity: .warning,
      at: engine.position(of: here), notes: notes)
  }

  /// Shows nothing, and counts views from 1 again.
  package func clear() {
    install(nil, title: "", at: .none)
    for dialog in dialogs { close(dialog) }
    news = StageNews()
    unseen = []
    lastNumber = 0
  }

  private func install(_ view: View?, title: String, at place: Site) {
    if let root { unmount(root) }
    root = view
    self.title = title
    self.place = place
    if let view { mount(view) }
  }

  private func restore(_ view: View?, title: String, place: Site, news: StageNews, seen: [View]) {
    install(view, title: title, at: place)
    for view in seen { view.isSeen = true }
    unseen.removeAll { $0.isSeen }
    self.news = news
  }

  // MARK: Views that come and go

  /// - Throws: `ui.duplicate_id`.
  func checkIDs(of added: [View], without removed: [View], for owner: String) throws(Failure) {
    let leaving = Set(removed.flatMap(\.flattened).map { ObjectIdentifier($0) })
    var seen: [String: View] = [:]
    for part in added.flatMap(\.flattened) {
      var other = seen.updateValue(part, forKey: part.id)
      if other == nil, let shown = ids[part.id], shown !== part, !leaving.contains(ObjectIdentifier(shown)) {
        other = shown
      }
      if let other {
        throw .diagnostic(
          Diagnostic(
            .uiDuplicateID, "\(owner): two views have the id '\(part.id)'",
            notes: other.name == part.name
              ? ["give one of them another id"] : ["they are \(other.name) and \(part.name)"]))
      }
    }
  }

  func mount(_ view: View) {
    isOrderStale = true
    view.stage = self
    view.isSeen = false
    unseen.append(view)
    ids[view.id] = view
    view.watchAll()
    for child in view.children { mount(child) }
    view.structure?.mounted()
  }

  func unmount(_ view: View) {
    isOrderStale = true
    view.structure?.unmounted()
    for child in view.children { unmount(child) }
    view.unwatchAll()
    view.unseenChanges |= view.changes(since: lookedAt)
    if ids[view.id] === view { ids[view.id] = nil }
    news.forget(view)
    view.stage = nil
  }

  /// Before the children of a view change.
  func willRearrange(_ view: View) {
    isOrderStale = true
    news.rearranged(view)
  }

  func changed(_ view: View, _ position: Int) { if view.stage === self { news.changed(view, position) } }

  func changed(_ view: View, property: String) {
    if let position = view.kind.position(of: property) { changed(view, position) }
  }

  /// The whole of a view went with its scope: as if it were hidden.
  func ended(_ view: View) {
    if view.stage === self { news.ended(view) }
    if let index = dialogs.firstIndex(where: { $0 === view }) { close(dialogs[index]) }
  }

  // MARK: Questions

  /// Asks a person before something changes at a view; the question ends with the view.
  func ask(_ text: String, for view: View, _ answer: @escaping (Bool) -> Void) throws(Failure) {
    let dialog = try View(
      .of(.dialog), options: [("title", .value(.string(ByteString(text))))], number: nextNumber(), scope: view.scope)
    if dialogs.isEmpty { news.dialogsBefore = [] } else { news.dialogsBefore = news.dialogsBefore ?? dialogs }
    dialogs.append(dialog)
    questions[ObjectIdentifier(dialog)] = Question { [weak self, weak dialog] yes in
      if let dialog {
        self?.close(dialog)
        dialog.stop()
      }
      answer(yes)
    }
    mount(dialog)
  }

  func question(of dialog: View) -> Question? { questions[ObjectIdentifier(dialog)] }

  private func close(_ dialog: View) {
    guard questions.removeValue(forKey: ObjectIdentifier(dialog)) != nil else { return }
    news.dialogsBefore = news.dialogsBefore ?? dialogs
    unmount(dialog)
    dialogs.removeAll { $0 === dialog }
  }

  // MARK: Looking

  /// What a presenter has to draw.
  package enum Look {
    case nothing
    case newTree
    /// What went first, then the rest in tree order.
    case changes([Change])
  }

  package struct Change {
    package enum What {
      /// Gone, with all inside it. It stood in `parent`; nil for a dialog.
      case removed(parent: View?)
      /// New, with all inside it.
      case inserted
      /// Elsewhere among its siblings.
      case moved
      case properties
    }

    package let view: View
    package let what: What
    /// What changed of the view itself, in the order of the kind's table.
    package var properties: [String] = []
  }

  /// What changed since the last call; forgets it. Trees that nobody has seen are warned of.
  package func takeChanges() -> Look {
    let look = look
    let warnings = news.unseen
    news = StageNews()
    lookedAt = engine.causes.newest
    for view in unseen {
      view.predecessor = nil
      view.isSeen = true
    }
    unseen.removeAll(keepingCapacity: true)
    for warning in warnings { engine.scope.report(Report(warning, during: "", isWarning: true)) }
    return look
  }

  private var look: Look {
    if root == nil { return .nothing }
    if news.isNewTree { return .newTree }
    if news.isEmpty { return .nothing }
    let changes = news.changes(on: self)
    return changes.isEmpty ? .nothing : .changes(changes)
  }
}

/// A question that a person has not answered yet.
struct Question {
  let answer: (Bool) -> Void
}
