internal import BindCore
internal import CLua

/// What the userdata of host objects hold for Swift.
extension Interpreter {
  /// Puts a function into a user value of the object's userdata: what it captures stays inside Lua's collector.
  /// The userdata must exist.
  package func setUserValue(_ index: Int, of object: HostObject, to function: LuaReference?) -> Bool {
    guard let lua = context.pointer else { return false }
    return withDescriptor(object) { bh_user_value_set(lua, $0, Int32(index), function?.number ?? 0) }
  }

  package func userValue(_ index: Int, of object: HostObject) throws(LuaFailure) -> LuaReference? {
    guard let lua = context.pointer else { throw .closed }
    let number = withDescriptor(object) { bh_user_value(lua, $0, Int32(index)) }
    if number < 0 { throw shortage }
    guard number > 0 else { return nil }
    return LuaReference(owning: number, type: BH_TYPE_FUNCTION.rawValue, in: context)
  }

  package func hasUserdata(_ object: HostObject) -> Bool {
    context.pointer.map { bh_has_userdata($0, Unmanaged.passUnretained(object).toOpaque()) } ?? false
  }

  /// The reference lets go of its value and keeps its place in the registry.
  package func vacate(_ reference: LuaReference) {
    if let pointer = context.pointer { bh_vacate(pointer, reference.number) }
  }

  /// The reference holds what the object's user value holds: allocates nothing.
  /// - Returns: false if there is nothing.
  package func refill(_ reference: LuaReference, from index: Int, of object: HostObject) -> Bool {
    guard let lua = context.pointer else { return false }
    return withDescriptor(object) { bh_refill(lua, reference.number, $0, Int32(index)) }
  }

  /// Keeps the object's userdata alive, and with it what its user values hold, until as many `unanchor`.
  package func anchor(_ object: HostObject) throws(LuaFailure) {
    guard let lua = context.pointer else { throw .closed }
    guard withDescriptor(object, { bh_anchor(lua, $0) }) else { throw shortage }
  }

  package func unanchor(_ object: HostObject) {
    if let pointer = context.pointer { bh_unanchor(pointer, Unmanaged.passUnretained(object).toOpaque()) }
  }

  private func withDescriptor<Result>(
    _ object: HostObject, _ body: (UnsafePointer<bh_host_object>) -> Result
  ) -> Result {
    let mark = arena.pointee.mark
    defer { arena.pointee.release(to: mark) }
    return body(UnsafePointer(descriptor(of: object).assumingMemoryBound(to: bh_host_object.self)))
  }
}

// MARK: - Parked cells

extension Interpreter {
  /// Each host object that a userdata stands for.
  func forEachObject(_ body: (HostObject) -> Void) {
    guard let lua = context.pointer else { return }
    var place: UInt32 = 0
    while let object = bh_next_object(lua, &place) {
      Unmanaged<HostObject>.fromOpaque(object)._withUnsafeGuaranteedRef(body)
    }
  }

  /// Objects that C has read have no other holder because of that.
  func dropLeftovers() { arena.pointee.dropLeftovers() }

  /// The cell's userdata keeps these: from 1 on they can be had from there.
  func park(_ contents: [Value], with object: HostObject) throws(LuaFailure) {
    guard let lua = context.pointer else { throw .closed }
    let list = try makeReference(.list(contents))
    guard withDescriptor(object, { bh_park(lua, $0, list.number) }) else { throw shortage }
  }

  /// The reference holds again what stands at that place: allocates nothing.
  func refill(_ reference: LuaReference, fromParked place: Int, of object: HostObject) -> Bool {
    guard let lua = context.pointer else { return false }
    return withDescriptor(object) { bh_refill_parked(lua, reference.number, $0, Int32(place)) }
  }

  /// The userdata lets go of what was parked with it.
  func unpark(_ object: HostObject) {
    guard let lua = context.pointer else { return }
    withDescriptor(object) { bh_unpark(lua, $0) }
  }
}
