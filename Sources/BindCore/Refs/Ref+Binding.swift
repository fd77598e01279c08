/// What a one-way binding may be told besides its ends.
public struct BindingOptions {
  /// The target follows only while this is true, and gets back what it had when it no longer is.
  public var when: Ref<Bool>?
  /// Ends other bindings of the target.
  public var replaces = false
  /// Among bindings with one target the highest active one writes.
  public var priority: Double?
  /// Leaves out nil where the target requires a value.
  public var skipsNil = false
  /// Makes the hops that are missing on the way to the target.
  public var creates = false
  /// Whether the present value is delivered at once.
  public var initial = true
  /// What messages call it.
  public var name: String?

  public init() {}

  public init(
    when: Ref<Bool>? = nil, replaces: Bool = false, priority: Double? = nil, skipsNil: Bool = false,
    creates: Bool = false,
    initial: Bool = true, name: String? = nil
  ) {
    self.when = when
    self.replaces = replaces
    self.priority = priority
    self.skipsNil = skipsNil
    self.creates = creates
    self.initial = initial
    self.name = name
  }

  func rank() throws(Failure) -> Binding.Rank {
    guard let priority else { return replaces ? .replacing : .only }
    if priority.isNaN { throw .diagnostic(Diagnostic(.bindArgument, "bind: the priority is not a number")) }
    return .priority(priority)
  }
}

extension Ref {
  /// One-way: the target follows this value, in the wave of its change, and is what it was when a converter throws.
  /// - Throws: what is certain to go wrong: `bind.type`, `bind.read_only`, `bind.two_writers` where another binding writes the
  ///   target, `bind.disposed`.
  @discardableResult
  public func bind(
    to target: Ref, _ options: BindingOptions = BindingOptions(), file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> BindingHandle {
    try bind(to: target.cell, options, nil, nil as ((Content) throws -> Content)?, file, line)
  }

  /// The same with a converter.
  @discardableResult
  public func bind<Result: ScriptConvertible>(
    to target: Ref<Result>, _ options: BindingOptions = BindingOptions(), file: StaticString = #fileID,
    line: UInt32 = #line, _ convert: @escaping (Content) throws -> Result
  ) throws(Failure) -> BindingHandle {
    try bind(to: target.cell, options, nil, convert, file, line)
  }

  /// A value into a target that may be nil.
  @discardableResult
  public func bind(
    to target: Ref<Content?>, _ options: BindingOptions = BindingOptions(), file: StaticString = #fileID,
    line: UInt32 = #line
  ) throws(Failure) -> BindingHandle {
    try bind(to: target.cell, options, nil, nil as ((Content) throws -> Content)?, file, line)
  }

  /// An optional value into a target that requires one.
  /// - Parameter substitute: what stands there instead of nil; nil: as the options say.
  @discardableResult
  public func bind<Wrapped: ScriptConvertible>(
    to target: Ref<Wrapped>, default substitute: Wrapped? = nil, _ options: BindingOptions = BindingOptions(),
    file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> BindingHandle where Content == Wrapped? {
    try bind(
      to: target.cell, options, substitute?.scriptValue, nil as ((Content) throws -> Content)?, file, line)
  }

  private func bind<Result: ScriptConvertible>(
    to end: Cell, _ options: BindingOptions, _ substitute: Value?, _ convert: ((Content) throws -> Result)?,
    _ file: StaticString, _ line: UInt32
  ) throws(Failure) -> BindingHandle {
    engine.checkThread()
    try checkUse()
    let scope = try engine.openScope(for: "binding of \(cell.name)", observing: true)
    let target = options.creates ? end.creatingHops : end
    let ifNil: Binding.IfNil = if let substitute { .use(substitute) } else { options.skipsNil ? .skip : .raise }
    let rank = try options.rank()
    try inSwiftWords { () throws(Failure) in
      try Binding.check(cell, into: target, isConverted: convert != nil, ifNil: ifNil, by: "bind")
      try Binding.checkWriters(of: target, rank: rank, by: "bind")
    }
    let (source, transform) = (cell, convert.map(cell.function))
    let binding = engine.placing(file, line) {
      Binding.warnOfLifetime(of: source, into: target, in: scope)
      return ConvertingBinding(
        from: source, to: target, when: options.when?.cell, rank: rank, label: options.name, scope: scope, transform)
    }
    binding.ifNil = ifNil
    binding.start(initial: options.initial)
    return BindingHandle(binding)
  }

  /// Two-way: each end follows the other, both in the wave of the change. At the start this value wins; if it has none, the target
  /// flows back.
  /// - Parameters:
  ///   - validate: gives the value to take, as it is or another one, or throws, an `InvalidInput` with its reason. It may read others: it
  ///     is asked again when they change.
  ///   - holdsWhileEditing: while the target holds refused input, changes of this value wait.
  @discardableResult
  public func link(
    to target: Ref, validate: ((Content) throws -> Content)? = nil, holdsWhileEditing: Bool = false,
    file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) -> BindingHandle {
    try link(target.cell, nil, nil, validate, holdsWhileEditing, file, line)
  }

  /// The same between values of different types.
  /// - Parameter backward: refuses by throwing, an `InvalidInput` with its reason: then this value stays, and the handle keeps the input.
  @discardableResult
  public func link<Other: ScriptConvertible>(
    to target: Ref<Other>, forward convert: @escaping (Content) throws -> Other,
    backward back: @escaping (Other) throws -> Content,
    validate: ((Content) throws -> Content)? = nil, holdsWhileEditing: Bool = false, file: StaticString = #fileID,
    line: UInt32 = #line
  ) throws(Failure) -> BindingHandle {
    try link(
      target.cell, cell.function(convert), target.cell.answer(back), validate, holdsWhileEditing, file, line)
  }

  private func link(
    _ target: Cell, _ convert: ((Value) throws(Failure) -> Value)?, _ back: ((Value) throws(Failure) -> Link.Answer)?,
    _ validate: ((Content) throws -> Content)?, _ holds: Bool, _ file: StaticString, _ line: UInt32
  ) throws(Failure) -> BindingHandle {
    engine.checkThread()
    try checkUse()
    let scope = try engine.openScope(for: "link of \(cell.name)", observing: true)
    try inSwiftWords { () throws(Failure) in
      let mend = "give forward: and backward:, which say what stands instead of nil"
      try Binding.check(cell, into: target, isConverted: convert != nil, by: "link", mend: mend)
      try Binding.check(target, into: cell, isConverted: back != nil, by: "link", mend: mend)
      try Binding.checkWriters(of: target, rank: .shared, by: "link")
    }
    let (source, check) = (cell, validate.map(cell.answer))
    let link = engine.placing(file, line) {
      Binding.warnOfLifetime(of: source, into: target, in: scope)
      return ConvertingLink(source, target, convert, back, check, scope: scope)
    }
    link.holdsWhileEditing = holds
    link.start()
    return BindingHandle(link)
  }
}

/// A binding that was made. `status`, `error` and `input` can be observed and bound like any other value. Asked for when the scope has
/// closed in which it was made, they have none: whoever reads, observes or binds them is told `bind.disposed`.
///
/// Isolation: the thread of its engine.
public struct BindingHandle {
  let binding: Binding
  init(_ binding: Binding) { self.binding = binding }

  public typealias Status = Binding.Status

  /// What every handle has.
  public var handle: Handle { Handle(binding) }
  public func stop() { binding.stop() }
  public func pause() { binding.pause() }
  public func resume() { binding.resume() }

  /// `ok`, `invalid`, `failed` or `suspended`.
  public var status: Ref<Status> { ref("status") }
  /// Why, in words; nil while all is well.
  public var error: Ref<String?> { ref("error") }
  /// The input that was refused; nil while all is well.
  public var input: Ref<Value> { ref("input") }

  private func ref<Content>(_ name: String) -> Ref<Content> {
    if binding.scope.isClosed {
      return Ref(DisposedCell(name: "\(binding.title).\(name)", of: binding.title, in: binding.scope))
    }
    guard let cell = binding.statusCell(named: name) else { preconditionFailure("a binding has its status cells") }
    return Ref(cell)
  }
}

extension Binding.Status: ScriptConvertible {}

/// What stands for a value of something that has ended with its scope.
private final class DisposedCell: Cell {
  private let label: String
  let failure: Failure

  init(name: String, of ended: String, in scope: Scope) {
    label = name
    failure = .disposed(ended, scope: scope.name)
    super.init(engine: scope.engine)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(engine: Engine) { preconditionFailure("not inherited") }

  override var name: String { label }
  override var hasValue: Bool { false }
  override func read(suspendable: Bool = false) throws(Failure) -> Reading { throw failure }
}

extension Ref {
  /// - Throws: `bind.disposed` where it is a value of what has ended with its scope.
  func checkUse() throws(Failure) { if let ended = cell as? DisposedCell { throw ended.failure } }
}

/// A one-way binding with a function of Swift's, if there is one.
final class ConvertingBinding: Binding {
  private var convert: ((Value) throws(Failure) -> Value)?

  init(
    from source: Cell, to target: Cell, when gate: Cell?, rank: Rank, label: String?, scope: Scope,
    _ convert: ((Value) throws(Failure) -> Value)?
  ) {
    self.convert = convert
    super.init(from: source, to: target, when: gate, rank: rank, label: label, scope: scope)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable)
  override init(from: Cell, to: Cell, when: Cell?, rank: Rank, label: String?, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override func transform(_ value: Value) throws(Failure) -> Value { try convert?(value) ?? value }

  override func didStop() {
    super.didStop()
    convert = nil
  }
}

/// A two-way binding with functions of Swift's, if there are any.
final class ConvertingLink: Link {
  private var convert: ((Value) throws(Failure) -> Value)?
  private var back: ((Value) throws(Failure) -> Answer)?
  private var check: ((Value) throws(Failure) -> Answer)?

  init(
    _ source: Cell, _ target: Cell, _ convert: ((Value) throws(Failure) -> Value)?,
    _ back: ((Value) throws(Failure) -> Answer)?, _ check: ((Value) throws(Failure) -> Answer)?, scope: Scope
  ) {
    self.convert = convert
    self.back = back
    self.check = check
    super.init(source, target, validates: check != nil, scope: scope)
  }

  @available(*, unavailable)
  override init(_ source: Cell, _ target: Cell, validates: Bool, scope: Scope) { preconditionFailure("not inherited") }

  override func transform(_ value: Value) throws(Failure) -> Value { try convert?(value) ?? value }
  override func convertBack(_ value: Value) throws(Failure) -> Answer { try back?(value) ?? .accepted(value) }
  override func validate(_ value: Value) throws(Failure) -> Answer { try check?(value) ?? .accepted(value) }

  override func didStop() {
    super.didStop()
    (convert, back, check) = (nil, nil, nil)
  }
}
