// label[\.text] <- user[\.name]            one-way
// field[\.text] <-> user[\.email]          two-way; the model is the source and wins at the start
// label <~ (user[\.email], { view, email in … })
// stepper <~> (user[\.age], { view, age in … }, { view in … })

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
  let engine = part.model.engine
  // Two one-way bindings into one property would show whichever changed last.
  if engine.bindings(of: object).contains(where: { $0.property == place.property }) {
    let diagnostic = Diagnostic(
      .bindTwoWriters, "a property of \(Object.self) is bound already, so it does not follow \(part.model.name) too",
      notes: ["unbind it first"])
    engine.scope.report(Report(diagnostic, during: "<-"))
    return nil
  }
  let property = place.property
  let exchange = Exchange(
    part.model, part.read, object,
    put: { object, value in
      let shown = convert(value)
      object[keyPath: property] = shown
      return shown
    }, look: { $0[keyPath: property] })
  return ViewBinding(
    exchange, of: object, property, source: part.model.ensureNode(), engine: engine, edits: nil)
}

/// Calls the closure with the object and the part, now and after each change of it. The object is held weakly.
@discardableResult
public func <~ <Object: BindingTarget, Model, Value>(
  object: Object, right: (part: Part<Model, Value>, draw: (Object, Value) -> Void)
) -> ViewBinding {
  let exchange = Exchange(
    right.part.model, right.part.read, object, put: { object, value in right.draw(object, value) }, look: { _ in })
  return ViewBinding(
    exchange, of: object, nil, source: right.part.model.ensureNode(), engine: right.part.model.engine, edits: nil)
}

@discardableResult
public func <~ <Object: BindingTarget, Model, Value>(
  object: Object, right: (part: WritablePart<Model, Value>, draw: (Object, Value) -> Void)
) -> ViewBinding { object <~ (right.part.readOnly, right.draw) }

// MARK: Two-way

/// Each follows the other. The model is the source: it wins at the start. Several controls may have one part.
@discardableResult
public func <-> <Object: Control, Model, Value>(
  place: Place<Object, Value>, part: WritablePart<Model, Value>
) -> ViewBinding? {
  guard let object = place.object else { return nil }
  let property = place.property
  let exchange = Exchange(
    part.model, part.path, object,
    put: { object, value in
      object[keyPath: property] = value
      return object[keyPath: property]
    }, look: { $0[keyPath: property] }, shows: { $0 }, from: { $0[keyPath: property] })
  return ViewBinding(
    exchange, of: object, property, source: part.model.ensureNode(), engine: part.model.engine, edits: object.edits)
}

/// `field <-> user[\.email]`: by the control's canonical property.
@discardableResult
public func <-> <Object: Control, Model>(
  control: Object, part: WritablePart<Model, Object.CanonicalValue>
) -> ViewBinding? { control[Object.canonical] <-> part }

/// Two-way with functions. The second gives what the control means for the model; nil or an error refuses the edit: the
/// model and the control stay as they are, and the binding's `status` is `invalid`.
@discardableResult
public func <~> <Object: Control, Model, Value>(
  control: Object,
  right: (part: WritablePart<Model, Value>, to: (Object, Value) -> Void, from: (Object) throws -> Value?)
) -> ViewBinding {
  let property = Object.canonical
  let exchange = Exchange(
    right.part.model, right.part.path, control,
    put: { object, value in
      right.to(object, value)
      return object[keyPath: property]
    }, look: { $0[keyPath: property] }, from: right.from)
  return ViewBinding(
    exchange, of: control, property, source: right.part.model.ensureNode(), engine: right.part.model.engine,
    edits: control.edits)
}

// MARK: Type-erased

extension Bindable {
  /// Two-way between a control and a part whose type is only known when it runs.
  /// - Throws: a `Diagnostic` with id `bind.type` that names both types when they differ; nothing is bound then.
  @discardableResult
  public func link<Object: Control>(
    _ path: AnyWritableKeyPath<Value>, to control: Object
  ) throws -> ViewBinding {
    if let typed = path.typed(as: Object.CanonicalValue.self) {
      if let binding = control <-> self[typed] { return binding }
    } else if let optional = path.typed(as: Object.CanonicalValue?.self) {
      let property = Object.canonical
      return control
        <~> (
          self[optional], { object, value in if let value { object[keyPath: property] = value } },
          { object in .some(object[keyPath: property]) }
        )
    }
    throw Diagnostic(
      .bindType,
      "\(Object.self) holds a \(Object.CanonicalValue.self), the property of \(Value.self) is a \(path.valueType)",
      notes: ["convert with <~>"])
  }
}
