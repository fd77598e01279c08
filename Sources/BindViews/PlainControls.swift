import BindCore

/// Controls in words: `E-mail, text field, ada@example.org`.
enum PlainControls {
  static func line(_ view: View) -> String {
    var words = [PlainLines.name(of: view), noun(view), PlainText.clean(standing(view))]
    words += remarks(on: view)
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func noun(_ view: View) -> String {
    view.kind.name.replacing("_", with: " ")
  }

  /// What it is set to.
  static func standing(_ view: View) -> String {
    switch view.kind.role {
    case .textField, .textArea:
      let text = view.words("value")
      return text.isEmpty ? "empty" : text
    case .toggle: return view.isTrue("value") ? "on" : "off"
    case .slider, .stepper: return view.value("value")?.asNumber.map(PlainText.short) ?? ""
    case .select:
      let value = view.value("value") ?? .nil
      return view.choices.first { $0.value == value }?.words ?? (value.isNil ? "nothing chosen" : value.words)
    case .list:
      let value = view.value("value") ?? .nil
      return view.choices.first { $0.value == value }?.words ?? ""
    case .table:
      guard case .integer(let row)? = view.value("value"), row > 0 else { return "" }
      return "row \(row)"
    case .progress: return progress(view)
    case .image: return view.words("alt").isEmpty ? view.words("source") : ""
    case .chart: return course(view)
    case .tabs: return view.selectedTab.map(PlainLines.name) ?? ""
    default: return ""
    }
  }

  static func remarks(on view: View) -> [String] {
    var remarks: [String] = []
    if view.isTrue("read_only") { remarks.append("read-only") }
    if !view.isTrue("enabled") { remarks.append("disabled") }
    if view.isTrue("pending") { remarks.append("pending") }
    if !view.trouble.isEmpty { remarks.append(view.trouble) }
    if view.isTrue("changed") { remarks.append("changed elsewhere while it is edited") }
    let reason = PlainText.clean(view.words("reason"))
    switch view.value("status") {
    case .string("invalid")?: remarks.append(reason.isEmpty ? "invalid" : "invalid: " + reason)
    case .string("failed")?: remarks.append(reason.isEmpty ? "failed" : "failed: " + reason)
    default: break
    }
    return remarks
  }

  /// How far something is: nil is what nobody knows.
  private static func amounts(_ view: View) -> (done: Double?, whole: Double?, unit: String) {
    guard case .record(let fields)? = view.value("value") else {
      return (view.value("value")?.asNumber, view.value("max")?.asNumber ?? 1, "")
    }
    return (fields["done"]?.asNumber, fields["total"]?.asNumber, fields["unit"].map { " " + $0.words } ?? "")
  }

  /// From 0 to 1; nil while nobody knows.
  static func share(of view: View) -> Double? {
    let (done, whole, _) = amounts(view)
    guard let done, let whole, whole > 0, (done / whole).isFinite else { return nil }
    return min(max(done / whole, 0), 1)
  }

  private static func progress(_ view: View) -> String {
    let (done, whole, unit) = amounts(view)
    guard let done else { return "under way" }
    guard let whole else { return PlainText.short(done) + unit }
    guard let share = share(of: view) else { return PlainText.short(done) }
    let percent = "\(Int((share * 100).rounded())) %"
    return unit.isEmpty ? percent : "\(percent), \(PlainText.short(done)) of \(PlainText.short(whole))\(unit)"
  }

  /// `0.52 (60 values, 0.1 to 1.2)`.
  static func course(_ view: View) -> String {
    guard let (last, low, high, count) = ends(view) else { return "" }
    if count < 2 { return PlainText.short(last) }
    return "\(PlainText.short(last)) (\(count) values, \(PlainText.short(low)) to \(PlainText.short(high)))"
  }

  /// `0.52 (0.1 to 1.2)`: where the values themselves can be seen.
  static func extent(_ view: View) -> String {
    guard let (last, low, high, count) = ends(view) else { return "" }
    return count < 2 ? Figure.short(last) : "\(Figure.short(last)) (\(Figure.short(low)) to \(Figure.short(high)))"
  }

  private static func ends(_ view: View) -> (last: Double, low: Double, high: Double, count: Int)? {
    guard case .list(let elements)? = view.value("values") else { return nil }
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard let last = numbers.last else { return nil }
    let measured = numbers.filter { !$0.isNaN }
    return (last, measured.min() ?? last, measured.max() ?? last, measured.isEmpty ? 1 : numbers.count)
  }
}
