/// `ref:distinct()`: equal values pass once, also where the source announces each write. `bh.oneway(ref)`: they go one way.
package final class DistinctCell: DerivedCell {
  private let source: Cell

  package init(_ source: Cell, as word: String = "distinct") {
    self.source = source
    super.init(inputs: [source], name: "\(source.stem):\(word)", engine: source.engine)
  }

  package override var constantParts: [Cell] { [source] }
  package override var shape: (type: FieldType, isOptional: Bool)? { source.shape }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  package override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      return .value(value)
    } catch {
      return error.isAbsence ? .absent : .failed(error)
    }
  }
}
