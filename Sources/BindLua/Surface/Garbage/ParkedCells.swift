import BindCore

/// Cells whose values lead to what Lua collects.
///
/// A value holds what is in it: `a:set { me = a }` would keep the cell for ever. So after each collection, where nothing but its
/// userdata has a cell, what is in the cell's value moves to the userdata, and Lua's collector sees what leads where. Whoever
/// gets at the cell has it moved back before: by its userdata, by one that stands for what is made of it, or where what
/// follows from it is worked out (`Cell.isParked`).
final class ParkedCells {
  private struct WeakReference { weak var reference: SharedReference? }

  private unowned let lua: Interpreter
  unowned(unsafe) var surface: Surface!
  /// Of Lua's values that stand in cells: one for each, so that nothing else has it.
  private var references: [ObjectIdentifier: WeakReference] = [:]

  init(_ lua: Interpreter) { self.lua = lua }

  // MARK: Parking

  func review() {
    references = references.filter { $0.value.reference != nil }
    // Others may have had it meanwhile.
    for weak in references.values { weak.reference?.vacate(lua) }
    var found = find()
    for cell in found.cellsAroundPlaces {
      let object = surface.object(cell)
      _ = object.keep()
      found.add(object)
    }
    surface.engine.hasContainers = found.hasContainers
    let (holders, composed) = found.heldAlone()
    for case let handle as HandleObject in composed where !keepParts(of: handle) { return }
    let parked = holders.filter(park)
    for object in over(parked, among: composed.compactMap { $0 as? CellObject }) where !mark(object) {
      return parked.forEach(bringBack)
    }
  }

  /// Lua is about to close, and with it all that its userdata would keep.
  func letGo() {
    lua.forEachObject { ($0 as? CellObject)?.parkingPause = 0 }
    var found = find()
    let around = found.cellsAroundPlaces.map(surface.object)
    for object in around { found.add(object) }
    for holder in found.heldAlone().holders { _ = putStandIns(into: holder) }
  }

  private func find() -> FoundCells {
    var found = FoundCells()
    lua.forEachObject { object in
      if type(of: object) == CellObject.self {
        found.add(unsafeDowncast(object, to: CellObject.self))
      } else if let handle = object as? HandleObject {
        found.add(handle)
      }
    }
    return found
  }

  /// What is made of cells that are parked now, also by what is between.
  private func over(_ parked: [CellObject], among composed: [CellObject]) -> [CellObject] {
    if parked.isEmpty || composed.isEmpty { return [] }
    var madeOf: [ObjectIdentifier: [CellObject]] = [:]
    for object in composed { for part in object.parts { madeOf[ObjectIdentifier(part), default: []].append(object) } }
    var all: [CellObject] = []
    var toLookAt = parked
    while let object = toLookAt.popLast() {
      guard let over = madeOf.removeValue(forKey: ObjectIdentifier(object.ownCell)) else { continue }
      all += over
      toLookAt += over
    }
    return all
  }

  private func park(_ object: CellObject) -> Bool {
    var (contents, references) = putStandIns(into: object)
    guard keepList(of: &contents, with: object) else {
      bringBack(object)
      return false
    }
    for reference in references { reference.vacate(lua) }
    return true
  }

  /// The contents are empty then: nothing else is to have them.
  private func keepList(of contents: inout [Value], with object: CellObject) -> Bool {
    if object.hasList { lua.unpark(object) }
    object.hasList = (try? lua.park(contents, with: object)) != nil
    contents = []
    lua.dropLeftovers()
    return object.hasList
  }

  /// What it tells stands in cells that are made when it is asked or ends.
  private func keepParts(of handle: HandleObject) -> Bool {
    let parts = handle.parts.compactMap { $0.surfaceObject }.map(ObjectIdentifier.init)
    if handle.keptParts == parts { return true }
    if !handle.keptParts.isEmpty { lua.unpark(handle) }
    let isKept = (try? lua.park(handle.representativesOfParts, with: handle)) != nil
    handle.keptParts = isKept ? parts : []
    return isKept
  }

  private func putStandIns(into object: CellObject) -> (contents: [Value], references: [SharedReference]) {
    var contents: [Value] = []
    var references: [SharedReference] = []
    var standIns: [ObjectIdentifier: StandIn] = [:]
    object.ownCell.replaceObjects { content in
      if let known = standIns[ObjectIdentifier(content)] { return .opaque(known) }
      let standIn: StandIn
      switch content {
      case let object as HostObject: standIn = StandIn(for: object)
      case let reference as LuaReference where reference.context === lua.context:
        let shared = shared(reference)
        references.append(shared)
        standIn = StandIn(for: shared, at: contents.count + 1)
      default: return nil
      }
      standIns[ObjectIdentifier(content)] = standIn
      contents.append(.opaque(content))
      return .opaque(standIn)
    }
    object.ownCell.isParked = true
    if !object.keepsUserdataOfParts { contents += object.representativesOfParts }
    return (contents, references)
  }

  /// A reference that is known has it, so no other can have its address.
  private func shared(_ reference: LuaReference) -> SharedReference {
    if let known = references[ObjectIdentifier(reference)]?.reference { return known }
    let shared = SharedReference(reference)
    references[ObjectIdentifier(reference)] = WeakReference(reference: shared)
    return shared
  }

  /// Whoever gets at it gets at its parts past their userdata.
  private func mark(_ object: CellObject) -> Bool {
    if object.ownCell.isParked { return true }
    var contents = object.representativesOfParts
    if !object.keepsUserdataOfParts, !keepList(of: &contents, with: object) { return false }
    object.ownCell.isParked = true
    return true
  }

  // MARK: Bringing back

  func bringBack(_ first: CellObject) {
    surface.engine.hasContainers = true
    var stack = [first]
    while let object = stack.popLast() {
      let cell = object.ownCell
      guard cell.isParked else { continue }
      cell.isParked = false
      stack.append(contentsOf: cell.parts.compactMap { $0.surfaceObject as? CellObject })
      var isKept = true
      var count = 0
      cell.replaceObjects { content in
        guard let standIn = content as? StandIn else { return nil }
        count += 1
        let (value, isSafe) = standIn.content(in: object, lua)
        if !isSafe { isKept = false }
        return value
      }
      object.parkingPause = UInt8(min(count / Self.countForPause, 15))
      // What there is no memory to keep in another way stays where it is.
      guard object.hasList, isKept else { continue }
      lua.unpark(object)
      object.hasList = false
    }
  }

  /// So many objects in a value are worth a pause after it was asked for.
  private static let countForPause = 256
}
