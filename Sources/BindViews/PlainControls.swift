import BindCore

/// Controls in words: `E-mail, text field, ada@example.org`.
enum PlainControls {
  static func line(_ view: View) -> String {
    var words = [PlainLines.name(of: view), noun(view), PlainText.clean(standing(view))]
    words += remarks(view)
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func noun(_ view: View) -> String {
    view.kind.name.replacing("_", with: " ")
  }

  /// What it is set to.
  private static func standing(_ view: View) -> String {
    switch view.kind.role {
    case .textField, .textArea:
      let text = view.words("value")
      return text.isEmpty ? "empty" : text
    case .toggle: return view.isTrue("value") ? "on" : "off"
    case .slider, .stepper: return view.value("value")?.asNumber.map(PlainText.short) ?? ""
    case .select:
      let value = view.value("value") ?? .nil
      return view.choices.first { $0.value == value }?.words ?? (value.isNil ? "nothing chosen" : value.words)
    case .progress: return progress(view)
    case .image: return view.words("alt").isEmpty ? view.words("source") : ""
    case .chart: return course(view)
    case .tabs: return view.selectedTab.map(PlainLines.name) ?? ""
    default: return ""
    }
  }

  private static func remarks(_ view: View) -> [String] {
    var remarks: [String] = []
    if view.isTrue("read_only") { remarks.append("read-only") }
    if !view.isTrue("enabled") { remarks.append("disabled") }
    if view.isTrue("pending") { remarks.append("pending") }
    if view.isTrue("changed") { remarks.append("changed elsewhere while it is edited") }
    let reason = PlainText.clean(view.words("reason"))
    switch view.value("status") {
    case .string("invalid")?: remarks.append(reason.isEmpty ? "invalid" : "invalid: " + reason)
    case .string("failed")?: remarks.append(reason.isEmpty ? "failed" : "failed: " + reason)
    default: break
    }
    return remarks
  }

  private static func progress(_ view: View) -> String {
    var done = view.value("value")?.asNumber
    var whole = view.value("max")?.asNumber ?? 1
    var unit = ""
    if case .record(let fields)? = view.value("value") {
      done = fields["done"]?.asNumber
      guard let total = fields["total"]?.asNumber else {
        return done.map { PlainText.short($0) + (fields["unit"].map { " " + $0.words } ?? "") } ?? "under way"
      }
      whole = total
      unit = fields["unit"].map { " " + $0.words } ?? ""
    }
    guard let done else { return "under way" }
    guard whole > 0, (done / whole).isFinite else { return PlainText.short(done) }
    let percent = "\(Int((min(max(done / whole, 0), 1) * 100).rounded())) %"
    return unit.isEmpty ? percent : "\(percent), \(PlainText.short(done)) of \(PlainText.short(whole))\(unit)"
  }

  /// `0.52 (60 values, 0.1 to 1.2)`.
  static func course(_ view: View) -> String {
    guard case .list(let elements)? = view.value("values") else { return "" }
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard let last = numbers.last else { return "" }
    let measured = numbers.filter { !$0.isNaN }
    guard numbers.count > 1, let low = measured.min(), let high = measured.max() else { return PlainText.short(last) }
    return "\(PlainText.short(last)) (\(numbers.count) values, \(PlainText.short(low)) to \(PlainText.short(high)))"
  }
}
