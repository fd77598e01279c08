// label[\.text] <- user[\.name]            one-way
// field[\.text] <-> user[\.email]          two-way; the model is the source and wins at the start
// label <~ (user[\.email], { view, email in … })
// stepper <~> (user[\.age], { view, age in … }, { view in … })
//
// Each shows the model at once, in the wave of each change, and in a transaction at its commit. What flows both ways settles before
// any observer runs, and so does `<-` where the object is edited: what it makes of a value may hang on its other properties, as
// that of a slider on its range. The rest are view targets, which are written among the observers, in their order: a closure of
// `<~` sees what has settled, and runs once.
// Nothing waits. Operators throw nothing: a property that is bound already has one writer too many, which is reported as
// `bind.two_writers`, and nothing is bound. Isolation: the thread of the model.

precedencegroup BindingPrecedence {
  lowerThan: NilCoalescingPrecedence
  higherThan: AssignmentPrecedence
}

infix operator <- : BindingPrecedence
infix operator <-> : BindingPrecedence
infix operator <~ : BindingPrecedence
infix operator <~> : BindingPrecedence

// MARK: One-way

/// The property follows the part: now and after each change of it.
/// - Returns: nil if the object has died, or if the property is bound already, which is reported (`bind.two_writers`).
@discardableResult
public func <- <Object, Model, Value>(place: Place<Object, Value>, part: Part<Model, Value>) -> ViewBinding? {
  follow(place, part) { $0 }
}

@discardableResult
public func <- <Object, Model, Value>(place: Place<Object, Value>, part: WritablePart<Model, Value>) -> ViewBinding? {
  follow(place, part.readOnly) { $0 }
}

/// The same into an optional property.
@discardableResult
public func <- <Object, Model, Value>(place: Place<Object, Value?>, part: Part<Model, Value>) -> ViewBinding? {
  follow(place, part) { Optional($0) }
}

@discardableResult
public func <- <Object, Model, Value>(place: Place<Object, Value?>, part: WritablePart<Model, Value>) -> ViewBinding? {
  follow(place, part.readOnly) { Optional($0) }
}

/// The control's canonical property follows the part.
@discardableResult
public func <- <Object: Control, Model>(
  control: Object, part: Part<Model, Object.CanonicalValue>
) -> ViewBinding? { control[Object.canonical] <- part }

@discardableResult
public func <- <Object: Control, Model>(
  control: Object, part: WritablePart<Model, Object.CanonicalValue>
) -> ViewBinding? { control[Object.canonical] <- part }

private func follow<Object, Model, Value, Shown>(
  _ place: Place<Object, Shown>, _ part: Part<Model, Value>, _ convert: @escaping (Value) -> Shown
) -> ViewBinding? {
  guard let object = place.object else { return nil }
  let property = place.property
  let exchange = Exchange(
    part.model, part.read, object,
    put: { object, value in
      let shown = convert(value)
      object[keyPath: property] = shown
      return shown
    }, look: { $0[keyPath: property] })
  return ViewBinding(
    exchange, of: object, property, source: part.model.ensureNode(), engine: part.model.engine, edits: nil,
    settles: object is any Editable
  ).reporting(as: "<-").ifMade
}

/// Calls the closure with the object and the part, now and after each change of it. The object is held weakly.
@discardableResult
public func <~ <Object: BindingTarget, Model, Value>(
  object: Object, right: (part: Part<Model, Value>, draw: (Object, Value) -> Void)
) -> ViewBinding {
  let model = right.part.model
  let exchange = Exchange(model, right.part.read, object, put: right.draw, look: { _ in })
  return ViewBinding(
    exchange, of: object, nil, source: model.ensureNode(), engine: model.engine, edits: nil, settles: false)
}

@discardableResult
public func <~ <Object: BindingTarget, Model, Value>(
  object: Object, right: (part: WritablePart<Model, Value>, draw: (Object, Value) -> Void)
) -> ViewBinding { object <~ (right.part.readOnly, right.draw) }

// MARK: Two-way

/// Each follows the other. The model is the source: it wins at the start. Several controls may have one part.
///
/// An edit of a control whose model has no value yet is refused: `status` is `invalid`, `error` says `bind.nil_hop`. A control that
/// makes something else of a value that it is given, such as a slider with steps, is written back to the model, once in a wave.
/// - Returns: nil if the object has died, or if the property is bound already, which is reported (`bind.two_writers`).
@discardableResult
public func <-> <Object: Editable, Model, Value>(
  place: Place<Object, Value>, part: WritablePart<Model, Value>
) -> ViewBinding? {
  guard let object = place.object else { return nil }
  return twoWay(object, place.property, part).reporting(as: "<->").ifMade
}

private func twoWay<Object: Editable, Model, Value>(
  _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>, _ part: WritablePart<Model, Value>
) -> ViewBinding {
  let exchange = Exchange(
    part.model, part.path, object,
    put: { object, value in
      object[keyPath: property] = value
      return object[keyPath: property]
    }, look: { $0[keyPath: property] }, replace: { $0[keyPath: property] = $1 }, shows: { $0 },
    from: { $0[keyPath: property] })
  return ViewBinding(
    exchange, of: object, property, source: part.model.ensureNode(), engine: part.model.engine, edits: object.edits,
    settles: true)
}

/// `field <-> user[\.email]`: by the control's canonical property.
@discardableResult
public func <-> <Object: Control, Model>(
  control: Object, part: WritablePart<Model, Object.CanonicalValue>
) -> ViewBinding? { control[Object.canonical] <-> part }

/// Two-way with functions, by the property that is named. The second gives what the object means for the model; nil or an
/// error refuses the edit: the model and the object stay as they are, and the binding's `status` is `invalid`, as it is when
/// the model has no value yet (`bind.nil_hop`).
///
/// An edit that leaves the property and what the second function gives as the binding has put them is none; so that function
/// is called after each showing too, and changes nothing itself.
/// - Returns: the binding; nil if the object has died. If the property is bound already, that is reported
///   (`bind.two_writers`), and the binding has stopped with the status `failed`.
@_disfavoredOverload
@discardableResult
public func <~> <Object: Editable, Shown, Model, Value>(
  place: Place<Object, Shown>,
  right: (part: WritablePart<Model, Value>, to: (Object, Value) -> Void, from: (Object) throws -> Value?)
) -> ViewBinding? {
  guard let object = place.object else { return nil }
  return twoWay(object, place.property, right.part, right.to, right.from).reporting(as: "<~>")
}

/// The same with a part that may be nil: there nil is what the object means, and a function that throws refuses the edit.
@discardableResult
public func <~> <Object: Editable, Shown, Model, Wrapped>(
  place: Place<Object, Shown>,
  right: (
    part: WritablePart<Model, Wrapped?>, to: (Object, Wrapped?) -> Void, from: (Object) throws -> Wrapped?
  )
) -> ViewBinding? {
  guard let object = place.object else { return nil }
  let from = right.from
  return twoWay(object, place.property, right.part, right.to, { .some(try from($0)) }).reporting(as: "<~>")
}

/// The same by the control's canonical property. The control is there, and so is the binding.
@_disfavoredOverload
@discardableResult
public func <~> <Object: Control, Model, Value>(
  control: Object,
  right: (part: WritablePart<Model, Value>, to: (Object, Value) -> Void, from: (Object) throws -> Value?)
) -> ViewBinding { twoWay(control, Object.canonical, right.part, right.to, right.from).reporting(as: "<~>") }

/// The same with a part that may be nil.
///
/// ```swift
/// field <~> (user[\.nick], { $0.text = $1 ?? "" }, { $0.text.isEmpty ? nil : $0.text })
/// ```
@discardableResult
public func <~> <Object: Control, Model, Wrapped>(
  control: Object,
  right: (
    part: WritablePart<Model, Wrapped?>, to: (Object, Wrapped?) -> Void, from: (Object) throws -> Wrapped?
  )
) -> ViewBinding {
  let from = right.from
  return twoWay(control, Object.canonical, right.part, right.to, { .some(try from($0)) }).reporting(as: "<~>")
}

private func twoWay<Object: Editable, Shown, Model, Value>(
  _ object: Object, _ property: ReferenceWritableKeyPath<Object, Shown>, _ part: WritablePart<Model, Value>,
  _ to: @escaping (Object, Value) -> Void, _ from: @escaping (Object) throws -> Value?
) -> ViewBinding {
  let exchange = Exchange(
    part.model, part.path, object,
    put: { object, value in
      to(object, value)
      return object[keyPath: property]
    }, look: { $0[keyPath: property] }, replace: { $0[keyPath: property] = $1 }, from: from)
  return ViewBinding(
    exchange, of: object, property, source: part.model.ensureNode(), engine: part.model.engine, edits: object.edits,
    settles: true)
}

extension ViewBinding {
  fileprivate var ifMade: ViewBinding? { refusal == nil ? self : nil }
}

// MARK: Type-erased

extension Bindable {
  /// Two-way between a control and a part whose type is only known when it runs. Nothing waits. The control may be `any Control`:
  ///
  /// ```swift
  /// for (control, path) in table { try user.link(path, to: control) }
  /// ```
  /// - Throws: a `Diagnostic`; nothing is bound then. Its id is `bind.type` when the types differ, both named, also by
  ///   being optional and without a default, and `bind.two_writers` when the control is bound already.
  @discardableResult
  public func link<Object: Control>(_ path: AnyWritableKeyPath<Value>, to control: Object) throws -> ViewBinding {
    try link(path, control, Object.canonical, nil)
  }

  /// The same of a part that may be nil.
  /// - Parameter fallback: what the control shows for nil, where the part is optional and the control's property is not.
  @discardableResult
  public func link<Object: Control>(
    _ path: AnyWritableKeyPath<Value>, to control: Object, default fallback: Object.CanonicalValue?
  ) throws -> ViewBinding { try link(path, control, Object.canonical, fallback) }

  /// The same by a property that is named: `user.link(path, to: input[\.text])`.
  /// - Returns: nil if the object has died.
  @discardableResult
  public func link<Object: Editable, Shown>(
    _ path: AnyWritableKeyPath<Value>, to place: Place<Object, Shown>, default fallback: Shown? = nil
  ) throws -> ViewBinding? {
    guard let object = place.object else { return nil }
    return try link(path, object, place.property, fallback)
  }

  private func link<Object: Editable, Shown>(
    _ path: AnyWritableKeyPath<Value>, _ object: Object, _ property: ReferenceWritableKeyPath<Object, Shown>,
    _ fallback: Shown?
  ) throws -> ViewBinding {
    let binding: ViewBinding
    if let typed = path.typed(as: Shown.self) {
      binding = twoWay(object, property, self[typed])
    } else if let optional = path.typed(as: Shown?.self), let fallback {
      binding = twoWay(
        object, property, self[optional], { object, value in object[keyPath: property] = value ?? fallback },
        { object in .some(object[keyPath: property]) })
    } else {
      throw Diagnostic(
        .bindType, "\(Object.self) holds a \(Shown.self), the property of \(Value.self) is a \(path.valueType)",
        notes: ["convert with <~>; of an optional property, default: says what nil shows"])
    }
    if let refusal = binding.refusal { throw refusal }
    return binding
  }
}
