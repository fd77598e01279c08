import BindGraph

/// Sees that the check of a target says something else to what a binding has written than it has said: what it reads has changed.
///
/// Made for each value that a check has refused, or that it has taken after it had read something, and stopped with that. Of edits a link
/// hears by its own way (`LinkReturn`).
final class TargetVerdict: Observer {
  private unowned(unsafe) let binding: Binding
  /// What was taken stands, also where the check would refuse it now.
  private let isTaken: Bool

  /// nil where the target has no check.
  /// - Parameter isTaken: it was not refused.
  init?(of binding: Binding, on value: Value, isTaken: Bool = false) {
    let target = binding.target
    let fields = target.fields(holding: value)
    guard fields.contains(where: { $0.cell.declaration.check != nil }) else { return nil }
    self.binding = binding
    self.isTaken = isTaken
    let settled = binding.writeMode == .settling ? target.settledTarget : nil
    super.init(
      of: AcceptanceCell(of: fields, engine: binding.engine), settles: settled != nil, raising: settled,
      scope: binding.scope)
    start(initial: false)
  }

  @available(*, unavailable) override init(of: Cell, settles: Bool, raising: Cell?, way: LinkWay, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override var title: String { binding.title }
  override var writeMode: WriteMode { binding.writeMode }

  /// It asks about what the binding delivers in this wave.
  override func run(cause: CauseID) throws(Failure) {
    if !engine.graph.settle(before: binding.node) { try super.run(cause: cause) }
  }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    if isTaken, case .list(let verdicts) = new, verdicts.contains(.boolean(false)) { return }
    binding.targetTakesAgain()
  }
}

extension Binding {
  /// The check of the target has refused the value.
  func followVerdict(on value: Value) {
    forgetVerdict()
    if !isStopped, claims?.writer === self || self is Link { targetVerdict = TargetVerdict(of: self, on: value) }
  }

  /// The check of the target may make something else of the value when what it reads has changed.
  /// - Parameter value: nil where it has read nothing.
  @inline(never)
  func followCheck(of value: Value?) {
    forgetVerdict()
    if let value, !isStopped, !(self is Link), claims?.writer === self {
      targetVerdict = TargetVerdict(of: self, on: value, isTaken: true)
    }
  }

  /// It delivers again when what the target's check reads changes.
  var followsCheck: Bool { targetVerdict != nil }

  /// What was written by hand stands until the next delivery.
  func writtenByHand() { if status == .ok { forgetVerdict() } }

  func forgetVerdict() {
    targetVerdict?.stop()
    targetVerdict = nil
  }
}

/// What the fields would make of their values if those were written together; what their checks read are its inputs.
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
    return .value(
      .list(
        engine.verdicts(of: fields).map { entry in
          entry.refusal != nil ? .boolean(false) : entry.cell.isSecret ? .boolean(true) : .list([entry.result])
        }))
  }
}

extension Engine {
  /// What the checks of the fields would say to these values. What they read is tracked where the caller is, who writes nothing.
  fileprivate func verdicts(of fields: [(cell: LeafCell, value: Value)]) -> [JointCheck.Entry] {
    let joint = JointCheck()
    for (cell, value) in fields where cell.declaration.check != nil {
      joint.remember(present(in: cell), of: cell)
      joint.add(cell, value)
    }
    let followed = followsSpeculations
    followsSpeculations = true
    defer { followsSpeculations = followed }
    seeing(fields) { supposition in
      try? joint.settle { cell, value in
        (try? runPure { () throws(Failure) in try cell.judge(value) })
          ?? .refused(Diagnostic(.bindInvalid, "\(cell.name) cannot be asked"))
      } putting: { cell, value in
        supposition.put(value, in: cell)
      }
    }
    return joint.entries
  }
}

extension Cell {
  /// Whether its checks would take the value, which are tracked where the caller is.
  func checksTake(_ value: Value) -> Bool {
    engine.verdicts(of: fields(holding: value)).allSatisfy { $0.refusal == nil }
  }

  /// Itself, or the fields that it is made of, with what they are given by a binding that delivers the value: see `RecordCell.write`.
  fileprivate func fields(holding value: Value?) -> [(cell: LeafCell, value: Value)] {
    switch self {
    case let leaf as LeafCell:
      [(leaf, value ?? (leaf.shape?.isOptional == true ? .nil : leaf.declaration.defaultValue))]
    case let record as RecordCell:
      record.fields.flatMap { field in field.cell.fields(holding: value?.at([field.name])) }
    default: []
    }
  }

  /// A check looks at what is written to it, or to a part of it.
  var hasCheck: Bool {
    switch self {
    case let leaf as LeafCell: leaf.declaration.check != nil
    case let record as RecordCell: record.fields.contains { $0.cell.hasCheck }
    default: false
    }
  }
}
