/// Fields by name, kept in byte order of their names, so that two equal records iterate alike in every process.
public struct Record: Sendable {
  public typealias Field = (name: ByteString, value: Value)

  /// Invariant: sorted by name, no name twice.
  public private(set) var fields: [Field]

  public init() { fields = [] }

  /// Sorts; of two fields with one name the later one stands.
  public init(_ unordered: [Field]) {
    fields = []
    fields.reserveCapacity(unordered.count)
    for field in unordered { self[field.name] = field.value }
  }

  /// Of fields that are sorted by name already, no name twice.
  package init(sorted fields: [Field]) { self.fields = fields }

  public var count: Int { fields.count }
  public var isEmpty: Bool { fields.isEmpty }

  /// nil when there is no such field. Assigning nil removes it. Cost: a binary search; insertion moves what follows.
  public subscript(name: ByteString) -> Value? {
    get {
      let index = lowerBound(name)
      return index < fields.count && fields[index].name == name ? fields[index].value : nil
    }
    set {
      let index = lowerBound(name)
      let isPresent = index < fields.count && fields[index].name == name
      switch (newValue, isPresent) {
      case (let value?, true): fields[index].value = value
      case (let value?, false): fields.insert((name, value), at: index)
      case (nil, true): fields.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Neither has changed since one was copied from the other: they are equal, and it costs one look to know.
  package func sharesStorage(with other: Record) -> Bool {
    // One storage has one count: what is in it is not looked at.
    fields.withUnsafeBufferPointer { own in
      other.fields.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
    }
  }

  private func lowerBound(_ name: ByteString) -> Int {
    if let last = fields.last, last.name < name { return fields.count }
    var low = 0
    var high = fields.count
    while low < high {
      let middle = (low + high) / 2
      if fields[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
