import BindCore

/// `bh.bindable(v, { equals = fn })`.
///
/// The function is among the objects that the cell holds: `ParkedCells` leaves it to the userdata while nothing but that has the
/// cell, so that a function which mentions its own cell, or what is made of that, is garbage with it.
final class LuaComparedCell: LeafCell {
  /// A function, or what stands for it while the cell is parked.
  private var equals: Opaque

  init(_ value: Value?, equals: LuaReference, name: String, surface: Surface) {
    self.equals = equals
    super.init(value, declaration: .any(value ?? .nil), name: name, engine: surface.engine)
    declaration.equality = .custom { [unowned self, unowned lua = surface.lua] old, new throws(Failure) in
      // It has gone where Lua has finalised it with the cell.
      guard let equals = self.equals as? LuaReference else { return false }
      return try lua.run(equals, [old, new], results: 1)[0].isTruthy
    }
    mayHoldObjects = true
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable)
  override init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell? = nil, engine: Engine
  ) { preconditionFailure("not inherited") }

  override var holdsObjects: Bool { true }

  override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    super.replaceObjects(replacement)
    if case .opaque(let other)? = replacement(equals) { equals = other }
  }
}
