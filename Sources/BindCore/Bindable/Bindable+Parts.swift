import BindGraph

// Writes of one part. A value is written anew; an object that is the model, or that lies on the way to the part, is written where
// it is: that is a touch, and a rollback puts the old part back.

extension Bindable {
  /// - Returns: false, where there is no value to write a part of. The whole of it is no part.
  @discardableResult
  func write<Part>(_ part: WritableKeyPath<Value, Part>, _ new: Part) -> Bool {
    guard let place = part as? ReferenceWritableKeyPath<Value, Part> else {
      guard hasValue else {
        guard part == \Value.self, let whole = new as? Value else { return false }
        update(with: whole)
        return true
      }
      modifyHere { $0[keyPath: part] = new }
      return true
    }
    engine.checkThread()
    guard engine.mode != .pure else {
      engine.reportImpureWrite(to: name)
      return true
    }
    guard let whole = value else { return false }
    let old = whole[keyPath: place]
    if EqualityTest<Part>.standard.isSame(old, new) { return true }
    whole[keyPath: place] = new
    engine.registered(Registration { whole[keyPath: place] = old })
    touchHere()
    return true
  }

  /// The value is an object: whoever changes it changes it for all who have it.
  static var holdsObject: Bool {
    holdsObjectsOnly(Value.self) || (Value.self as? any OptionalType.Type)?.holdsObject ?? false
  }

  /// At once, also where other changes are held: a rollback does not know what it has changed.
  func modifyInPlace(_ change: (inout Value) -> Void) {
    guard engine.mode != .pure else { return engine.reportImpureWrite(to: name) }
    guard var present = value else { return engine.reportNothingToChange(name) }
    let before = present
    let byHand = partsByHand
    let parts = byHand?.values(in: before)
    change(&present)
    guard EqualityTest<Value>.identity.isSame(before, present) else { return update(with: present) }
    if let byHand { byHand.look(from: parts, to: byHand.values(in: present)) }
    touchHere()
    byHand?.tell()
  }
}
