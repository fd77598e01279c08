/// A two-way view of another cell: `to` reads through, `from` writes back.
open class LensCell: DerivedCell {
  /// The answer of a `from` function.
  public enum Answer {
    case value(Value)
    case refused(Diagnostic)
  }

  package let source: Cell

  package init(over source: Cell, name: String, engine: Engine) {
    self.source = source
    super.init(inputs: [source], name: name, engine: engine)
  }

  /// Turns what is written here into what the source holds.
  open func from(_ value: Value) throws(Failure) -> Answer { .value(value) }
  /// Turns what the source holds into what is read here.
  open func to(_ value: Value) -> Computation { .value(value) }

  open override var isWritable: Bool { source.isWritable }
  open override var settledLeaf: LeafCell? { source.settledLeaf }
  open override var path: Path { source.path }

  open override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      return to(value)
    } catch {
      return .failed(error)
    }
  }

  open override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    switch try engine.runPure({ () throws(Failure) in try from(value) }) {
    case .value(let accepted): return try source.write(accepted)
    case .refused(let diagnostic): return .refused(diagnostic)
    }
  }

  open override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    let base = try get() ?? .nil
    return try write(try engine.runPure { () throws(Failure) in try change(base) })
  }

  open override func reset() throws(Failure) -> WriteOutcome { try source.reset() }
  open override func touch() throws(Failure) { try source.touch() }
}
