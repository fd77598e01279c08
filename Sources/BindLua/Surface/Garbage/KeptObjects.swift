/// Host objects in values.
///
/// A value holds the object, and Lua keeps in the userdata what the object needs: functions, inputs. So the userdata is
/// anchored until a collection finds that nobody else has the object any more.
final class KeptObjects {
  private unowned let lua: Interpreter
  private var objects: [Unmanaged<HostObject>] = []
  /// Those for which there was no memory.
  private var starved: [ObjectIdentifier: HostObject] = [:]
  var isEmpty: Bool { objects.isEmpty && starved.isEmpty }

  init(_ lua: Interpreter) { self.lua = lua }

  /// - Returns: false if there is no memory for it; it is tried again.
  @discardableResult
  func add(_ object: HostObject) -> Bool {
    if object.isKept || lua.isClosed { return true }
    guard (try? lua.anchor(object)) != nil else {
      starved[ObjectIdentifier(object)] = object
      return false
    }
    object.isKept = true
    objects.append(.passUnretained(object))
    return true
  }

  /// Those that no value has any more are held by their userdata alone.
  func review() {
    while let (_, object) = starved.popFirst(), add(object) {}
    lua.dropLeftovers()
    objects.removeAll { object in
      var object = object
      guard object.isReferredToOnce else { return false }
      letGo(of: object)
      return true
    }
  }

  /// Nothing is kept any more.
  func letGo() {
    starved = [:]
    for object in objects { letGo(of: object) }
    objects = []
  }

  private func letGo(of object: Unmanaged<HostObject>) {
    object._withUnsafeGuaranteedRef { object in
      object.isKept = false
      lua.unanchor(object)
    }
  }
}
