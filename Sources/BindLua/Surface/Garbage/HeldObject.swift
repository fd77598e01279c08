import BindCore

/// In a value, in place of an object that a userdata holds.
private final class HeldObject: Opaque, @unchecked Sendable {
  /// Among all that the userdata holds for the value.
  let place: Int

  init(place: Int) { self.place = place }
}

extension Interpreter {
  /// The userdata of the holder holds the objects in the value: they may lead back to it.
  /// - Returns: the value without them.
  func hold(objectsIn value: Value, in holder: HostObject, at index: Int) throws(Failure) -> Value {
    var objects: [Value] = []
    let held = value.replacingObjects { object in
      objects.append(.opaque(object))
      return .opaque(HeldObject(place: objects.count - 1))
    }
    guard let held else { return value }
    let list: LuaReference
    do { list = try makeReference(.list(objects)) } catch { throw Failure(error) }
    try hold(list, in: holder, at: index)
    return held
  }

  /// The value as it was.
  func value(_ held: Value, withObjectsHeldBy holder: HostObject, at index: Int) throws(Failure) -> Value {
    let list: LuaReference?
    do { list = try userValue(index, of: holder) } catch { throw Failure(error) }
    guard let list else { return held }
    guard case .list(let objects)? = value(behind: list) else { throw Failure(failure()) }
    return held.replacingObjects { ($0 as? HeldObject).map { objects[$0.place] } } ?? held
  }
}
