package import BindCore

/// Between a cell that can be written and the property of a control that a person changes.
///
/// The control tells how it stands: refused input stays where it is, with its reason.
final class InputLink: Link {
  private unowned let view: View
  private var answers: [ClosureObserver] = []

  init(_ source: Cell, _ target: LeafCell, of view: View) {
    self.view = view
    super.init(source, target, validates: false, scope: view.scope)
    onStatus = { [unowned view] status, failure in view.stands(status, failure) }
    // The other side answers later.
    if let outside = source.settledLeaf as? SourceCell {
      outside.pendingCell.observe(in: view.scope) { [unowned view] pending, _, _ in
        view.tell([("pending", .boolean(pending != .integer(0)))])
      }
      outside.errorCell.observe(in: view.scope, initial: false) { [unowned view] error, _, _ in
        view.tell([("status", .string(error.isNil ? "ok" : "failed")), ("reason", .string(ByteString(error.reason)))])
      }
    }
  }

  @available(*, unavailable)
  override init(_ source: Cell, _ target: Cell, validates: Bool, scope: Scope) { preconditionFailure("not inherited") }

  /// What the control itself has refused, before it came to the link, goes as well when the model speaks; while somebody
  /// types it waits.
  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    try super.receive(new, old: old, cause: cause)
    if status == .ok, view.presence.draft == nil, view.value("status") == .string("invalid") { view.stands(.ok) }
  }

  override func convertBack(_ value: Value) throws(Failure) -> Answer { .accepted(try input(value)) }
}

extension Binding {
  /// What a person means by it: where words are shown, what reads like the value that is there is that value.
  func input(_ value: Value) throws(Failure) -> Value {
    guard (target as? LeafCell)?.declaration.takesWords ?? false, let present = try source.peek(),
      present.asWords == value
    else { return value }
    return present
  }
}

extension View {
  /// The input property as it stands: taken, refused or failed.
  func stands(_ status: Binding.Status, _ failure: Failure? = nil) {
    guard kind.isControl else { return }
    tell([("status", .string(ByteString(status.rawValue))), ("reason", .string(ByteString(failure?.reason ?? "")))])
  }
}

extension Failure {
  /// Why, in the words for a person at a control.
  package var reason: String {
    switch self {
    case .diagnostic(let diagnostic), .stopped(let diagnostic): diagnostic.reason ?? diagnostic.message
    case .raised(let error):
      switch error.value {
      case .nil, .opaque: error.message
      default: error.value.reason
      }
    }
  }
}

extension Value {
  /// The message of an err table; of anything else its words.
  package var reason: String {
    if case .record(let fields) = self, case .string(let message)? = fields["message"] { return message.text }
    return words
  }
}
