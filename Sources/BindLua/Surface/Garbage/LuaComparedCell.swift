import BindCore

/// `bh.bindable(v, { equals = fn })`.
///
/// The function is held here while anything but the cell's userdata has the cell: whoever has it can write it. When nobody
/// else has it, the user value of the userdata holds the function alone, so that one which mentions its own cell is
/// garbage with it. Whether that is so is asked after each collection of Lua's (`ComparedCells`); the function is taken
/// back when Swift is given the cell.
final class LuaComparedCell: LeafCell {
  private unowned(unsafe) let surface: Surface
  /// Its place stays when it lets go of the function: to take it back needs no memory.
  private let equals: LuaReference
  private var holdsFunction = true

  init(_ value: Value?, equals: LuaReference, name: String, surface: Surface) {
    self.surface = surface
    self.equals = equals
    var declaration = FieldDeclaration.any(value ?? .nil)
    declaration.equality = .custom { [unowned lua = surface.lua] old, new throws(Failure) in
      try lua.run(equals, [old, new], results: 1)[0].isTruthy
    }
    super.init(value, declaration: declaration, name: name, engine: surface.engine)
    surface.garbage.compared.add(self)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable)
  override init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell? = nil, engine: Engine
  ) { preconditionFailure("not inherited") }

  func takeFunction() {
    if holdsFunction { return }
    guard let object = surfaceObject as? CellObject, surface.lua.refill(equals, from: 1, of: object) else { return }
    holdsFunction = true
    surface.garbage.compared.add(self)
  }

  /// The userdata has the function from now on, unless it is gone itself.
  func leaveFunction(to object: CellObject) -> Bool {
    guard surface.lua.setUserValue(1, of: object, to: equals) else { return false }
    holdsFunction = false
    surface.lua.vacate(equals)
    return true
  }
}
