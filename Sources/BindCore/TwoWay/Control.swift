/// An object whose properties can follow a model: a label, a header.
///
/// `label[\.text]` is then a place that operators bind. The object is held weakly.
public protocol BindingTarget: AnyObject {}

/// An object that a person changes: one event says that it was edited. Its properties can be bound both ways,
/// `control[\.text] <-> user[\.email]`.
///
/// Any class can be one, also one that is not final; its subclasses are too. A property has one writer for each class that it is
/// named through: `\Base.text` and `\Sub.text` are two key paths.
public protocol Editable: BindingTarget {
  /// Sent after a person has changed the object; a change by a program needs no sending, and does no harm.
  var edits: EditEvent { get }
}

/// A control with one canonical property, which operators bind where none is named: `field <-> user[\.email]`.
///
/// ```swift
/// final class TextField: Control {
///   static var canonical: ReferenceWritableKeyPath<TextField, String> { \.text }
///   var text = ""
///   let edits = EditEvent()
///   func userTyped(_ new: String) { text = new; edits.send() }
/// }
/// ```
/// The class is final, since `Self` stands in the type of `canonical`; one that cannot be is `Editable`, and its properties are
/// bound by name.
public protocol Control: Editable {
  associatedtype CanonicalValue
  /// Text of a text field, value of a slider or stepper, on of a switch.
  static var canonical: ReferenceWritableKeyPath<Self, CanonicalValue> { get }
}

extension Control {
  var canonicalProperty: AnyKeyPath? { Self.canonical }
}

/// One property of one object, held weakly: the left side of the binding operators.
public struct Place<Object: BindingTarget, Value> {
  weak var object: Object?
  let property: ReferenceWritableKeyPath<Object, Value>
}

/// A part of a model: the right side of the binding operators.
public struct Part<Model, Value> {
  let model: Bindable<Model>
  let read: KeyPath<Model, Value>
}

/// A part of a model that can be written too.
public struct WritablePart<Model, Value> {
  let model: Bindable<Model>
  let path: WritableKeyPath<Model, Value>
  /// The same, for a binding that only reads.
  public var readOnly: Part<Model, Value> { Part(model: model, read: path) }
}

extension BindingTarget {
  /// `label[\.text]`
  public subscript<Value>(_ property: ReferenceWritableKeyPath<Self, Value>) -> Place<Self, Value> {
    Place(object: self, property: property)
  }
}

extension Bindable {
  /// `user[\.name]`, to bind it; `user.value?.name` reads it.
  public subscript<Value2>(_ path: WritableKeyPath<Value, Value2>) -> WritablePart<Value, Value2> {
    WritablePart(model: self, path: path)
  }

  /// A computed part: it can be followed and not be written.
  @_disfavoredOverload
  public subscript<Value2>(_ path: KeyPath<Value, Value2>) -> Part<Value, Value2> {
    Part(model: self, read: path)
  }
}
