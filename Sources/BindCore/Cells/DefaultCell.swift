/// `ref:default(v)`: the value, or another one while there is none.
package final class DefaultCell: DerivedCell {
  private var substitute: Value

  package init(_ source: Cell, _ substitute: Value) {
    self.substitute = substitute
    super.init(inputs: [source], name: "\(source.stem):default", engine: source.engine)
    noteObjects(in: substitute)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  /// Another value than the type takes is shown as it is.
  package override var shape: (type: FieldType, isOptional: Bool)? {
    guard let shape = inputs?.first?.shape else { return nil }
    if substitute.isNil { return shape }
    if case .failure = shape.type.convert(substitute) { return nil }
    return (shape.type, false)
  }

  package override var holdsObjects: Bool { super.holdsObjects || substitute.holdsObjects }

  package override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    super.replaceObjects(replacement)
    if let value = substitute.replacingObjects(replacement) { substitute = value }
  }

  package override func compute() -> Computation {
    do {
      guard let value = try inputs?.first?.get(), !value.isNil else { return .value(substitute) }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }
}
