// One-way bindings by key path: the target is held weakly and follows the value.

extension Bindable {
  /// `user.bind(\.name, to: label, \.text)`: sets the property now and after each change of that part of the value.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Part>
  ) -> BindableObservation {
    bind(part, to: object, property, transform: { $0 })
  }

  /// The same for an optional property.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Part?>
  ) -> BindableObservation {
    bind(part, to: object, property, transform: { Optional($0) })
  }

  /// `user.bind(\.followersCount, to: label, \.text, transform: String.init)`. A part that is equal to the one delivered
  /// last does not touch the target, except after `touch()`.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part, Result>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Result>,
    transform: @escaping (Part) -> Result
  ) -> BindableObservation {
    let equality = EqualityTest<Part>.standard
    var delivered: Part?
    return observe(for: object) { [engine] object, value in
      let new = value[keyPath: part]
      if let last = delivered, equality.isSame(last, new), !engine.isTouching { return }
      delivered = new
      object[keyPath: property] = transform(new)
    }
  }

  /// The same with a transform, for an optional property.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part, Result>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Result?>,
    transform: @escaping (Part) -> Result
  ) -> BindableObservation {
    bind(part, to: object, property, transform: { Optional(transform($0)) })
  }
}
