// The bindings of Swift objects, found by their object: each property has one writer, and `unbind` ends them.

/// A binding of an object.
protocol ObjectBinding: AnyObject {
  /// nil: of no property in particular.
  var property: AnyKeyPath? { get }
  /// Where it stands among those of its object; `ObjectBindings` keeps it.
  var place: Int { get set }
  var isOfLivingObject: Bool { get }
  func stop()
}

/// The bindings of one object. To add one, to look for that of a property and to take one out cost the same however many
/// there are.
struct ObjectBindings {
  /// In the order in which they were made; one that has ended leaves a gap until half of them are gaps.
  private var places: [(any ObjectBinding)?] = []
  private var gaps = 0
  /// Before it there are gaps only.
  private var start = 0
  /// By property, once there are too many to look through.
  private var byProperty: [AnyKeyPath: any ObjectBinding]?
  private static let few = 8

  var all: [any ObjectBinding] { places.compactMap { $0 } }
  var first: (any ObjectBinding)? { isEmpty ? nil : places[start] }
  var isEmpty: Bool { places.count == gaps }

  /// The one that writes the property.
  func writer(of property: AnyKeyPath) -> (any ObjectBinding)? {
    if let byProperty { return byProperty[property] }
    for case let binding? in places where binding.property == property { return binding }
    return nil
  }

  mutating func add(_ binding: any ObjectBinding) {
    binding.place = places.count
    places.append(binding)
    if byProperty != nil {
      note(binding)
    } else if places.count > Self.few {
      byProperty = [:]
      for case let earlier? in places { note(earlier) }
    }
  }

  private mutating func note(_ binding: any ObjectBinding) {
    if let property = binding.property { byProperty?[property] = binding }
  }

  /// One that is not there, or no more, is none to remove.
  mutating func remove(_ binding: any ObjectBinding) {
    let place = binding.place
    guard place >= 0 else { return }
    binding.place = -1
    places[place] = nil
    gaps += 1
    while start < places.count, places[start] == nil { start += 1 }
    if byProperty != nil, let property = binding.property { byProperty?[property] = nil }
    guard gaps > places.count / 2 else { return }
    places.removeAll { $0 == nil }
    (gaps, start) = (0, 0)
    for (place, binding) in places.enumerated() { binding?.place = place }
  }
}

extension Engine {
  /// The bindings of an object, in the order in which they were made.
  func bindings(of object: AnyObject) -> [any ObjectBinding] {
    endOfDead(at: ObjectIdentifier(object))
    return objectBindings[ObjectIdentifier(object)]?.all ?? []
  }

  /// The binding that writes a property.
  func writer(of property: AnyKeyPath, in object: AnyObject) -> (any ObjectBinding)? {
    endOfDead(at: ObjectIdentifier(object))
    return objectBindings[ObjectIdentifier(object)]?.writer(of: property)
  }

  /// The bindings of an object that has died go: another may live at its address. All that stand there are of one object.
  private func endOfDead(at address: ObjectIdentifier) {
    guard let found = objectBindings[address], found.first?.isOfLivingObject == false else { return }
    for binding in found.all { binding.stop() }
  }

  /// Why it is not made: of two bindings of one property, whichever was told last would show.
  /// - Parameters:
  ///   - name: of the object's type.
  ///   - model: the name of what it would follow.
  func refusal(of property: AnyKeyPath?, in object: AnyObject, named name: String, model: String) -> Diagnostic? {
    guard let property, writer(of: property, in: object) != nil else { return nil }
    return Diagnostic(
      .bindTwoWriters, "a property of \(name) is bound already, so it does not follow \(model) too",
      notes: ["unbind it first"])
  }

  func keep(_ binding: any ObjectBinding, of object: ObjectIdentifier) {
    endOfDead(at: object)
    objectBindings[object, default: ObjectBindings()].add(binding)
  }

  func forget(_ binding: any ObjectBinding, of object: ObjectIdentifier) {
    objectBindings[object]?.remove(binding)
    if objectBindings[object]?.isEmpty ?? false { objectBindings[object] = nil }
  }
}

/// An observation that writes a property of an object, which is held weakly.
@usableFromInline
final class PropertyObservation: BindableObservation, ObjectBinding {
  let property: AnyKeyPath?
  var place = -1
  private let id: ObjectIdentifier
  private weak var object: AnyObject?
  var isOfLivingObject: Bool { object != nil }

  @usableFromInline
  init(
    of object: AnyObject, _ property: AnyKeyPath, engine: Engine, body: @escaping (BindableObservation) -> Bool
  ) {
    self.property = property
    self.object = object
    id = ObjectIdentifier(object)
    super.init(engine: engine, body: body)
  }

  /// Unless the property is bound already, which is reported.
  @usableFromInline
  func start<Value>(on bindable: Bindable<Value>, initial: Bool) -> BindableObservation {
    guard let object else { return self }
    if let refusal = engine.refusal(of: property, in: object, named: "\(type(of: object))", model: bindable.name) {
      refuse()
      engine.scope.report(Report(refusal, during: "bind"))
    } else {
      engine.keep(self, of: id)
      start(on: bindable.ensureNode(), initial: initial)
      if !initial { bindable.beginAtCommit(self) }
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
    Engine.current.writer(of: property, in: self)?.stop()
  }
}
