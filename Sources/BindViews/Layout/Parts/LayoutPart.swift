import BindCore

/// A part of a screen: it says what room it wants, gets a frame, and draws itself there.
///
/// Three passes, each from the root down: `width` and `height(at:)` measure, `place` gives frames, `draw` draws. What was
/// measured is kept, so the cost is linear in parts and widths however deep the tree is.
class LayoutPart {
  /// The view it shows; nil for what the layout adds.
  let view: View?
  let children: [LayoutPart]
  private(set) var frame = Rect()
  private var knownWidth: Need?
  private var knownHeights: [Int: Need] = [:]

  init(_ view: View?, children: [LayoutPart] = []) {
    self.view = view
    self.children = children
  }

  // MARK: Measuring

  final var width: Need {
    if let knownWidth { return knownWidth }
    let need = givenSide("width").map { Need.exactly($0) } ?? measureWidth()
    knownWidth = need
    return need
  }

  final func height(at room: Int) -> Need {
    let room = givenSide("width").map { min($0, room) } ?? room
    if let known = knownHeights[room] { return known }
    let need = givenSide("height").map { Need.exactly($0) } ?? measureHeight(at: room)
    knownHeights[room] = need
    return need
  }

  /// What the script asks for with `width` or `height`.
  final func givenSide(_ name: String) -> Int? {
    guard let view, case .integer(let count)? = view.value(name) else { return nil }
    return Int(min(max(count, 1), Int64(CellGrid.longestSide)))
  }

  func measureWidth() -> Need { .largest(children.map(\.width)) }
  func measureHeight(at room: Int) -> Need { .sum(children.map { $0.height(at: room) }) }

  // MARK: Placing

  final func place(in room: Rect) {
    frame = room
    if let width = givenSide("width") { frame.width = min(width, frame.width) }
    if let height = givenSide("height") { frame.height = min(height, frame.height) }
    arrange()
  }

  /// Gives each child its frame, inside its own and apart from the others.
  func arrange() {}

  /// Where the view is that has the focus, if it is in here.
  func frame(of focus: View) -> Rect? {
    if view === focus { return frame }
    for child in children { if let found = child.frame(of: focus) { return found } }
    return nil
  }

  /// What of it is the control itself, without its name.
  var control: Rect { frame }

  /// Where the control of the view is.
  func control(of focus: View) -> Rect? {
    if view === focus { return control }
    for child in children { if let found = child.control(of: focus) { return found } }
    return nil
  }

  // MARK: Drawing

  final func draw(on canvas: inout Canvas) {
    guard !frame.isEmpty else { return }
    canvas.inside(frame) { canvas in
      if let view { canvas.note(view, in: frame) }
      paint(&canvas)
    }
  }

  /// Draws what is its own, then its children.
  func paint(_ canvas: inout Canvas) { for child in children { child.draw(on: &canvas) } }
}
