public import BindGraph

/// A binding between a part of a model and an object, made by one of the operators `<-`, `<->`, `<~`, `<~>`.
///
/// The object is held weakly; when it has died the binding is gone at the next update. Letting go of this handle ends
/// nothing; `stop()` or `unbind` does. Where something flows back, both directions settle in the wave of the change, before any
/// observer runs; what only shows, shows what has settled.
/// Isolation: the thread of its model.
public final class ViewBinding: Reaction {
  /// Where the last exchange stands.
  public struct Standing {
    public var status = Binding.Status.ok
    /// What an edit was refused for; nil when the last one was taken.
    public var error: (any Error)?
    /// The edit that was refused.
    public var input: Any?
  }

  /// Where the last exchange stands. What a transaction that is dropped has edited leaves no trace here.
  public var status: Binding.Status { standing.status }
  /// What an edit was refused for; nil when the last one was taken.
  public var error: (any Error)? { standing.error }
  /// The edit that was refused.
  public var input: Any? { standing.input }
  private var standing = Standing() { didSet { tell() } }
  private var toldStanding: Bindable<Standing>?
  /// How often the model was shown.
  private var showings: UInt64 = 0
  /// Why it was never made: it has stopped, and its status is `failed`.
  private(set) var refusal: Diagnostic?
  public private(set) var isStopped = false

  package var scopeIndex = -1
  private let engine: Engine
  private var scope: Scope?
  private let directions: any Directions
  /// It takes part in settling, or is a view target, which is written among the observers.
  private let settles: Bool
  private var event: (all: EditEvent, own: EditEvent.Handler)?
  /// An edit waits for the commit of its transaction.
  private(set) var awaitsFirstDelivery = false
  /// The object, to find its bindings; it may have died.
  let object: ObjectIdentifier
  let property: AnyKeyPath?
  var place = -1
  /// The canonical one of the control, if this is another.
  private let siblingsProperty: AnyKeyPath?
  /// It was to show something when another property was written that has moved this one.
  private var isMoved = false

  /// The two directions, with their types inside.
  protocol Directions: AnyObject {
    /// The object lives.
    var isAlive: Bool { get }
    /// The object's type, as a cause names it.
    var objectName: String { get }
    var modelName: String { get }
    /// It will show at the commit. Until then it is an edit if the object holds something else than now.
    func begin()
    /// Shows the model's value if it differs from what was shown last, or in any case.
    func show(always: Bool) -> Showing
    /// Takes what the object holds.
    func take() -> Taken
    /// For when the transaction of the edit that is taken now is dropped: shows what the model holds without it or, where that is
    /// asked for, what was refused before.
    func undoOfEdit() -> (_ refused: Any?) -> Void
    /// The object is being written by the binding itself.
    var isPutting: Bool { get }
    /// The object, if it lives.
    var holder: AnyObject? { get }
    /// Whether the object holds something else from here on, when that is called.
    func watch() -> () -> Bool
  }

  enum Showing {
    case anew
    case asBefore
    /// What the object has made of it was written back, and the model holds something else again.
    case unstable(model: Any, shown: Any, again: Any)
    /// The object or the model has died.
    case nowhere
  }

  enum Taken {
    /// Nothing was asked for: what is there is what the binding put there.
    case echo
    /// What it comes to is shown in the wave of that.
    case written
    case refused(any Error, input: Any)
  }

  init(
    _ directions: any Directions, of object: AnyObject, _ property: AnyKeyPath?, source: NodeID, engine: Engine,
    edits: EditEvent?, settles: Bool
  ) {
    self.directions = directions
    self.settles = settles
    self.engine = engine
    self.object = ObjectIdentifier(object)
    self.property = property
    let canonical = settles ? (object as? any Control)?.canonicalProperty : nil
    siblingsProperty = canonical == property ? nil : canonical
    super.init()
    engine.checkThread()
    if let diagnostic = engine.refusal(
      of: property, in: object, named: directions.objectName, model: directions.modelName)
    {
      (refusal, isStopped) = (diagnostic, true)
      standing = Standing(status: .failed, error: diagnostic)
      return
    }
    if settles {
      _ = engine.graph.makeSettler(self, input: source, target: .none)
    } else {
      _ = engine.graph.makeObserver(self, input: source)
    }
    engine.keep(self, of: self.object)
    if engine.scope !== engine.root {
      scope = engine.scope
      engine.scope.add(self)
    } else {
      engine.registered(self)
    }
    if let edits { event = (edits, edits.add { [weak self] in self?.edited() }) }
    if engine.mode == .deferred, !engine.graph.isFlushing {
      awaitsFirstDelivery = true
      directions.begin()
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
    let isAsked = engine.causes[cause]?.kind == .touch
    awaitsFirstDelivery = false
    var shown = Showing.asBefore
    _ = engine.runCallback(cause: cause, as: settles ? .settling : .deferred) { () throws(Failure) in
      let canonical = canonicalSibling
      let hasMoved = canonical?.directions.watch()
      shown = directions.show(always: isAsked)
      if let canonical, hasMoved?() ?? false { canonical.wasMoved() }
      if isMoved, case .asBefore = shown { edited() }
      isMoved = false
    }
    switch shown {
    case .anew:
      showings &+= 1
      standing = Standing()
    case .asBefore: break
    case .unstable(let model, let shown, let again): disagree(model, shown, again)
    case .nowhere: stop()
    }
  }

  /// The two-way binding of the canonical property of a control, which may make something else of that when this one writes
  /// another: a slider whose range gets smaller.
  private var canonicalSibling: ViewBinding? {
    guard let siblingsProperty, let control = directions.holder,
      let other = engine.writer(of: siblingsProperty, in: control) as? ViewBinding, other.event != nil,
      !other.awaitsFirstDelivery, other.standing.status == .ok
    else { return nil }
    return other
  }

  /// The control holds something else because another property was written. Where it is to show something, that comes first.
  private func wasMoved() {
    if engine.graph.isQueued(node) { isMoved = true } else { edited() }
  }

  private func edited() {
    // A control that says so when it is written: what it has made of the value is what it shows, and nobody has asked for it.
    engine.checkThread()
    guard !isStopped, !directions.isPutting, !engine.isTakingBackEdits else { return }
    let event = engine.causes.record(
      .view, parent: engine.cause, label: engine.causes.intern(passing: directions.objectName))
    if engine.mode == .deferred { engine.overlayForWriting().note(BeforeEdit(self)) }
    switch engine.caused(by: event, directions.take) {
    case .echo: standing = Standing()
    case .written:
      standing = Standing()
      awaitsFirstDelivery = true
      if engine.mode == .deferred {
        engine.overlayForWriting().deliverAtCommit(self)
      } else {
        _ = engine.graph.settleInitially(node)
      }
    case .refused(let reason, let value): standing = Standing(status: .invalid, error: reason, input: value)
    }
  }

  private func disagree(_ model: Any, _ shown: Any, _ again: Any) {
    let diagnostic = Diagnostic(
      .bindUnstable, "\(model) is shown as \(shown), which reads back as \(again): the last value stands",
      severity: .warning, notes: [Diagnostic.roundTripAdvice])
    standing = Standing(status: .failed, error: diagnostic, input: shown)
    engine.scope.reportAfterWave(Report(diagnostic, during: "binding", isWarning: true))
  }

  /// How it stood before an edit.
  private final class BeforeEdit: PendingEdit {
    private let binding: ViewBinding
    private let awaited: Bool
    private let standing: Standing
    private let showings: UInt64
    private let undo: (_ refused: Any?) -> Void

    init(_ binding: ViewBinding) {
      self.binding = binding
      (awaited, standing, showings) = (binding.awaitsFirstDelivery, binding.standing, binding.showings)
      undo = binding.directions.undoOfEdit()
      super.init(of: binding)
    }

    /// A binding that has ended meanwhile has ended. What a wave has shown meanwhile counts, and not what stood before that.
    override func takeBack(to outer: Overlay?) {
      guard !binding.isStopped else { return }
      let before = showings == binding.showings ? standing : Standing()
      undo(before.status == .invalid ? before.input : nil)
      binding.awaitsFirstDelivery = awaited
      binding.standing = before
      // What the transaction around has written may go too, or not be what it writes last.
      guard let outer else { return }
      outer.note(BeforeEdit(binding))
      binding.awaitsFirstDelivery = true
      outer.deliverAtCommit(binding)
    }
  }

  /// `status`, `error` and `input` as something to observe and to bind: of an edit they are part of what it does, and roll back
  /// with it. Always the same object; paid from the first use on.
  public var standings: Bindable<Standing> {
    if let toldStanding { return toldStanding }
    let isSame = EqualityTest<Standing>.function { $0.status == .ok && $1.status == .ok }
    let made = Bindable(standing, name: "binding of \(directions.modelName)", equals: isSame, engine: engine)
    toldStanding = made
    return made
  }

  private func tell() {
    guard let toldStanding else { return }
    if engine.mode == .deferred { return toldStanding.update(with: standing) }
    engine.announceOutside(during: "binding") { [weak self] in self?.announceStanding() }
  }

  private func announceStanding() { toldStanding?.announce(standing) }

  var isOfLivingObject: Bool { directions.isAlive }

  /// Ends it: nothing reaches the object or the model through it after this returns. Idempotent.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    awaitsFirstDelivery = false
    scope?.remove(self)
    scope = nil
    if let event { event.all.remove(event.own) }
    event = nil
    engine.forget(self, of: object)
    engine.graph.dispose(node)
  }
}

extension ViewBinding: ScopeItem, FirstDelivery, ObjectBinding {}
