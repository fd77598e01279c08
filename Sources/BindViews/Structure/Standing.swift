import BindCore

/// How a loadable stands, for a sign beside what is shown of it.
struct Standing {
  /// Since the value came; nil while there is none.
  let age: Duration?
  let isStale: Bool
  /// Why it waits.
  let pause: String?
  /// How far it is, in words; empty while nobody knows.
  let progress: String

  init(of loadable: Loadable) {
    let machine = loadable.machine
    age = machine.hasValue ? machine.updatedAt.map { loadable.clock.now - $0 } : nil
    isStale = machine.isStale
    pause = if case .paused(let reason) = machine.activity { reason.rawValue } else { nil }
    progress = Self.words(of: loadable)
  }

  private static func words(of loadable: Loadable) -> String {
    let cell = loadable.cells.fields.first { $0.name == "progress" }?.cell as? LeafCell
    guard case .record(let fields)? = cell?.stored, let done = fields["done"]?.asNumber else { return "" }
    if let total = fields["total"]?.asNumber, total > 0 {
      return "\(Int((min(max(done / total, 0), 1) * 100).rounded())) %"
    }
    return PlainText.short(done) + (fields["unit"].map { " " + $0.words } ?? "")
  }
}
