import BindGraph

/// Sees the target of a one-way binding return that was away when it was written: it gets what the source says then.
///
/// Made when that first happens. A link has its own way to hear of it (`LinkReturn`).
final class TargetReturn: Observer {
  private unowned(unsafe) let binding: Binding
  private let presence: PresenceCell

  /// nil where the target is no place, which can neither go nor return.
  init?(of binding: Binding) {
    let target = binding.target
    guard
      let presence = PresenceCell(of: [target], besides: [target], awaitsHops: true, engine: binding.engine)
    else { return nil }
    self.binding = binding
    self.presence = presence
    let settled = binding.writeMode == .settling ? target.settledTarget : nil
    super.init(of: presence, settles: settled != nil, raising: settled, scope: binding.scope)
    start(initial: false)
  }

  @available(*, unavailable) override init(of: Cell, settles: Bool, raising: Cell?, way: LinkWay, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override var title: String { binding.title }
  override var writeMode: WriteMode { binding.writeMode }

  func setAwaited(_ isAwaited: Bool) { presence.setAwaited(isAwaited) }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) { binding.targetReturned() }
}
