public import BindGraph

/// A binding between a part of a model and an object, made by one of the operators `<-`, `<->`, `<~`, `<~>`.
///
/// The object is held weakly; when it has died the binding is gone at the next update. Letting go of this handle ends
/// nothing; `stop()` or `unbind` does. Both directions settle in the wave of the change, before any observer runs.
/// Isolation: the thread of its model.
public final class ViewBinding: Reaction {
  /// Where the last exchange stands.
  public private(set) var status = Binding.Status.ok
  /// What an edit was refused for; nil when the last one was taken.
  public private(set) var error: (any Error)?
  /// The edit that was refused.
  public private(set) var input: Any?
  /// Why it was never made: it has stopped, and its status is `failed`.
  private(set) var refusal: Diagnostic?
  public private(set) var isStopped = false

  package var scopeIndex = -1
  private let engine: Engine
  private var scope: Scope?
  private let directions: any Directions
  private var event: EditEvent?
  /// An edit waits for the commit of its transaction.
  private(set) var awaitsFirstDelivery = false
  private var eventID = 0
  /// The object, to find its bindings; it may have died.
  let object: ObjectIdentifier
  let property: AnyKeyPath?

  /// The two directions, with their types inside.
  protocol Directions: AnyObject {
    /// The object lives.
    var isAlive: Bool { get }
    /// The object's type, as a cause names it.
    var objectName: String { get }
    var modelName: String { get }
    /// Shows the model's value if it differs from what was shown last, or in any case.
    func show(always: Bool) -> Showing
    /// Takes what the object holds.
    func take() -> Taken
  }

  enum Showing {
    case anew
    case asBefore
    /// The object or the model has died.
    case nowhere
  }

  enum Taken {
    /// Nothing was asked for: what is there is what the binding put there.
    case echo
    case accepted
    /// It is part of a transaction: what it comes to is shown at the commit.
    case waiting
    case refused(any Error, input: Any)
    case unstable(model: Any, shown: Any)
  }

  init(
    _ directions: any Directions, of object: AnyObject, _ property: AnyKeyPath?, source: NodeID, engine: Engine,
    edits: EditEvent?
  ) {
    self.directions = directions
    self.engine = engine
    self.object = ObjectIdentifier(object)
    self.property = property
    event = edits
    super.init()
    let others = engine.bindings(of: object)
    // Of two bindings of one property, whichever was told last would show.
    if let property, others.contains(where: { $0.property == property }) {
      let diagnostic = Diagnostic(
        .bindTwoWriters,
        "a property of \(directions.objectName) is bound already, so it does not follow \(directions.modelName) too",
        notes: ["unbind it first"])
      (refusal, isStopped, status, error) = (diagnostic, true, .failed, diagnostic)
      return
    }
    _ = engine.graph.makeSettler(self, input: source, target: .none)
    engine.viewBindings[self.object, default: []].append(self)
    if engine.scope !== engine.root {
      scope = engine.scope
      engine.scope.add(self)
    } else {
      engine.registered(self)
    }
    if let event { eventID = event.add { [weak self] in self?.edited() } }
    if engine.mode == .deferred, !engine.graph.isFlushing {
      awaitsFirstDelivery = true
      engine.overlayForWriting().deliverAtCommit(self)
    } else {
      engine.reportOverrun(engine.graph.deliverInitially(node), during: "binding")
    }
  }

  /// For the operators, which throw nothing: a refusal is reported.
  func reporting(as symbol: String) -> ViewBinding {
    if let refusal { engine.scope.report(Report(refusal, during: symbol)) }
    return self
  }

  public override func deliver(in graph: Graph) {
    guard !isStopped else { return }
    let cause = CauseID(index: graph.currentCause)
    let isAsked = awaitsFirstDelivery || engine.causes[cause]?.kind == .touch
    awaitsFirstDelivery = false
    var shown = Showing.asBefore
    _ = engine.runCallback(cause: cause, as: .settling) { () throws(Failure) in
      shown = directions.show(always: isAsked)
    }
    switch shown {
    case .anew: (status, error, input) = (.ok, nil, nil)
    case .asBefore: break
    case .nowhere: stop()
    }
  }

  private func edited() {
    guard !isStopped else { return }
    let event = engine.causes.record(
      .view, parent: engine.cause, label: engine.causes.intern(directions.objectName))
    switch engine.caused(by: event, directions.take) {
    case .echo, .accepted: (status, error, input) = (.ok, nil, nil)
    case .waiting:
      (status, error, input) = (.ok, nil, nil)
      awaitsFirstDelivery = true
      engine.overlayForWriting().deliverAtCommit(self)
    case .refused(let reason, let value): (status, error, input) = (.invalid, reason, value)
    case .unstable(let model, let shown):
      let diagnostic = Diagnostic(
        .bindUnstable, "\(model) and \(shown) do not settle", severity: .warning,
        notes: ["converting one into the other and back gives another value each time; the last values stand"])
      (status, error, input) = (.failed, diagnostic, shown)
      engine.scope.report(Report(diagnostic, during: "binding", isWarning: true))
    }
  }

  fileprivate var isOfLivingObject: Bool { directions.isAlive }

  /// Ends it: nothing reaches the object or the model through it after this returns. Idempotent.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    scope?.remove(self)
    scope = nil
    event?.remove(eventID)
    event = nil
    engine.viewBindings[object]?.removeAll { $0 === self }
    if engine.viewBindings[object]?.isEmpty ?? false { engine.viewBindings[object] = nil }
    engine.graph.dispose(node)
  }
}

extension ViewBinding: ScopeItem, FirstDelivery {}

extension Engine {
  /// The bindings of an object. Those of one that has died go: another may live at its address.
  func bindings(of object: AnyObject) -> [ViewBinding] {
    let all = viewBindings[ObjectIdentifier(object)] ?? []
    for binding in all where !binding.isOfLivingObject { binding.stop() }
    return all.filter { !$0.isStopped }
  }
}

extension BindingTarget {
  /// Ends all bindings of this object, on the calling thread's engine.
  public func unbind() {
    for binding in Engine.current.bindings(of: self) { binding.stop() }
  }

  /// Ends the bindings of one property.
  public func unbind<Value>(_ property: ReferenceWritableKeyPath<Self, Value>) {
    for binding in Engine.current.bindings(of: self) where binding.property == property {
      binding.stop()
    }
  }
}

/// Model to object, and back if `from` says how.
final class Exchange<Model, Value, Object: AnyObject, Shown>: ViewBinding.Directions {
  /// Weak: the binding ends with it.
  private weak var model: Bindable<Model>?
  private let path: KeyPath<Model, Value>
  private weak var object: Object?
  /// Shows the value and gives what the object then holds.
  private let put: (Object, Value) -> Shown
  private let look: (Object) -> Shown
  /// What the object then holds, where that is known without asking it.
  private let shows: ((Value) -> Shown)?
  /// What the object's state means for the model; nil refuses it.
  private let from: ((Object) throws -> Value?)?
  private let values = EqualityTest<Value>.standard
  private let shownValues = EqualityTest<Shown>.standard
  private var lastValue: Value?
  private var lastShown: Shown?
  /// What `from` makes of that; nil: nothing.
  private var lastMeant: Value?

  init(
    _ model: Bindable<Model>, _ path: KeyPath<Model, Value>, _ object: Object, put: @escaping (Object, Value) -> Shown,
    look: @escaping (Object) -> Shown, shows: ((Value) -> Shown)? = nil, from: ((Object) throws -> Value?)? = nil
  ) {
    self.model = model
    self.path = path
    self.object = object
    self.put = put
    self.look = look
    self.shows = shows
    self.from = from
  }

  var isAlive: Bool { object != nil }
  var objectName: String { "\(Object.self)" }
  var modelName: String { model?.name ?? "a model that has died" }

  func show(always: Bool) -> ViewBinding.Showing {
    guard let object, let model else { return .nowhere }
    // The source has nothing yet; there is nothing that could flow back into a part of it.
    guard let whole = model.stored else { return .asBefore }
    let value = whole[keyPath: path]
    // Another part has changed: what a person is about to enter here stays.
    if !always, let lastValue, values.isSame(lastValue, value) { return .asBefore }
    lastValue = value
    remember(put(object, value), of: object)
    return .anew
  }

  /// What the object holds by the binding's own doing.
  private func remember(_ shown: Shown, of object: Object) {
    lastShown = shown
    lastMeant = try? from?(object)
  }

  /// The object holds what the binding put there, also in properties that only `from` reads.
  private func isEcho(_ asked: Shown, meaning meant: Value?) -> Bool {
    guard let lastShown, shownValues.isSame(lastShown, asked) else { return false }
    guard let lastMeant, let meant else { return lastMeant == nil && meant == nil }
    return !values.compares || values.isSame(lastMeant, meant)
  }

  func take() -> ViewBinding.Taken {
    guard let object, let model, let from, let writable = path as? WritableKeyPath<Model, Value> else { return .echo }
    let asked = look(object)
    let meant: Value?
    do { meant = try from(object) } catch {
      return isEcho(asked, meaning: nil) ? .echo : .refused(error, input: asked)
    }
    if isEcho(asked, meaning: meant) { return .echo }
    guard let value = meant else {
      return .refused(Diagnostic(.bindInvalid, "\(asked) was refused: it means no \(Value.self)"), input: asked)
    }
    if model.value == nil { return .refused(Diagnostic.withoutModel(model.name), input: asked) }
    (lastShown, lastMeant, lastValue) = (asked, value, value)
    model.modify { $0[keyPath: writable] = value }
    guard model.engine.mode == .deferred else { return settle(object, asked) }
    // If the transaction is dropped, the object shows the model again.
    model.engine.registered(Registration { [weak self] in _ = self?.show(always: true) })
    return .waiting
  }

  /// The asking end is rewritten if and only if the settled value differs from what it submitted.
  private func settle(_ object: Object, _ asked: Shown) -> ViewBinding.Taken {
    guard let whole = model?.stored else { return .accepted }
    let settled = whole[keyPath: path]
    lastValue = settled
    var shown = look(object)
    let isShown = shows.map { shownValues.isSame($0(settled), shown) } ?? false
    if !isShown { shown = put(object, settled) }
    remember(shown, of: object)
    if shownValues.isSame(shown, asked) { return .accepted }
    // Once more: if the model would change again, nothing more is written. What cannot be compared says nothing of that.
    if let again = lastMeant, values.compares, !values.isSame(again, settled) {
      return .unstable(model: settled, shown: shown)
    }
    return .accepted
  }
}
