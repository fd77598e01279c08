import BindGraph

/// Input of a link that `from` has refused, or a view that is its source (`:through`): where the function has looked at other cells, it is asked
/// again when they change, as validators are.
final class RefusedInput: Observer {
  private unowned(unsafe) let link: Link
  private let refused: Value

  init(_ refused: Value, of link: Link) {
    (self.link, self.refused) = (link, refused)
    super.init(
      of: RefusalCell(of: refused, by: link), settles: true, raising: link.source.settledTarget ?? link.source,
      scope: link.scope)
    start(initial: false)
  }

  @available(*, unavailable) override init(of: Cell, settles: Bool, raising: Cell?, way: LinkWay, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override var title: String { link.title }
  override var writeMode: WriteMode { .settling }

  /// News of the source, or of the target, come first.
  override func run(cause: CauseID) throws(Failure) {
    let news = link.waysWaiting
    if news.isEmpty || !engine.graph.settle(after: news, inOrder: 0) { try super.run(cause: cause) }
  }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    guard link.isAskedAgain(about: refused) else { return }
    try link.take(refused, verdict: try link.answer(to: refused))
  }
}

/// Why the way back does not take the value, in words; false where it does.
private final class RefusalCell: DerivedCell {
  private let value: Value
  private unowned(unsafe) let link: Link

  init(of value: Value, by link: Link) {
    (self.value, self.link) = (value, link)
    super.init(inputs: nil, name: link.target.name, engine: link.engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override func compute() -> Computation {
    do throws(Failure) {
      switch try link.answer(to: value) {
      case .refused(let reason, _): return .value(.string(ByteString(reason)))
      case .accepted(let converted):
        let refusal = try (link.source as? any Lens)?.refusalByAll(of: converted)
        return .value(refusal.map { .string(ByteString($0.message)) } ?? .boolean(false))
      }
    } catch {
      return .failed(error)
    }
  }
}
