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
  /// Those that stand somewhere: one for each object, so that nothing else has that.
  private var standIns: [ObjectIdentifier: WeakStandIn] = [:]

  init(_ lua: Interpreter, _ kept: KeptObjects) {
    self.lua = lua
    self.kept = kept
  }

  // MARK: Parking

  func review() {
    standIns = standIns.filter { $0.value.standIn != nil }
    // Others may have had it meanwhile.
    for weak in standIns.values { weak.standIn?.vacate(lua) }
    var found = find()
    for cell in found.cellsAroundPlaces {
      let object = surface.object(cell)
      kept.add(object)
      found.add(object)
    }
    let (holders, composed) = heldAlone(found)
    // From here on finalizers of the script's may run.
    var hasParked = false
    for holder in holders where park(holder) { hasParked = true }
    if hasParked { for object in composed { mark(object) } }
  }

  /// Lua is about to close, and with it all that its userdata would keep.
  func letGo() {
    var found = find()
    let around = found.cellsAroundPlaces.map(surface.object)
    for object in around { found.add(object) }
    for holder in heldAlone(found).holders { _ = putStandIns(into: holder) }
    standIns = [:]
  }

  /// Those cells, and what is made of cells, that their userdata alone has.
  private func heldAlone(_ found: Found) -> (holders: [CellObject], composed: [CellObject]) {
    if found.holders.isEmpty { return ([], []) }
    let lenders = found.holders.allSatisfy(\.hasCellAlone) ? [] : lenders(among: found.composed)
    let holders = found.holders.filter(\.hasCellAlone)
    for lender in lenders { lender.takeBack() }
    return (holders, lenders.compactMap { $0.object as? CellObject })
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

    mutating func add(_ object: CellObject) {
      let cell = object.ownCell
      if cell.isObserved { return }
      if cell is DerivedCell || cell is ElementCell { composed.append(object) }
      guard cell.mayHoldObjects, !cell.isParked else { return }
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
    let lenders = objects.compactMap { Lender($0) }
    var places: [ObjectIdentifier: Int] = [:]
    for (place, lender) in lenders.enumerated() {
      if let cell = lender.object as? CellObject { places[ObjectIdentifier(cell.ownCell)] = place }
    }
    var hasTakenBack = Array(repeating: false, count: lenders.count)
    var toLookAt = Array(lenders.indices)
    while let place = toLookAt.popLast() {
      let lender = lenders[place]
      if hasTakenBack[place] || lender.object.isHeldByItsUserdataAlone { continue }
      hasTakenBack[place] = true
      lender.takeBack()
      // What it is made of is held by it.
      toLookAt += lender.object.parts.compactMap { places[ObjectIdentifier($0)] }
    }
    return zip(lenders, hasTakenBack).filter { !$0.1 }.map(\.0)
  }

  private func park(_ object: CellObject) -> Bool {
    if object.ownCell.isObserved { return false }
    var (contents, standIns) = putStandIns(into: object)
    do { try lua.park(contents, with: object) } catch {
      bringBack(object)
      return false
    }
    contents = []
    lua.dropLeftovers()
    // A finalizer may have looked at it.
    guard object.ownCell.isParked else {
      lua.unpark(object)
      return false
    }
    for standIn in standIns { standIn.vacate(lua) }
    return true
  }

  private func putStandIns(into object: CellObject) -> (contents: [Value], standIns: [StandIn]) {
    var contents: [Value] = []
    var standIns: [StandIn] = []
    object.ownCell.replaceObjects { content in
      guard let standIn = standIn(for: content) else { return nil }
      if standIn.takePlace(contents.count + 1, in: object) {
        contents.append(.opaque(content))
        standIns.append(standIn)
      }
      return .opaque(standIn)
    }
    object.ownCell.isParked = true
    if !object.keepsUserdataOfParts { contents += object.representativesOfParts }
    return (contents, standIns)
  }

  /// nil for what is no object of this Lua's.
  private func standIn(for content: Opaque) -> StandIn? {
    if let known = standIns[ObjectIdentifier(content)]?.standIn { return known }
    guard let standIn = StandIn(content, of: lua) else { return nil }
    standIns[ObjectIdentifier(content)] = WeakStandIn(standIn: standIn)
    return standIn
  }

  /// Whoever gets at it gets at its parts past their userdata.
  private func mark(_ object: CellObject) {
    if object.ownCell.isParked { return }
    if !object.keepsUserdataOfParts, (try? lua.park(object.representativesOfParts, with: object)) == nil {
      return object.ownCell.parts.compactMap { $0.surfaceObject as? CellObject }.forEach(bringBack)
    }
    object.ownCell.isParked = true
  }

  // MARK: Bringing back

  func bringBack(_ first: CellObject) {
    var stack = [first]
    while let object = stack.popLast() {
      let cell = object.ownCell
      guard cell.isParked else { continue }
      cell.isParked = false
      stack.append(contentsOf: cell.parts.compactMap { $0.surfaceObject as? CellObject })
      var hasList = !object.keepsUserdataOfParts
      var isKept = true
      cell.replaceObjects { content in
        guard let standIn = content as? StandIn else { return nil }
        hasList = true
        let (value, isSafe) = standIn.content(in: object, lua, kept)
        if !isSafe { isKept = false }
        return value
      }
      // What there is no memory to keep in another way stays where it is.
      if hasList, isKept { lua.unpark(object) }
    }
  }
}

extension Cell {
  fileprivate var isObserved: Bool { node != .none && engine.graph.isLive(node) }
}

private struct WeakStandIn { weak var standIn: StandIn? }

/// In the values of parked cells, in place of an object that the cells' userdata keep.
private final class StandIn: Opaque, @unchecked Sendable {
  private weak var object: HostObject?
  private var reference: LuaReference?
  private var isVacated = false
  /// Where it is among all that the userdata of a cell keeps, from 1 on.
  private var places: [ObjectIdentifier: Int] = [:]

  init?(_ content: Opaque, of lua: Interpreter) {
    object = content as? HostObject
    reference = content as? LuaReference
    super.init()
    if let reference, reference.context !== lua.context { return nil }
    if object == nil, reference == nil { return nil }
  }

  override var typeName: String { (object ?? reference)?.typeName ?? super.typeName }

  override func isIdentical(to other: Opaque) -> Bool {
    self === other || (object ?? reference)?.isIdentical(to: other) ?? false
  }

  /// - Returns: false if it has one there.
  func takePlace(_ place: Int, in cell: CellObject) -> Bool {
    if places[ObjectIdentifier(cell)] != nil { return false }
    places[ObjectIdentifier(cell)] = place
    return true
  }

  /// Where nobody else has the reference it holds nothing meanwhile, and keeps its place in the registry.
  func vacate(_ lua: Interpreter) {
    guard !isVacated, isKnownUniquelyReferenced(&reference), let reference else { return }
    lua.vacate(reference)
    isVacated = true
  }

  /// - Returns: false where there is no memory to keep it by itself.
  func content(in cell: CellObject, _ lua: Interpreter, _ kept: KeptObjects) -> (Value, isKept: Bool) {
    let place = places.removeValue(forKey: ObjectIdentifier(cell))
    if let object { return (.opaque(object), kept.add(object)) }
    // What Lua has finalised already is not there any more.
    if isVacated, let place, let reference { isVacated = !lua.refill(reference, fromParked: place, of: cell) }
    guard let reference, !isVacated else { return (.nil, true) }
    return (.opaque(reference), true)
  }
}
