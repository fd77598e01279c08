/// An object whose properties can follow a model: a label, a header.
///
/// `label[\.text]` is then a place that operators bind. The object is held weakly.
public protocol BindingTarget: AnyObject {}

/// A control that a person changes: it has one canonical property, and one event that says it was edited.
///
/// ```swift
/// final class TextField: Control {
///   static var canonical: ReferenceWritableKeyPath<TextField, String> { \.text }
///   var text = ""
///   let edits = EditEvent()
///   func userTyped(_ new: String) { text = new; edits.send() }
/// }
/// ```
/// The class is final, since `Self` stands in the type of `canonical`. For a class that cannot be, a final control holds one.
public protocol Control: BindingTarget {
  associatedtype CanonicalValue
  /// Text of a text field, value of a slider or stepper, on of a switch.
  static var canonical: ReferenceWritableKeyPath<Self, CanonicalValue> { get }
  /// Sent after a person has changed the control; a change by a program needs no sending, and does no harm.
  var edits: EditEvent { get }
}

/// The one event of a control.
public final class EditEvent {
  private var handlers: [(id: Int, body: () -> Void)] = []
  private var lastID = 0

  public init() {}

  /// Calls every handler in the order in which they were added.
  public func send() {
    for handler in handlers where handlers.contains(where: { $0.id == handler.id }) { handler.body() }
  }

  func add(_ body: @escaping () -> Void) -> Int {
    lastID += 1
    handlers.append((lastID, body))
    return lastID
  }

  func remove(_ id: Int) { handlers.removeAll { $0.id == id } }

  /// Bindings that listen.
  public var handlerCount: Int { handlers.count }
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
