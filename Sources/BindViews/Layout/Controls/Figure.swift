import BindCore

/// Numbers as screens show them.
enum Figure {
  /// Without the digits that only rounding made: 0.15, not 0.15000000000000002.
  static func short(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return PlainText.short(number) }
    var scale = 1.0
    for _ in 0...6 {
      let rounded = (number * scale).rounded() / scale
      if abs(rounded - number) <= abs(number) * 1e-9 { return PlainText.short(rounded) }
      scale *= 10
    }
    return abs(number) < 1e-3 ? PlainText.short(number) : PlainText.short((number * 1e4).rounded() / 1e4)
  }

  /// Where it stands between two others, from 0 to 1.
  static func share(_ number: Double, _ low: Double, _ high: Double) -> Double {
    let share = (number - low) / (high - low)
    return share.isFinite ? min(max(share, 0), 1) : 0
  }

  static func numbers(of view: View) -> [Double] {
    guard case .list(let elements)? = view.value("values") else { return [] }
    return elements.compactMap(\.asNumber)
  }
}
