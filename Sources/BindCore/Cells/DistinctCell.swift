/// `ref:distinct()`: equal values pass once, also where the source announces each write.
package final class DistinctCell: DerivedCell {
  private let source: Cell

  package init(_ source: Cell) {
    self.source = source
    super.init(inputs: [source], name: "\(source.stem):distinct", engine: source.engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  package override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }
}
