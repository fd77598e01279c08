import BindGraph

/// Sees that the check of a target takes what it has refused from a binding: what it reads has changed.
///
/// Made for each value that a check refuses, and stopped with the refusal. Of edits a link hears by its own way (`LinkReturn`).
final class TargetVerdict: Observer {
  private unowned(unsafe) let binding: Binding

  /// nil where the target has no check.
  init?(of binding: Binding, on value: Value) {
    let target = binding.target
    let fields = target.checkedFields(holding: value)
    if fields.isEmpty { return nil }
    self.binding = binding
    let settled = binding.writeMode == .settling ? target.settledTarget : nil
    super.init(
      of: AcceptanceCell(of: fields, engine: binding.engine), settles: settled != nil, raising: settled,
      scope: binding.scope)
    start(initial: false)
  }

  @available(*, unavailable) override init(of: Cell, settles: Bool, raising: Cell?, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override var title: String { binding.title }
  override var writeMode: WriteMode { binding.writeMode }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) { binding.targetTakesAgain() }
}

/// Which fields would take their values if they were written together; what their checks read are its inputs.
private final class AcceptanceCell: DerivedCell {
  private let fields: [(cell: LeafCell, value: Value)]

  init(of fields: [(cell: LeafCell, value: Value)], engine: Engine) {
    self.fields = fields
    super.init(inputs: nil, name: "acceptance", engine: engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override func compute() -> Computation {
    engine.seeing(fields) { supposition in
      var verdicts: [Value] = []
      for (cell, value) in fields {
        let taken = (try? engine.runPure { () throws(Failure) in try cell.verdict(on: value) }) ?? nil
        if let taken, taken != value { supposition.put(taken, in: cell) }
        verdicts.append(.boolean(taken != nil))
      }
      return .value(.list(verdicts))
    }
  }
}

extension Cell {
  /// Itself, or what it is made of, where a check looks at what is written, with its part of the value.
  fileprivate func checkedFields(holding value: Value) -> [(cell: LeafCell, value: Value)] {
    switch self {
    case let leaf as LeafCell: leaf.declaration.check == nil || leaf.isSecret ? [] : [(leaf, value)]
    case let record as RecordCell:
      record.fields.flatMap { field in
        (value.at([field.name]).map { field.cell.checkedFields(holding: $0) }) ?? []
      }
    default: []
    }
  }
}
