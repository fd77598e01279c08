/// A value over something outside: asked by a getter, told by a setter, each of which may wait. `ref` is what is known of it.
///
/// ```swift
/// let armed = try Source<Bool>(get: .async { try await alarm.read() }, set: .async { on, _ in try await alarm.arm(on) },
///                              isOptimistic: true)
/// try armed.ref.link(to: toggle)
/// ```
/// Reads give the last known value; within a wave it does not change. A write is confirmed by the other side before it is the truth;
/// an optimistic one is shown meanwhile, and goes back to the newest truth when it fails, the other writes on top. What is asked
/// for in a transaction is sent after its commit, in the next turn of the host's loop, and never if it is dropped.
///
/// Isolation: the thread of its engine. It needs an open `Host` on the thread for its clock, and ends with the scope in which it was
/// made, in none with that host.
public struct Source<Content: ScriptConvertible> {
  let cell: SourceCell

  /// What is known of it: read, observe, bind, link it, and write it.
  public var ref: Ref<Content> { Ref(cell) }
  /// Writes that are not settled.
  public var pending: Ref<Int> { Ref(readOnly: cell.pendingCell) }
  /// What went wrong last, in words, until something went right.
  public var error: Ref<String?> { Ref(readOnly: cell.errorCell) }

  /// How the outside is asked for the value.
  public struct Getter {
    let begin: (_ answer: @escaping (Result<Value, Failure>) -> Void, _ engine: Engine) -> JobRun?

    /// It answers at once.
    public static func now(_ get: @escaping () throws -> Content) -> Getter {
      Getter { answer, _ in
        answer(outcome { try get().scriptValue })
        return nil
      }
    }

    /// It calls `answer` once, on the engine's thread, and may return what calls it off.
    public static func later(
      _ get: @escaping (_ answer: @escaping (Result<Content, any Error>) -> Void) -> (() -> Void)?
    ) -> Getter {
      Getter { answer, _ in
        get { given in answer(outcome { try given.get().scriptValue }) }.map { JobRun(cancel: $0) }
      }
    }

    /// A task of its own, on any thread; it is cancelled where the answer does not count any more.
    public static func async(_ get: @escaping @Sendable () async throws -> Content) -> Getter where Content: Sendable {
      Getter { answer, engine in engine.run(get) { given in answer(outcome { try given.get().scriptValue }) } }
    }
  }

  /// How the outside is told. A setter that gives nil has confirmed the value; another one stands instead. What it throws fails the
  /// write.
  public struct Setter {
    let begin:
      (_ new: Value, _ old: Value, _ answer: @escaping (Result<Value?, Failure>) -> Void, _ engine: Engine) -> JobRun?

    private static func made(
      _ begin: @escaping (Content, Content?, @escaping (Result<Value?, Failure>) -> Void, Engine) -> JobRun?
    ) -> Setter {
      Setter { new, old, answer, engine in
        guard let content = Content(script: new) else {
          answer(
            .failure(.diagnostic(Diagnostic(.bindType, "\(Content.fieldType.name) expected, got \(new.named)"))))
          return nil
        }
        return begin(content, Content(script: old), answer, engine)
      }
    }

    /// It answers at once.
    public static func now(_ set: @escaping (_ new: Content, _ old: Content?) throws -> Content?) -> Setter {
      made { new, old, answer, _ in
        answer(outcome { try set(new, old)?.scriptValue })
        return nil
      }
    }

    /// It calls `answer` once, on the engine's thread, and may return what calls it off.
    public static func later(
      _ set:
        @escaping (
          _ new: Content, _ old: Content?, _ answer: @escaping (Result<Content?, any Error>) -> Void
        ) -> (() -> Void)?
    ) -> Setter {
      made { new, old, answer, _ in
        set(new, old) { given in answer(outcome { try given.get()?.scriptValue }) }.map { JobRun(cancel: $0) }
      }
    }

    /// A task of its own, on any thread.
    public static func async(_ set: @escaping @Sendable (_ new: Content, _ old: Content?) async throws -> Content?)
      -> Setter
    where Content: Sendable {
      made { new, old, answer, engine in
        engine.run({ try await set(new, old) }) { given in answer(outcome { try given.get()?.scriptValue }) }
      }
    }
  }

  /// - Parameters:
  ///   - confirm: asked before anything is sent; only `true` goes on.
  ///   - resolve: asked where the setter throws a `WriteConflict`, five times at most; without it the other side's value stands,
  ///     and that is reported.
  ///   - poll: how often the getter is asked while somebody observes, from the end of its last answer; nil: not by itself.
  ///   - notify: called once with what tells that the outside has changed; what it returns ends the listening.
  /// - Throws: `bind.argument` for a source without a getter and a setter, or without a `Host` on the thread.
  public init(
    name: String = "source", get: Getter? = nil, set: Setter? = nil, order: WriteOrder = .serial,
    isOptimistic: Bool = false, confirm: Confirmation? = nil, resolve: Resolution? = nil, poll: Duration? = nil,
    notify: ((_ changed: @escaping () -> Void) -> (() -> Void)?)? = nil, engine: Engine = .current,
    file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) {
    engine.checkThread()
    guard get != nil || set != nil else {
      throw .diagnostic(Diagnostic(.bindArgument, "\(name): give it get, set or both"))
    }
    if poll != nil, get == nil {
      throw .diagnostic(Diagnostic(.bindArgument, "\(name): poll asks the getter, and there is none"))
    }
    if engine.mode == .pure { throw Failure.madeInPureFunction("source '\(name)'") }
    let (clock, scope) = try engine.clock(for: "source '\(name)'")
    var policy = SourceCell.Policy()
    (policy.reads, policy.writes) = (get != nil, set != nil)
    (policy.order, policy.isOptimistic, policy.poll) = (order, isOptimistic, poll)
    var declaration = FieldDeclaration.any(.nil)
    // To say nothing costs room, too.
    if let coded = Content.coded { declaration.coded = coded }
    let cell = engine.placing(file, line) {
      SourceCell(
        name: name, declaration: declaration, work: SwiftSource(get, set, confirm, resolve, engine), policy: policy,
        clock: clock, scope: scope)
    }
    self.cell = cell
    var endOfNotices: (() -> Void)?
    if let notify {
      cell.isNotified = true
      endOfNotices = notify { [weak cell] in try? cell?.changedOutside() }
    }
    // Without the clock of its host it could do nothing any more.
    let host = engine.occupants.last?.scope
    let end = Registration { [weak cell] in cell?.discard() }
    if let host, host !== scope { host.add(end) }
    cell.whenEnded {
      host?.remove(end)
      endOfNotices?()
    }
  }

  /// Whether a write may begin; `answer` is called once, on the engine's thread.
  public typealias Confirmation = (
    _ new: Content, _ old: Content?, _ answer: @escaping (_ mayBegin: Bool) -> Void
  ) -> Void

  /// What becomes of a write that has met a newer value.
  public typealias Resolution = (_ conflict: MetValues) throws -> ConflictWay

  public struct MetValues {
    /// What the write was made from; nil where nothing was known.
    public let base: Content?
    /// What it would make of it.
    public let mine: Content
    /// What the other side has now; nil where that is not known.
    public let theirs: Content?
  }

  public enum ConflictWay {
    /// Send mine again, on top of theirs.
    case mine
    /// Let theirs stand.
    case theirs
    /// Send this instead.
    case value(Content)
    /// The write fails.
    case fail
  }

  /// Asks the getter now.
  public func refresh() throws(Failure) { try cell.refreshByHand() }

  /// The outside has changed: the getter is asked.
  public func changed() throws(Failure) { try cell.changedOutside() }

  /// Writes the value; `completion` is called once, with nil when it is confirmed or with why it failed. In a transaction or
  /// callback that is dropped it is not called.
  /// - Throws: as `Ref.set` does: nothing is sent then, but where it is `bind.cycle`, of which the wave after it has made too many.
  public func set(_ value: Content, completion: @escaping (Failure?) -> Void) throws(Failure) {
    try begin(.set(value.scriptValue), completion)
  }

  /// Read-modify-write: the change is applied anew to each newer truth until it is confirmed; to the first one when the getter
  /// has answered, if it is being asked. What cannot be applied takes no other write of its transaction along.
  public func modify(
    _ change: @escaping (inout Content) throws -> Void, completion: @escaping (Failure?) -> Void
  ) throws(Failure) {
    try begin(
      .change { [unowned cell] base throws(Failure) in
        var content: Content = try cell.content(base)
        do { try change(&content) } catch { throw Failure(thrown: error) }
        return content.scriptValue
      }, completion)
  }

  /// Writes the value and waits for the answer.
  /// - Throws: why it failed.
  public func send(_ value: Content, isolation: isolated (any Actor)? = #isolation) async throws(Failure) {
    let operation = WriteQueue.Operation.set(value.scriptValue)
    let failure: Failure? = await withCheckedContinuation { continuation in
      do throws(Failure) { try begin(operation) { continuation.resume(returning: $0) } } catch {
        continuation.resume(returning: error)
      }
    }
    if let failure { throw failure }
  }

  private func begin(
    _ operation: WriteQueue.Operation, _ completion: @escaping (Failure?) -> Void
  ) throws(Failure) {
    cell.engine.checkThread()
    // What is refused at once is thrown, and told to nobody else.
    var isBeginning = true
    var early: Failure??
    let outcome = try cell.begin(operation) { failure in
      if isBeginning { early = .some(failure) } else { completion(failure) }
    }
    isBeginning = false
    if case .refused(let diagnostic) = outcome { throw .diagnostic(diagnostic) }
    if let early { completion(early) }
  }
}
