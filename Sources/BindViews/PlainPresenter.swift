/// Draws a stage as plain lines: the whole tree when it is shown, afterwards one line for each visible change.
///
/// Reads well in a log, in a pipe and in a screen reader: a line stands for itself, with the titles of the panels around
/// it in front. What goes back to what was written last, within one turn or while hidden, writes nothing.
/// It performs no output: each line goes to the closure it was made with.
package final class PlainPresenter {
  private let stage: Stage
  private let write: (String) -> Void
  /// What was last written of each view that is shown, by its presence. Without the titles around it: a new title is a
  /// change of its panel alone.
  private var written: [Int: PlainLines] = [:]

  /// - Parameter write: gets each line, without its end.
  package init(_ stage: Stage, write: @escaping (String) -> Void) {
    self.stage = stage
    self.write = write
  }

  /// Once a turn, after everything has settled.
  package func draw() { draw(stage.takeChanges()) }

  /// For a host that gives one list to several presenters.
  package func draw(_ look: Stage.Look) {
    switch look {
    case .nothing: break
    case .newTree: drawAll()
    case .changes(let changes): draw(changes)
    }
  }

  private func draw(_ changes: [Stage.Change]) {
    let views = stage.views
    let present = Set(views.map(\.presence.number))
    var drawn = 0
    for change in changes {
      let view = change.view
      if case .removed(let parent) = change.what {
        sayRemoval(of: view, from: parent)
        for part in view.flattened where !present.contains(part.presence.number) {
          written[part.presence.number] = nil
        }
        continue
      }
      guard view.order >= drawn else { continue }
      let range = range(of: change)
      draw(range)
      drawn = range.upperBound
    }
  }

  /// A view that appears or goes takes what is inside it along.
  private func range(of change: Stage.Change) -> Range<Int> {
    let view = change.view
    if case .inserted = change.what { return view.range }
    let takesAll =
      change.properties.contains { $0 == "visible" || $0 == "skeleton" }
      || (view.kind.role == .dialog && change.properties.contains("open"))
      || (view.kind.role == .tabs && change.properties.contains("value"))
    return takesAll ? view.range : view.order..<(view.order + 1)
  }

  /// An element of a list that is still there.
  private func sayRemoval(of view: View, from parent: View?) {
    guard let parent, parent.kind.role == .each, parent.isVisible,
      let line = view.flattened.lazy.compactMap({ self.written[$0.presence.number]?.lines.first }).first
    else { return }
    write(Self.prefix(of: parent) + "removed: " + line)
  }

  /// Everything, as it stands: when it is shown, and as the final state of `run --once`.
  package func drawAll() {
    written = [:]
    let title = PlainText.clean(stage.title)
    if !title.isEmpty, stage.isShowing { write("== \(title) ==") }
    draw(stage.views.indices)
  }

  private func draw(_ range: Range<Int>) {
    // Panels that have just appeared, with the number of lines written before each: one that says nothing else says its title.
    var appeared: [(panel: View, end: Int, linesBefore: Int)] = []
    var lineCount = 0
    func closePanels(before order: Int) {
      while let last = appeared.last, last.end <= order {
        appeared.removeLast()
        guard lineCount == last.linesBefore, let title = PlainLines(last.panel).lines.first else { continue }
        write(Self.prefix(of: last.panel) + title)
        lineCount += 1
      }
    }
    for order in range {
      closePanels(before: order)
      let view = stage.views[order]
      guard view.isVisible, !view.isSkeleton else {
        written[view.presence.number] = nil
        continue
      }
      let said = PlainLines(view)
      let before = written[view.presence.number]
      written[view.presence.number] = said
      if before == nil, view.saysItsTitleOnlyIfNothingElseDoes {
        appeared.append((view, view.range.upperBound, lineCount))
        continue
      }
      let prefix = Self.prefix(of: view)
      for line in said.news(since: before) {
        write(prefix + line)
        lineCount += 1
      }
    }
    closePanels(before: range.upperBound)
  }

  /// The names of the containers around it that have one, outermost first.
  private static func prefix(of view: View) -> String {
    var names: [String] = []
    var outer = view.parent
    while let container = outer {
      let name = PlainLines.name(of: container)
      if !name.isEmpty { names.append(name) }
      outer = container.parent
    }
    return names.reversed().map { $0 + ": " }.joined()
  }
}

extension View {
  fileprivate var saysItsTitleOnlyIfNothingElseDoes: Bool {
    switch kind.role {
    case .tabs, .dialog, .async: false
    default: kind.hasChildren
    }
  }

  /// It stands in the sample of a view that is loading.
  fileprivate var isSkeleton: Bool {
    var outer = parent
    while let container = outer {
      if container.kind.role == .async, container.isTrue("skeleton") { return true }
      outer = container.parent
    }
    return false
  }
}
