// What is made of no single Ref.

extension Engine {
  /// Runs the body now and after every change of what it has read with `get()`, or of a bindable. Each run has a scope of its own:
  /// what it makes ends before the next run, and `onClose` inside says what is to be cleaned up.
  ///
  /// What it writes is held until it has returned, and dropped if it throws.
  /// - Throws: `bind.disposed` in a scope that is closed, `bind.pure` inside what only computes, `host.quota` for one too many.
  @discardableResult
  public func effect(
    file: StaticString = #fileID, line: UInt32 = #line, _ body: @escaping () throws -> Void
  ) throws(Failure) -> Handle {
    checkThread()
    let scope = try openScope(for: "effect", observing: true)
    let effect = placing(file, line) { ClosureEffect(scope: scope, body) }
    effect.start()
    return Handle(effect)
  }

  /// Reads inside are no inputs of the computed value or effect that runs.
  public func withoutTracking<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try untracked(body)
  }

  /// Everything that the body makes belongs to the scope, and ends with it: `close()`, or the end of the scope around it.
  ///
  /// ```swift
  /// let screen = try engine.withScope("screen") { scope in
  ///   scope.onError { print("on this screen:", $0) }
  ///   try model.observe(draw)
  /// }
  /// screen.close()
  /// ```
  /// - Throws: what the body throws: then the scope is closed, and nothing of it stays.
  @discardableResult
  public func withScope(_ name: String = "scope", _ body: (Scope) throws -> Void) throws -> Scope {
    checkThread()
    let made = Scope(name: name, in: try openScope(for: "scope '\(name)'"), engine: self)
    let outer = scope
    scope = made
    defer { scope = outer }
    do { try body(made) } catch {
      made.close()
      throw error
    }
    return made
  }

  /// Called once when the scope of what runs closes: of an effect before its next run, too. Newest first.
  /// If the callback or transaction fails in which it was asked for, it is not called, unless the scope ends with it.
  public func onClose(_ cleanup: @escaping () throws -> Void) throws(Failure) {
    try openScope(for: "onClose").onClose(cleanup)
  }

  /// Undo and redo over transactions.
  /// - Parameters:
  ///   - cells: whose changes are steps.
  ///   - limit: how many steps are kept.
  /// - Throws: `bind.argument` for a cell that is derived, and a limit below 1.
  public func history(of cells: [Cell], limit: Int = 100) throws(Failure) -> History {
    checkThread()
    if limit < 1 { throw .diagnostic(Diagnostic(.bindArgument, "history: limit: at least 1 expected, got \(limit)")) }
    return try History(of: cells, limit: limit, scope: try openScope(for: "history"))
  }

  /// The graph of what is observed, for a person or a program: the same bytes for the same graph.
  /// - Parameter models: shown also where nobody observes them.
  public func picture(as format: GraphFormat, with models: [RecordCell] = []) -> String {
    GraphPicture(of: self, models: models).rendered(as: format)
  }
}

extension History {
  /// Whether there is something to undo.
  public var undoable: Ref<Bool> { Ref(readOnly: canUndo) }
  /// Whether there is something to do again.
  public var redoable: Ref<Bool> { Ref(readOnly: canRedo) }
}

/// An effect with a closure of Swift's.
private final class ClosureEffect: Effect {
  private var function: (() throws -> Void)?

  init(scope: Scope, _ function: @escaping () throws -> Void) {
    self.function = function
    super.init(engine: scope.engine, scope: scope)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(engine: Engine, scope: Scope) { preconditionFailure("not inherited") }

  override func body() throws(Failure) {
    do { try function?() } catch { throw Failure(thrown: error) }
  }

  override func didStop() {
    super.didStop()
    function = nil
  }
}
