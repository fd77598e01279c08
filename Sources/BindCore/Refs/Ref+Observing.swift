import BindGraph

extension Ref {
  /// Calls the body now, if there is a value, and after each change, until its scope ends or the handle is stopped.
  ///
  /// What it writes is held until it has returned, and dropped if it throws; then the error is reported to its scope, and after
  /// ten in a row it is suspended. It is called with what is committed, on the engine's thread.
  /// - Parameter initial: whether it is called with the present value at once.
  /// - Throws: `bind.disposed` in a scope that is closed, `bind.pure` inside what only computes, `host.quota` for one too many.
  @discardableResult
  public func observe(
    initial: Bool = true, file: StaticString = #fileID, line: UInt32 = #line,
    _ body: @escaping (_ new: Content) throws -> Void
  ) throws(Failure) -> Handle {
    try observe(initial: initial, file: file, line: line) { new, _, _ in try body(new) }
  }

  /// The same with the value of the previous delivery, nil at the first.
  @discardableResult
  public func observe(
    initial: Bool = true, file: StaticString = #fileID, line: UInt32 = #line,
    _ body: @escaping (_ new: Content, _ old: Content?) throws -> Void
  ) throws(Failure) -> Handle {
    try observe(initial: initial, file: file, line: line) { new, old, _ in try body(new, old) }
  }

  /// The same with the value of the previous delivery, nil at the first, and why it has changed.
  @discardableResult
  public func observe(
    initial: Bool = true, file: StaticString = #fileID, line: UInt32 = #line,
    _ body: @escaping (_ new: Content, _ old: Content?, _ cause: ChangeCause) throws -> Void
  ) throws(Failure) -> Handle {
    engine.checkThread()
    try checkUse()
    let scope = try engine.openScope(for: "observer of \(cell.name)", observing: true)
    let (cell, engine) = (cell, engine)
    let observer = engine.placing(file, line) {
      RefObserver(of: cell, scope: scope) { [unowned cell, unowned engine] new, old, cause throws(Failure) in
        let now: Content = try cell.content(new)
        let before: Content? = if let old { try? cell.content(old) as Content } else { nil }
        do { try body(now, before, ChangeCause(cause, isFirst: old == nil, engine)) } catch {
          throw Failure(thrown: error)
        }
      }
    }
    observer.start(initial: initial)
    return Handle(observer)
  }
}

/// An observer of Swift's, which lets go of what its closure captures when it has stopped.
final class RefObserver: Observer {
  private var body: ((Value, Value?, CauseID) throws(Failure) -> Void)?

  init(of input: Cell, scope: Scope, _ body: @escaping (Value, Value?, CauseID) throws(Failure) -> Void) {
    self.body = body
    super.init(of: input, scope: scope)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable)
  override init(of: Cell, settles: Bool, raising: Cell?, way: LinkWay, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) { try body?(new, old, cause) }
  /// A source that had no value any more begins anew; what is computed may have read nothing for a while.
  override var keepsQuietAfterAbsence: Bool { input is DerivedCell }

  override func didStop() {
    super.didStop()
    body = nil
  }
}

extension Ref {
  /// Observes on behalf of an object, held weakly: when it has died, the observer ends at the next change.
  @discardableResult
  public func observe<Object: AnyObject>(
    for object: Object, file: StaticString = #fileID, line: UInt32 = #line,
    _ body: @escaping (Object, Content) throws -> Void
  ) throws(Failure) -> Handle {
    var handle: Handle?
    let made = try observe(file: file, line: line) { [weak object] new in
      guard let object else { return handle?.stop() ?? () }
      try body(object, new)
    }
    handle = made
    return made
  }
}
