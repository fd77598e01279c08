import BindCore
import CBindValue

/// Walks a tape into values.
///
/// Records of a list mostly have the same fields in the same order: the names of the last record at each depth are kept,
/// so that the next one shares them and need not be sorted.
struct TapeReader {
  private let tape: bh_tape
  private var at = 1
  private var shapes: [Shape] = []

  init(_ tape: bh_tape) { self.tape = tape }

  mutating func document() -> Value { value(depth: 0) }

  /// The names of a record as the text had them, and where each stands in name order.
  private struct Shape {
    var names: [ByteString] = []
    var places: [Int] = []
  }

  private mutating func value(depth: Int) -> Value {
    let word = tape.words[at]
    at += 1
    switch UInt32(UInt8(truncatingIfNeeded: word >> 56)) {
    case BH_TAPE_OBJECT.rawValue: return .record(record(word, depth: depth))
    case BH_TAPE_LIST.rawValue: return .list(list(word, depth: depth))
    case BH_TAPE_STRING.rawValue: return .string(ByteString(bytes: Array(text(word))))
    case BH_TAPE_INTEGER.rawValue:
      at += 1
      return .integer(Int64(bitPattern: tape.words[at - 1]))
    case BH_TAPE_NUMBER.rawValue:
      at += 1
      return .number(Double(bitPattern: tape.words[at - 1]))
    case BH_TAPE_UNSIGNED.rawValue:
      at += 1
      let number = tape.words[at - 1]
      return tape.keeps_digits ? .string(String(number)) : .number(Double(number))
    case BH_TAPE_TRUE.rawValue: return .boolean(true)
    case BH_TAPE_FALSE.rawValue: return .boolean(false)
    default: return .null
    }
  }

  private func text(_ word: UInt64) -> UnsafeRawBufferPointer {
    let start = UnsafeRawPointer(tape.strings) + Int(bh_tape_payload(word))
    let length = start.loadUnaligned(as: UInt32.self)
    return UnsafeRawBufferPointer(start: start + MemoryLayout<UInt32>.size, count: Int(length))
  }

  private func isAtEnd(_ end: bh_tape_kind) -> Bool {
    UInt32(UInt8(truncatingIfNeeded: tape.words[at] >> 56)) == end.rawValue
  }

  private mutating func list(_ word: UInt64, depth: Int) -> [Value] {
    var elements: [Value] = []
    elements.reserveCapacity(Int(bh_tape_count(word)))
    while !isAtEnd(BH_TAPE_LIST_END) { elements.append(value(depth: depth + 1)) }
    at += 1
    return elements
  }

  private mutating func record(_ word: UInt64, depth: Int) -> Record {
    let count = Int(bh_tape_count(word))
    if shapes.count <= depth { shapes += Array(repeating: Shape(), count: depth + 1 - shapes.count) }
    guard count < BH_TAPE_COUNT_LIMIT, let shape = sharedShape(count, depth: depth) else {
      return newRecord(count, depth: depth)
    }
    var fields = [Record.Field](repeating: ("", .nil), count: count)
    for position in 0..<count {
      at += 1
      let place = shape.places[position]
      fields[place] = (shape.names[position], value(depth: depth + 1))
    }
    at += 1
    return Record(sorted: fields)
  }

  /// The last shape at this depth, if the record that begins here has it.
  private func sharedShape(_ count: Int, depth: Int) -> Shape? {
    let shape = shapes[depth]
    guard count > 0, shape.names.count == count else { return nil }
    var at = at
    for name in shape.names {
      let text = text(tape.words[at])
      guard text.count == name.bytes.count, name.bytes.elementsEqual(text) else { return nil }
      at = indexBehind(at + 1)
    }
    return shape
  }

  /// The index behind the value that stands at `index`.
  private func indexBehind(_ index: Int) -> Int {
    let word = tape.words[index]
    switch UInt32(UInt8(truncatingIfNeeded: word >> 56)) {
    case BH_TAPE_OBJECT.rawValue, BH_TAPE_LIST.rawValue: return Int(UInt32(truncatingIfNeeded: word))
    case BH_TAPE_INTEGER.rawValue, BH_TAPE_UNSIGNED.rawValue, BH_TAPE_NUMBER.rawValue: return index + 2
    default: return index + 1
    }
  }

  private mutating func newRecord(_ count: Int, depth: Int) -> Record {
    var fields: [(position: Int, field: Record.Field)] = []
    fields.reserveCapacity(count)
    while !isAtEnd(BH_TAPE_OBJECT_END) {
      let name = ByteString(bytes: Array(text(tape.words[at])))
      at += 1
      fields.append((fields.count, (name, value(depth: depth + 1))))
    }
    at += 1
    let names = fields.map(\.field.name)
    fields.sort { ($0.field.name, $0.position) < ($1.field.name, $1.position) }
    let isUnique = zip(fields, fields.dropFirst()).allSatisfy { $0.field.name != $1.field.name }
    guard isUnique else { return Record(fields.map(\.field)) }  // the later one stands
    var places = [Int](repeating: 0, count: fields.count)
    for (place, entry) in fields.enumerated() { places[entry.position] = place }
    shapes[depth] = Shape(names: names, places: places)
    return Record(sorted: fields.map(\.field))
  }
}
