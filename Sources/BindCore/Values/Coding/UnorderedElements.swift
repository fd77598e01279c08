/// How the elements stand in the list that something without an order encodes itself as.
enum UnorderedElements {
  case single
  /// A key and its value, one after the other: a dictionary whose keys are no names.
  case pairs

  /// The same elements in an order that follows from nothing but them.
  func inOrder(_ elements: [Value]) -> [Value] {
    switch self {
    case .single: return elements.sorted { $0.precedes($1) }
    case .pairs:
      let pairs = stride(from: 0, to: elements.count - 1, by: 2).map { Array(elements[$0...($0 + 1)]) }
      return pairs.sorted { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }.flatMap { $0 }
    }
  }
}

/// Encodes what is in it in the order of its hashes, which is another one in each process, and of an equal one with other room.
protocol Unordered { static var elements: UnorderedElements { get } }
extension Set: Unordered { static var elements: UnorderedElements { .single } }
extension Dictionary: Unordered { static var elements: UnorderedElements { .pairs } }
