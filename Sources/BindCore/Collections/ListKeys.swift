/// What tells the elements of one list apart: a field of theirs, or what a function makes of them.
///
/// Isolation: confined to its engine's thread.
package final class ListKeys {
  /// A key that can be looked up: a string, a whole number, another number or a boolean.
  package enum Key: Hashable {
    case text(ByteString)
    case integer(Int64)
    case number(UInt64)
    case boolean(Bool)

    /// nil for what cannot be a key.
    package init?(_ value: Value) {
      switch value {
      case .string(let text): self = .text(text)
      case .integer(let integer): self = .integer(integer)
      case .number(let number):
        if let integer = Int64(exactly: number) { self = .integer(integer) } else { self = .number(number.bitPattern) }
      case .boolean(let flag): self = .boolean(flag)
      case .nil, .null, .list, .record, .opaque: return nil
      }
    }
  }

  package let list: Cell
  /// The field, or "key" for a function.
  package let name: String
  private let function: (Value) throws(Failure) -> Value
  /// Where each key stands in the list that was looked at last. A cache: the list itself tells whether it is the same.
  private var known: [Value] = []
  private var places: [Key: Int] = [:]
  /// The keys of `known`, if each of them is there once.
  private var lastKeys: (values: [Value], keys: [Key])?
  private var elements: [Key: WeakKeyed] = [:]
  /// When those that nobody holds are forgotten next.
  private var sweepAt = 64
  private struct WeakKeyed { weak var cell: KeyedCell? }

  package init(of list: Cell, name: String, _ function: @escaping (Value) throws(Failure) -> Value) {
    self.list = list
    self.name = name
    self.function = function
  }

  /// The keys of that list, one for each element.
  /// - Throws: `bind.key` for a key that is missing, no scalar, or there twice.
  package func keys(of elements: [Value]) throws(Failure) -> (values: [Value], keys: [Key]) {
    // A write is checked, and then delivered: the same list twice.
    if let lastKeys, isKnown(elements) { return lastKeys }
    var values: [Value] = []
    var keys: [Key] = []
    var seen: [Key: Int] = [:]
    seen.reserveCapacity(elements.count)
    values.reserveCapacity(elements.count)
    keys.reserveCapacity(elements.count)
    for (place, element) in elements.enumerated() {
      let value = try function(element)
      guard let key = Key(value) else {
        throw .diagnostic(
          Diagnostic(
            .bindKey,
            "\(list.name)[\(place + 1)]: the \(name) is \(value.typeName), and a key is a string, number or boolean"))
      }
      if let other = seen.updateValue(place, forKey: key) {
        throw .diagnostic(
          Diagnostic(.bindKey, "\(list.name): elements \(other + 1) and \(place + 1) have the same \(name), \(value)"))
      }
      values.append(value)
      keys.append(key)
    }
    known = elements
    places = seen
    lastKeys = (values, keys)
    return (values, keys)
  }

  /// Where the key stands, counted from 0.
  func place(of key: Key, in elements: [Value]) -> Int? {
    if !isKnown(elements) {
      places.removeAll(keepingCapacity: true)
      for (place, element) in elements.enumerated() {
        if let value = try? function(element), let key = Key(value), places[key] == nil { places[key] = place }
      }
      known = elements
      lastKeys = nil
    }
    return places[key]
  }

  /// The very same storage: no comparison of what is inside.
  private func isKnown(_ elements: [Value]) -> Bool {
    known.count == elements.count
      && known.withUnsafeBufferPointer { old in
        elements.withUnsafeBufferPointer { $0.baseAddress == old.baseAddress }
      }
  }

  /// The element with that key: the same cell for the same key, as long as somebody holds it.
  package func cell(for value: Value) throws(Failure) -> KeyedCell {
    guard let key = Key(value) else {
      throw .diagnostic(
        Diagnostic(.bindKey, "\(list.name): a key is a string, number or boolean, not a \(value.typeName)"))
    }
    if let cell = elements[key]?.cell { return cell }
    if elements.count >= sweepAt {
      elements = elements.filter { $0.value.cell != nil }
      sweepAt = max(64, 2 * elements.count)
    }
    let cell = KeyedCell(self, key, value)
    elements[key] = WeakKeyed(cell: cell)
    return cell
  }
}

extension Cell {
  /// The elements of this list told apart by a field.
  package final func keys(by field: ByteString) -> ListKeys {
    let id = ObjectIdentifier(self)
    if let known = engine.listKeys[id]?[field]?.keys { return known }
    let keys = ListKeys(of: self, name: field.text) { element throws(Failure) in element[.field(field)] ?? .nil }
    engine.listKeys = engine.listKeys.filter { $0.value.contains { $0.value.keys != nil } }
    engine.listKeys[id, default: [:]][field] = WeakListKeys(keys: keys)
    return keys
  }
}

struct WeakListKeys { weak var keys: ListKeys? }
