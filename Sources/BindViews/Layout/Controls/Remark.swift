import BindCore

/// What is said beside a control: why input was refused, that a change is on its way, that nobody can change it.
struct Remark {
  let text: String
  let style: CellStyle
  let width: Int

  init(_ text: String, _ style: CellStyle) {
    self.text = text
    self.style = style
    width = Columns.width(of: text)
  }

  static func all(of view: View, isEnabled: Bool, _ symbols: Symbols) -> [Remark] {
    var remarks: [Remark] = []
    let reason = PlainText.clean(view.words("reason"))
    switch view.value("status") {
    case .string("invalid")?:
      remarks.append(Remark("\(symbols.failed) \(reason.isEmpty ? "not taken" : reason)", .alarm))
    case .string("failed")?:
      remarks.append(Remark("\(symbols.failed) failed\(reason.isEmpty ? "" : ": " + reason)", .alarm))
    default: break
    }
    if view.isTrue("pending") { remarks.append(Remark("\(symbols.loading) pending", .caution)) }
    if view.isTrue("changed") { remarks.append(Remark("\(symbols.stale) changed elsewhere", .caution)) }
    if view.isTrue("read_only") { remarks.append(Remark("read-only", .muted)) }
    // Of a button the ends say it.
    if !isEnabled, view.kind.role != .button { remarks.append(Remark("disabled", .muted)) }
    return remarks
  }
}
