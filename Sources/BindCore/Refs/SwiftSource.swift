/// The closures of a source of Swift's.
final class SwiftSource<Content: ScriptConvertible>: SourceWork {
  private let getter: Source<Content>.Getter?
  private let setter: Source<Content>.Setter?
  private let confirmation: Source<Content>.Confirmation?
  private let resolution: Source<Content>.Resolution?
  private unowned let engine: Engine

  init(
    _ getter: Source<Content>.Getter?, _ setter: Source<Content>.Setter?, _ confirmation: Source<Content>.Confirmation?,
    _ resolution: Source<Content>.Resolution?, _ engine: Engine
  ) {
    self.getter = getter
    self.setter = setter
    self.confirmation = confirmation
    self.resolution = resolution
    self.engine = engine
  }

  var canGet: Bool { getter != nil }
  var canSet: Bool { setter != nil }
  var canConfirm: Bool { confirmation != nil }
  var canResolve: Bool { resolution != nil }

  func get(_ completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? { getter?.begin(completion, engine) }

  func set(
    _ new: Value, _ old: Value, _ ticket: WriteTicket, _ completion: @escaping (Result<Value?, Failure>) -> Void
  ) -> JobRun? {
    setter?.begin(new, old, completion, engine)
  }

  func confirm(_ new: Value, _ old: Value, _ completion: @escaping (Result<Bool, Failure>) -> Void) -> JobRun? {
    guard let content = Content(script: new) else {
      completion(.success(false))
      return nil
    }
    var isOver = false
    confirmation?(content, Content(script: old)) { mayBegin in if !isOver { completion(.success(mayBegin)) } }
    return JobRun { isOver = true }
  }

  func resolve(_ conflict: Conflict, _ completion: @escaping (Result<Conflict.Way, Failure>) -> Void) -> JobRun? {
    guard let resolution, let mine = Content(script: conflict.mine) else {
      completion(.success(.theirs))
      return nil
    }
    let met = Source<Content>.MetValues(
      base: Content(script: conflict.base), mine: mine, theirs: conflict.theirs.flatMap(Content.init(script:)))
    completion(
      outcome {
        switch try resolution(met) {
        case .mine: .mine
        case .theirs: .theirs
        case .value(let value): .value(value.scriptValue)
        case .fail: throw Diagnostic(.sourceConflict, "the write met a newer value")
        }
      })
    return nil
  }
}

/// What a setter throws where the other side has changed the value meanwhile.
public struct WriteConflict<Content: ScriptConvertible & Sendable>: Error, CustomStringConvertible {
  /// What it has now; nil: the getter is asked, where there is one, before `resolve` is.
  public let theirs: Content?
  public init(theirs: Content? = nil) { self.theirs = theirs }
  public var description: String { "the other side has a newer value" }
}

private protocol ConflictError: Error { var failure: Failure { get } }

extension WriteConflict: ConflictError {
  /// As scripts say it.
  fileprivate var failure: Failure {
    var fields: [Record.Field] = [("kind", .string("conflict")), ("message", .string(ByteString(description)))]
    if let theirs { fields.append(("theirs", theirs.scriptValue)) }
    return .raised(ScriptError(value: .record(Record(fields)), message: description))
  }
}

/// What a closure of Swift's has answered.
func outcome<Given>(_ body: () throws -> Given) -> Result<Given, Failure> {
  do { return .success(try body()) } catch {
    return .failure((error as? any ConflictError)?.failure ?? Failure(thrown: error))
  }
}

extension Engine {
  /// A task on any thread, whose answer comes through the inbox. Called off it is cancelled, and its answer is nothing.
  func run<Given: Sendable>(
    _ work: @escaping @Sendable () async throws -> Given, _ completion: @escaping (Result<Given, any Error>) -> Void
  ) -> JobRun {
    let asker = Asker(completion)
    let mailbox = mailbox
    let task = Task.detached {
      let given: Result<Given, any Error>
      do { given = .success(try await work()) } catch { given = .failure(error) }
      mailbox.post(Arrival { asker.take(given) })
    }
    return JobRun {
      asker.end()
      task.cancel()
    }
  }
}

/// Who waits for an answer, as other threads may hold it. It is touched on the owner's thread only.
private final class Asker<Given>: @unchecked Sendable {
  private var completion: ((Result<Given, any Error>) -> Void)?
  init(_ completion: @escaping (Result<Given, any Error>) -> Void) { self.completion = completion }
  func take(_ given: Result<Given, any Error>) {
    defer { completion = nil }
    completion?(given)
  }
  func end() { completion = nil }
}
