/// The last value of a durable loadable, in the store of the script's states: what it shows at the next start, stale by its
/// own age, until it is loaded.
///
/// Errors, placeholders, what is only shown for now and what runs are never kept. Isolation: the engine's thread.
package final class LoadableCache {
  private let container: StateContainer
  private let version: Int
  /// What is older is no value any more; nil: nothing is.
  private let maxAge: Duration?

  /// What is kept for a loadable, or for one key of a family.
  package static func request(for loadable: String, key: CanonicalKey?) -> StateRequest {
    let place = key.map { " \($0.hash.text)" } ?? ""
    return StateRequest(
      StoreKey("loadable \(loadable)\(place)"), shape: .leaf(.any, isOptional: true, default: .nil))
  }

  /// - Parameter version: of the form of the value; what was kept in another one does not count.
  package init(_ container: StateContainer, version: Int = 1, maxAge: Duration? = nil) {
    self.container = container
    self.version = version
    self.maxAge = maxAge
  }

  /// What is kept, and when it was known to be true; nil where nothing is that counts.
  func latest(at now: WallTime) -> (value: Value, date: WallTime)? {
    guard let kept, kept.version == version else { return nil }
    if let maxAge, now.seconds - kept.date.seconds > maxAge.inSeconds { return nil }
    return (kept.value, kept.date)
  }

  /// Keeps a value, unless another process has kept a newer one.
  func keep(_ value: Value, at date: WallTime) {
    if let kept, kept.version == version, kept.date > date || kept.date == date && kept.value == value { return }
    let fields: [(name: ByteString, value: Value)] = [
      ("version", .integer(Int64(version))), ("date", .number(date.seconds)), ("value", value),
    ]
    _ = StateContainer.commit([StateContainer.Change(container, .record(Record(fields)))], by: .own(nil))
  }

  /// After a reset nothing comes back.
  func forget() {
    guard !container.isAbsent else { return }
    _ = StateContainer.commit([StateContainer.Change(container, .nil, removes: true)], by: .own(nil))
  }

  private var kept: (version: Int, date: WallTime, value: Value)? {
    guard case .record(let fields) = container.current.value, case .integer(let version)? = fields["version"],
      let date = fields["date"]?.seconds, let value = fields["value"]
    else { return nil }
    return (Int(version), WallTime(seconds: date), value)
  }
}

extension Value {
  fileprivate var seconds: Double? {
    switch self {
    case .number(let seconds): seconds
    case .integer(let seconds): Double(seconds)
    default: nil
    }
  }
}
