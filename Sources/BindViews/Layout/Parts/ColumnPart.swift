/// Parts below one another, each as wide as the column.
final class ColumnPart: LayoutPart {
  /// - Parameter alignsLabels: not for children that have been measured before.
  init(_ view: View?, children: [LayoutPart] = [], alignsLabels: Bool = true) {
    super.init(view, children: children)
    if alignsLabels { alignLabels() }
  }

  /// The controls of a form begin in one column, unless a name is so long that it would push them all away.
  private func alignLabels() {
    let controls = children.compactMap { $0 as? ControlPart }
    let column = controls.map(\.labelWidth).filter { $0 <= Self.widestLabel }.max() ?? 0
    for control in controls where control.labelWidth > 0 { control.labelColumn = column }
  }

  private static let widestLabel = 24

  override func arrange() {
    let heights = Need.divide(frame.height, among: children.map { $0.height(at: frame.width) })
    var row = frame.row
    for (child, height) in zip(children, heights) {
      child.place(in: Rect(column: frame.column, row: row, width: frame.width, height: height))
      row += height
    }
  }
}
