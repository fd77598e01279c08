// What stands in values for something else: functions, cells, handles.

extension Value {
  /// Whether there is something of that kind in it. Cost: the size of the value.
  package var holdsObjects: Bool { objectInside != nil }

  /// The same with other values in place of objects; nil where all stay.
  package func replacingObjects(_ replacement: (Opaque) -> Value?) -> Value? {
    switch self {
    case .opaque(let object): return replacement(object)
    case .list(let elements):
      var changed: [Value]?
      for (index, element) in elements.enumerated() {
        guard let other = element.replacingObjects(replacement) else { continue }
        if changed == nil { changed = elements }
        changed?[index] = other
      }
      return changed.map { .list($0) }
    case .record(let record):
      var changed: Record?
      for (name, value) in record.fields {
        guard let other = value.replacingObjects(replacement) else { continue }
        if changed == nil { changed = record }
        changed?[name] = other
      }
      return changed.map { .record($0) }
    default: return nil
    }
  }
}

extension Failure {
  /// Whether what was raised is one, or has some in it.
  var holdsObjects: Bool { if case .raised(let error) = self { error.value.holdsObjects } else { false } }

  func replacingObjects(_ replacement: (Opaque) -> Value?) -> Failure? {
    guard case .raised(let error) = self, let value = error.value.replacingObjects(replacement) else { return nil }
    return .raised(error.replacing(value))
  }
}
