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
    surface.comparedCells.add(self)
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
    surface.comparedCells.add(self)
  }

  /// The userdata has the function from now on, unless it is gone itself.
  fileprivate func leaveFunction(to object: CellObject) -> Bool {
    guard surface.lua.setUserValue(1, of: object, to: equals) else { return false }
    holdsFunction = false
    surface.lua.vacate(equals)
    return true
  }
}

extension CellObject {
  /// Who has the cell besides is told by the number of references, so the object must come without one of its own.
  fileprivate func leaveFunction() -> Bool {
    var unmanaged = unmanagedCell
    return unmanaged.isReferredToOnce && ((ownCell as? LuaComparedCell)?.leaveFunction(to: self) ?? false)
  }

  @inline(never)
  private var unmanagedCell: Unmanaged<Cell> { .passUnretained(ownCell) }
}

/// The cells that hold their functions themselves.
final class ComparedCells {
  private struct Entry { weak var cell: LuaComparedCell? }
  private var entries: [Entry] = []
  /// The engine outlives the interpreter: nothing that the surface has keeps that one longer than the surface itself.
  private weak var lua: Interpreter?
  private let kind: ObjectKind
  /// A userdata that nobody has is still to be collected.
  private var awaitsCollection = false

  init(_ lua: Interpreter, kind: ObjectKind) {
    self.lua = lua
    self.kind = kind
  }

  func add(_ cell: LuaComparedCell) {
    entries.append(Entry(cell: cell))
    awaitCollection()
  }

  private func awaitCollection() {
    guard !awaitsCollection, !entries.isEmpty, let lua else { return }
    let mark = CollectionMark(kind, of: self)
    // Without memory for it the next cell tries again.
    guard (try? lua.makeReference(.opaque(mark))) != nil else { return }
    mark.isArmed = true
    awaitsCollection = true
  }

  /// Lua has collected garbage, and no script runs.
  fileprivate func didCollect() {
    awaitsCollection = false
    guard let lua, !lua.isClosed else { return }
    entries.removeAll { $0.cell == nil }
    entries = zip(entries, objects()).filter { !leavesFunction($0.1) }.map(\.0)
    awaitCollection()
  }

  /// Those of the cells, without a reference to any.
  @inline(never)
  private func objects() -> [Unmanaged<CellObject>?] {
    entries.map { ($0.cell?.surfaceObject as? CellObject).map(Unmanaged.passUnretained) }
  }

  private func leavesFunction(_ object: Unmanaged<CellObject>?) -> Bool {
    guard var object else { return false }
    return object.isReferredToOnce && object._withUnsafeGuaranteedRef { $0.leaveFunction() }
  }
}

/// What nobody has: it goes with the next garbage.
private final class CollectionMark: HostObject, @unchecked Sendable {
  private weak var cells: ComparedCells?
  /// It has a userdata: without one its end says nothing.
  var isArmed = false

  init(_ kind: ObjectKind, of cells: ComparedCells) {
    self.cells = cells
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  deinit { if isArmed { cells?.didCollect() } }
}

extension Unmanaged {
  fileprivate var isReferredToOnce: Bool {
    mutating get {
      withUnsafeMutablePointer(to: &self) { place in
        place.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }
}
