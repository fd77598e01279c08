import BindCore
import BindGraph

/// Cells whose values lead to what Lua collects.
///
/// A value holds what is in it: `a:set { me = a }` would keep the cell for ever. So after each collection, where nothing but its
/// userdata has a cell, what is in the cell's value moves to the userdata, and Lua's collector sees what leads where. Whoever
/// gets at the cell, which is by its userdata then, has it moved back before.
final class ParkedCells {
  private unowned let lua: Interpreter
  private let kept: KeptObjects
  unowned(unsafe) var surface: Surface!

  init(_ lua: Interpreter, _ kept: KeptObjects) {
    self.lua = lua
    self.kept = kept
  }

  // MARK: Parking

  func review() {
    var found = find()
    for cell in found.cellsAroundPlaces {
      let object = surface.object(cell)
      kept.add(object)
      found.add(object)
    }
    for object in set(found, aside: park) { markComposed(object) }
  }

  /// Lua is about to close, and with it all that its userdata would keep.
  func letGo() {
    var found = find()
    let around = found.cellsAroundPlaces.map(surface.object)
    for object in around { found.add(object) }
    _ = set(found) {
      _ = putStandIns(into: $0)
      return true
    }
  }

  /// - Returns: what is made of some that were set aside, perhaps, and gets at those past their userdata.
  private func set(_ found: Found, aside: (CellObject) -> Bool) -> [CellObject] {
    if found.holders.isEmpty { return [] }
    let lenders = found.holders.allSatisfy(\.hasCellAlone) ? [] : lenders(among: found.composed)
    var hasParked = false
    for holder in found.holders where holder.hasCellAlone && aside(holder) { hasParked = true }
    for lender in lenders { lender.takeBack() }
    return hasParked ? lenders.compactMap { $0.object as? CellObject } : []
  }

  private func find() -> Found {
    var found = Found()
    lua.forEachObject { object in
      if type(of: object) == CellObject.self {
        found.add(unsafeDowncast(object, to: CellObject.self))
      } else if let handle = object as? HandleObject {
        found.add(handle)
      }
    }
    return found
  }

  /// Cells that nobody follows: those with objects in their values, and those that are made of others.
  private struct Found {
    private(set) var holders: [CellObject] = []
    private(set) var composed: [any ComposedObject] = []

    @inline(__always)
    mutating func add(_ object: CellObject) {
      let cell = object.ownCell
      let isComposed = cell.isComposed
      if !isComposed, !cell.mayHoldObjects { return }
      if cell.node != .none, cell.engine.graph.isLive(cell.node) { return }
      if isComposed { composed.append(object) }
      guard cell.mayHoldObjects, !object.isParked else { return }
      if cell.holdsObjects { holders.append(object) } else { cell.mayHoldObjects = false }
    }

    mutating func add(_ handle: HandleObject) {
      if !handle.parts.isEmpty { composed.append(handle) }
    }

    /// A place holds what it is a place in, and a handle what it names, whose userdata may be gone.
    var cellsAroundPlaces: [Cell] {
      var missing: [Cell] = []
      for object in composed where !object.keepsUserdataOfParts {
        for part in object.parts {
          var around: [Cell] = []
          var cell: Cell? = part
          while let outer = cell {
            if outer.surfaceObject == nil { around.append(outer) }
            guard let place = outer as? ElementCell else { break }
            cell = place.parts.first
          }
          if cell?.mayHoldObjects ?? false { missing += around }
        }
      }
      return missing
    }
  }

  /// Those that can be got at by their userdata alone, and have let go of their parts, so that what else holds those is seen.
  private func lenders(among objects: [any ComposedObject]) -> [Lender] {
    // The newer ones are made of the older ones.
    var lenders = objects.reversed().compactMap { Lender($0) }
    var count: Int
    repeat {
      count = lenders.count
      lenders.removeAll { lender in
        if lender.object.isHeldByItsUserdataAlone { return false }
        lender.takeBack()
        return true
      }
    } while lenders.count < count
    return lenders
  }

  private func park(_ object: CellObject) -> Bool {
    var (contents, standIns) = putStandIns(into: object)
    do { try lua.park(contents, with: object) } catch {
      bringBack(object)
      return false
    }
    contents = []
    lua.dropLeftovers()
    for standIn in standIns { standIn.vacate(lua) }
    return true
  }

  private func putStandIns(into object: CellObject) -> (contents: [Value], standIns: [StandIn]) {
    var contents: [Value] = []
    var standIns: [StandIn] = []
    object.ownCell.replaceObjects { content in
      guard let standIn = StandIn(content, at: contents.count + 1, of: lua) else { return nil }
      contents.append(.opaque(content))
      standIns.append(standIn)
      return .opaque(standIn)
    }
    object.isParked = true
    return (contents, standIns)
  }

  /// The userdata of a derived cell keeps those of its inputs as it is.
  private func markComposed(_ object: CellObject) {
    if object.isParked { return }
    if object.ownCell is ElementCell {
      let parts = object.ownCell.parts.compactMap(\.surfaceObject).compactMap { $0 as? Opaque }
      guard (try? lua.park(parts.map { .opaque($0) }, with: object)) != nil else {
        return object.ownCell.parts.compactMap { $0.surfaceObject as? CellObject }.forEach(bringBack)
      }
    }
    object.isParked = true
  }

  // MARK: Moving back

  func bringBack(_ first: CellObject) {
    var stack = [first]
    while let object = stack.popLast() {
      guard object.isParked else { continue }
      object.isParked = false
      let cell = object.ownCell
      stack.append(contentsOf: cell.parts.compactMap { $0.surfaceObject as? CellObject })
      var hasList = cell is ElementCell
      var isKept = true
      cell.replaceObjects { content in
        guard let standIn = content as? StandIn else { return nil }
        hasList = true
        let (value, isSafe) = standIn.content(of: object, lua, kept)
        if !isSafe { isKept = false }
        return value
      }
      // What there is no memory to keep in another way stays where it is.
      if hasList, isKept { lua.unpark(object) }
    }
  }
}

/// In the value of a parked cell, in place of what the cell's userdata keeps.
private final class StandIn: Opaque, @unchecked Sendable {
  private weak var object: HostObject?
  private var reference: LuaReference?
  private let place: Int
  private var isVacated = false

  /// - Parameter place: where it stands among all that the userdata keeps.
  init?(_ content: Opaque, at place: Int, of lua: Interpreter) {
    object = content as? HostObject
    reference = content as? LuaReference
    self.place = place
    super.init()
    if let reference, reference.context !== lua.context { return nil }
    if object == nil, reference == nil { return nil }
  }

  override var typeName: String { object?.typeName ?? reference?.typeName ?? super.typeName }

  /// Where nobody else has the reference it holds nothing meanwhile, and keeps its place in the registry.
  func vacate(_ lua: Interpreter) {
    guard isKnownUniquelyReferenced(&reference), let reference else { return }
    lua.vacate(reference)
    isVacated = true
  }

  /// - Returns: false where there is no memory to keep it by itself.
  func content(of cell: CellObject, _ lua: Interpreter, _ kept: KeptObjects) -> (Value, isKept: Bool) {
    if let object { return (.opaque(object), kept.add(object)) }
    // What Lua has finalised already is not there any more.
    guard let reference, !isVacated || lua.refill(reference, fromParked: place, of: cell) else { return (.nil, true) }
    isVacated = false
    return (.opaque(reference), true)
  }
}
