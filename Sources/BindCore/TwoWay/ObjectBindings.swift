// The bindings of Swift objects, found by their object: each property has one writer, and `unbind` ends them.

/// A binding of an object.
protocol ObjectBinding: AnyObject {
  /// nil: of no property in particular.
  var property: AnyKeyPath? { get }
  var isStopped: Bool { get }
  var isOfLivingObject: Bool { get }
  func stop()
}

extension Engine {
  /// The bindings of an object. Those of one that has died go: another may live at its address.
  func bindings(of object: AnyObject) -> [any ObjectBinding] {
    let all = objectBindings[ObjectIdentifier(object)] ?? []
    for binding in all where !binding.isOfLivingObject { binding.stop() }
    return all.filter { !$0.isStopped }
  }

  /// Why it is not made: of two bindings of one property, whichever was told last would show.
  /// - Parameters:
  ///   - name: of the object's type.
  ///   - model: the name of what it would follow.
  func refusal(of property: AnyKeyPath?, in object: AnyObject, named name: String, model: String) -> Diagnostic? {
    let others = bindings(of: object)
    guard let property, others.contains(where: { $0.property == property }) else { return nil }
    return Diagnostic(
      .bindTwoWriters, "a property of \(name) is bound already, so it does not follow \(model) too",
      notes: ["unbind it first"])
  }

  func keep(_ binding: any ObjectBinding, of object: ObjectIdentifier) {
    objectBindings[object, default: []].append(binding)
  }

  func forget(_ binding: any ObjectBinding, of object: ObjectIdentifier) {
    objectBindings[object]?.removeAll { $0 === binding }
    if objectBindings[object]?.isEmpty ?? false { objectBindings[object] = nil }
  }
}

/// An observation that writes a property of an object, which is held weakly.
@usableFromInline
final class PropertyObservation: BindableObservation, ObjectBinding {
  let property: AnyKeyPath?
  private let id: ObjectIdentifier
  private weak var object: AnyObject?
  var isOfLivingObject: Bool { object != nil }

  @usableFromInline
  init(of object: AnyObject, _ property: AnyKeyPath, engine: Engine, body: @escaping () -> Bool) {
    self.property = property
    self.object = object
    id = ObjectIdentifier(object)
    super.init(engine: engine, body: body)
  }

  /// Unless the property is bound already, which is reported.
  @usableFromInline
  func start<Value>(on bindable: Bindable<Value>) -> BindableObservation {
    guard let object else { return self }
    if let refusal = engine.refusal(of: property, in: object, named: "\(type(of: object))", model: bindable.name) {
      refuse()
      engine.scope.report(Report(refusal, during: "bind"))
    } else {
      engine.keep(self, of: id)
      start(on: bindable.ensureNode(), initial: true)
    }
    return self
  }

  override func didStop() { engine.forget(self, of: id) }
}

extension BindingTarget {
  /// Ends all bindings of this object, on the calling thread's engine: those of operators, of `link` and of `bind`.
  public func unbind() {
    for binding in Engine.current.bindings(of: self) { binding.stop() }
  }

  /// Ends the bindings of one property.
  public func unbind<Value>(_ property: ReferenceWritableKeyPath<Self, Value>) {
    for binding in Engine.current.bindings(of: self) where binding.property == property { binding.stop() }
  }
}
