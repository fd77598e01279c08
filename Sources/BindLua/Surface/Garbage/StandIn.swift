import BindCore

/// A value of Lua's that stands in parked cells, and perhaps elsewhere.
final class SharedReference {
  private var reference: LuaReference
  private var isVacated = false

  init(_ reference: LuaReference) { self.reference = reference }

  var typeName: String { reference.typeName }
  func isIdentical(to other: Opaque) -> Bool { reference.isIdentical(to: other) }

  /// Where nobody else has the reference it holds nothing meanwhile, and keeps its place in the registry.
  func vacate(_ lua: Interpreter) {
    guard !isVacated, isKnownUniquelyReferenced(&reference) else { return }
    lua.vacate(reference)
    isVacated = true
  }

  /// nil for what Lua has finalised with the cell.
  func value(at place: Int, of cell: CellObject, _ lua: Interpreter) -> LuaReference? {
    if isVacated { isVacated = !lua.refill(reference, fromParked: place, of: cell) }
    return isVacated ? nil : reference
  }
}

/// In the value of a parked cell, in place of an object that the cell's userdata keeps.
final class StandIn: Opaque, @unchecked Sendable {
  private weak var object: HostObject?
  private let reference: SharedReference?
  /// Where it is among all that the userdata keeps, from 1 on.
  private let place: Int

  init(for object: HostObject) {
    self.object = object
    reference = nil
    place = 0
  }

  init(for reference: SharedReference, at place: Int) {
    self.reference = reference
    self.place = place
  }

  override var typeName: String { object?.typeName ?? reference?.typeName ?? super.typeName }

  override func isIdentical(to other: Opaque) -> Bool {
    self === other || (object?.isIdentical(to: other) ?? reference?.isIdentical(to: other) ?? false)
  }

  /// - Returns: false where there is no memory to keep it by itself.
  func content(in cell: CellObject, _ lua: Interpreter) -> (Value, isKept: Bool) {
    if let object { return (.opaque(object), object.keep()) }
    return (reference?.value(at: place, of: cell, lua).map { .opaque($0) } ?? .nil, true)
  }
}
