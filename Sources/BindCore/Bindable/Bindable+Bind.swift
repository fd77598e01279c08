// One-way bindings by key path: the target is held weakly and follows the value.

extension Bindable {
  /// `user.bind(\.name, to: label, \.text)`: sets the property now and after each change of that part of the value.
  ///
  /// A property that is bound already has one writer too many: that is reported (`bind.two_writers`), and the observation has
  /// stopped.
  /// - Parameter initial: whether it is set now; otherwise the present value counts as delivered.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Part>,
    initial: Bool = true
  ) -> BindableObservation {
    set(object, property, from: part, initial: initial) { $0 }
  }

  /// The same for an optional property.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Part?>,
    initial: Bool = true
  ) -> BindableObservation {
    set(object, property, from: part, initial: initial) { Optional($0) }
  }

  /// `user.bind(\.followersCount, to: label, \.text, transform: String.init)`. A part that is equal to the one delivered
  /// last does not touch the target, except after `touch()`.
  /// - Parameters:
  ///   - initial: whether it is set now; otherwise the present value counts as delivered.
  ///   - transform: computes only: what it writes is refused, which is reported (`bind.pure`).
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part, Result>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Result>,
    initial: Bool = true, transform: @escaping (Part) -> Result
  ) -> BindableObservation {
    set(object, property, from: part, initial: initial) { [engine] part in engine.computing { transform(part) } }
  }

  /// The same with a transform, for an optional property.
  @inlinable @discardableResult
  public func bind<Object: AnyObject, Part, Result>(
    _ part: KeyPath<Value, Part>, to object: Object, _ property: ReferenceWritableKeyPath<Object, Result?>,
    initial: Bool = true, transform: @escaping (Part) -> Result
  ) -> BindableObservation {
    set(object, property, from: part, initial: initial) { [engine] part in
      engine.computing { Optional(transform(part)) }
    }
  }

  @inlinable
  func set<Object: AnyObject, Part, Result>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Result>, from part: KeyPath<Value, Part>,
    initial: Bool, _ convert: @escaping (Part) -> Result
  ) -> BindableObservation {
    let equality = EqualityTest<Part>.standard
    var delivered = initial ? nil : value?[keyPath: part]
    return PropertyObservation(of: object, property, engine: engine) { [unowned(unsafe) self, weak object] _ in
      guard let object else { return false }
      guard let value = self.stored else { return true }
      let new = value[keyPath: part]
      if let last = delivered, equality.isSame(last, new), !self.engine.isTouching { return true }
      delivered = new
      object[keyPath: property] = convert(new)
      return true
    }.start(on: self, initial: initial)
  }
}
