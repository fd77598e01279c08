// How what a leaf holds without conditional bindings follows what is written to the leaf. Of a list nil is an element that is nobody's.

extension Value {
  /// The one value with the change that leads from the second one to the third one. It may lack what those have.
  static func carried(_ base: Value?, from old: Value?, to new: Value?) -> Value? {
    if old == new { return base }
    if base == old { return new }
    switch (old, new?.isEmptyList ?? false && old?.isRecord ?? false ? .record(Record()) : new) {
    case (.record(let before), .record(let after)):
      var result: Record
      switch base {
      case .record(let record)?: result = record
      case .list(let elements)? where !elements.isEmpty: return new
      case nil, .nil?, .list?: result = Record()
      default: return new
      }
      for (name, value) in before.fields where after[name] == nil {
        result[name] = carried(result[name], from: value, to: nil)
      }
      for (name, value) in after.fields where before[name] != value {
        result[name] = carried(result[name], from: before[name], to: value)
      }
      // What has lost only what they had made is as it was.
      return result.count == 0 && base?.isNil ?? true ? base : .record(result)
    case (.list(let before), .list(let after)):
      var elements: [Value]
      switch base {
      case .list(let list)?: elements = list
      case .record(let record)? where record.count > 0: return new
      case nil, .nil?, .record?: elements = []
      default: return new
      }
      let further = elements.dropFirst(before.count)
      elements.removeLast(further.count)
      while elements.count < before.count { elements.append(.nil) }
      let pairing = pairing(of: after, with: before)
      var result = zip(pairing, after).map { place, new in
        place.map { carried(elements[$0].isNil ? nil : elements[$0], from: before[$0], to: new) ?? .nil } ?? new
      }
      // What is there behind all that they had comes behind what is left of that.
      result.insert(contentsOf: further, at: pairing.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0)
      while result.last?.isNil ?? false { result.removeLast() }
      return result.isEmpty && base?.isNil ?? true ? base : .list(result)
    default: return new
    }
  }

  /// In place of elements that are nobody's those of the other value.
  func filled(from present: Value?) -> Value {
    switch self {
    case .record(let record):
      return .record(Record(record.fields.map { ($0.name, $0.value.filled(from: present?[.field($0.name)])) }))
    case .list(let elements):
      return .list(
        elements.enumerated().map { index, element in
          let present = present?[.index(index + 1)]
          return element.isNil ? present ?? element : element.filled(from: present)
        })
    default: return self
    }
  }

  /// Without elements that are nobody's and have none of those places behind them.
  func withoutGaps(besides places: [ArraySlice<Path.Step>]) -> Value {
    func inside(_ step: Path.Step) -> [ArraySlice<Path.Step>] {
      places.filter { $0.first == step }.map { $0.dropFirst() }
    }
    switch self {
    case .record(let record):
      return .record(Record(record.fields.map { ($0.name, $0.value.withoutGaps(besides: inside(.field($0.name)))) }))
    case .list(let elements):
      let last = places.compactMap { if case .index(let index)? = $0.first { index } else { nil } }.max() ?? 0
      return .list(
        elements.enumerated().compactMap { offset, element in
          element.isNil && offset >= last ? nil : element.withoutGaps(besides: inside(.index(offset + 1)))
        })
    default: return self
    }
  }

  /// Some elements in it are nobody's.
  var hasGaps: Bool {
    switch self {
    case .record(let record): record.fields.contains { $0.value.hasGaps }
    case .list(let elements): elements.contains { $0.isNil || $0.hasGaps }
    default: false
    }
  }

  /// Without elements that are nobody's.
  var withoutGaps: Value {
    switch self {
    case .record(let record): .record(Record(record.fields.map { ($0.name, $0.value.withoutGaps) }))
    case .list(let elements): .list(elements.filter { !$0.isNil }.map(\.withoutGaps))
    default: self
    }
  }

  fileprivate var isEmptyList: Bool { if case .list(let elements) = self { elements.isEmpty } else { false } }

  /// This value with that at a place in it: what is missing around it is made, of a list also what comes before it.
  /// - Parameter present: where those are taken from; nil where they are nobody's.
  func making(_ part: Value, at steps: ArraySlice<Path.Step>, over present: Value? = nil) -> Value {
    guard let step = steps.first else { return part }
    let inner = (self[step] ?? .nil).making(part, at: steps.dropFirst(), over: present?[step])
    switch (self, step) {
    case (.record(var record), .field(let name)):
      record[name] = inner
      return .record(record)
    case (.list(var elements), .index(let index)):
      while elements.count < index { elements.append(present?[.index(elements.count + 1)] ?? .nil) }
      elements[index - 1] = inner
      return .list(elements)
    case (_, .field(let name)): return .record(Record([(name, inner)]))
    case (_, .index): return Value.list([]).making(part, at: steps, over: present)
    }
  }
}
