// What stands in values for something else: functions, cells, handles. A list or record that stands in several places of a value is
// looked at once: there may be more places than could ever be gone through.

extension Value {
  /// The type of what only the thread of its host may hold, where there is something of that kind in it. Cost: a look at each
  /// place; a value of ordinary size costs no memory.
  package var objectInside: String? {
    var search = ObjectSearch()
    return search.first(in: self)?.typeName
  }

  package var holdsObjects: Bool { objectInside != nil }

  /// The same with other values in place of objects; nil where all stay.
  package func replacingObjects(_ replacement: (Opaque) -> Value?) -> Value? {
    var known: [UnsafeRawPointer: Value?] = [:]
    return replacingObjects(replacement, &known)
  }

  private func replacingObjects(
    _ replacement: (Opaque) -> Value?, _ known: inout [UnsafeRawPointer: Value?]
  ) -> Value? {
    let storage: UnsafeRawPointer?
    switch self {
    case .opaque(let object): return replacement(object)
    case .list(let elements): storage = elements.storage
    case .record(let record): storage = record.fields.storage
    default: return nil
    }
    guard let storage else { return nil }
    if let other = known[storage] { return other }
    let other = replacingObjectsInside(replacement, &known)
    known[storage] = .some(other)
    return other
  }

  private func replacingObjectsInside(
    _ replacement: (Opaque) -> Value?, _ known: inout [UnsafeRawPointer: Value?]
  ) -> Value? {
    switch self {
    case .list(let elements):
      var changed: [Value]?
      for (index, element) in elements.enumerated() {
        guard let other = element.replacingObjects(replacement, &known) else { continue }
        if changed == nil { changed = elements }
        changed?[index] = other
      }
      return changed.map { .list($0) }
    case .record(let record):
      var changed: Record?
      for (name, value) in record.fields {
        guard let other = value.replacingObjects(replacement, &known) else { continue }
        if changed == nil { changed = record }
        changed?[name] = other
      }
      return changed.map { .record($0) }
    default: return nil
    }
  }
}

extension Array {
  /// One storage, one content.
  fileprivate var storage: UnsafeRawPointer? { withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
}

/// So many places are walked as they come; from then on it is kept what was looked at.
private struct ObjectSearch {
  private var places = 16_384
  private var seen: Set<UnsafeRawPointer> = []

  mutating func first(in value: Value) -> Opaque? {
    switch value {
    case .opaque(let object): return object
    case .list(let elements):
      guard goesInto(elements) else { return nil }
      for element in elements { if let object = first(in: element) { return object } }
    case .record(let record):
      guard goesInto(record.fields) else { return nil }
      for (_, value) in record.fields { if let object = first(in: value) { return object } }
    default: break
    }
    return nil
  }

  private mutating func goesInto<Element>(_ elements: [Element]) -> Bool {
    guard elements.count > places else {
      places -= elements.count
      return true
    }
    places = 0
    return elements.storage.map { seen.insert($0).inserted } ?? false
  }
}
