import BindCore

/// Draws a stage as plain lines: the whole tree when it is shown, afterwards one line for each visible change.
///
/// Reads well in a log, in a pipe and in a screen reader: a line stands for itself, with the titles of the panels around
/// it in front. What goes back to what was written last, within one turn or while hidden, writes nothing.
/// It performs no output: each line goes to the closure it was made with.
package final class PlainPresenter {
  private let stage: Stage
  private let write: (String) -> Void
  /// What was last written of each view, by its order; nil while it is hidden. Without the titles around it: a new title
  /// is a change of its panel alone.
  private var written: [[String]?] = []

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
    case .changes(let changes):
      var drawn = 0
      for change in changes where change.view.order >= drawn {
        // A view that appears or goes takes what is inside it along.
        let range =
          change.properties.contains("visible") ? change.view.range : change.view.order..<(change.view.order + 1)
        draw(range)
        drawn = range.upperBound
      }
    }
  }

  /// Everything, as it stands: when it is shown, and as the final state of `run --once`.
  package func drawAll() {
    written = Array(repeating: nil, count: stage.views.count)
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
      guard view.isVisible else {
        written[order] = nil
        continue
      }
      let said = PlainLines(view)
      let before = written[order]
      written[order] = said.lines
      if before == nil, view.kind.hasChildren {
        appeared.append((view, view.range.upperBound, lineCount))
        continue
      }
      let prefix = Self.prefix(of: view)
      for line in said.news(since: before ?? []) {
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
