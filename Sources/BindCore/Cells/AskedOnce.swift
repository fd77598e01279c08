/// The function, which is asked once about what stands there, however often that is asked for: one that makes an id or counts gives what has been
/// seen already. About another value it is asked again.
func asked(
  once change: @escaping (Value) throws(Failure) -> Value
) -> (Value) throws(Failure) -> Value {
  var known: (base: Value, new: Value)?
  return { base throws(Failure) in
    if let known, known.base == base { return known.new }
    let new = try change(base)
    known = (base, new)
    return new
  }
}

extension Engine {
  /// The same; where the function has read other cells, as long as those hold what it has read.
  func asked(
    once change: @escaping (Value) throws(Failure) -> Value
  ) -> (Value) throws(Failure) -> Value {
    var known: (base: Value, new: Value, read: [(cell: Cell, value: Value?)])?
    func present(_ cell: Cell) -> Value? { (try? cell.peek()) ?? nil }
    return { [unowned self] base throws(Failure) in
      if let known, known.base == base, known.read.allSatisfy({ present($0.cell) == $0.value }) { return known.new }
      var cells: [Cell] = []
      let new = try collectingReads(&cells) { () throws(Failure) in try change(base) }
      known = (base, new, cells.map { ($0, present($0)) })
      return new
    }
  }
}
