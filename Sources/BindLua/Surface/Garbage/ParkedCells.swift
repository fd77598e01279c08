import BindCore
import BindGraph

/// Cells whose values lead to what Lua collects.
///
/// A value holds what is in it: `a:set { me = a }` would keep the cell for ever. So after each collection, where nothing but its
/// userdata has a cell, what is in the cell's value moves to the userdata, and Lua's collector sees what leads where. Whoever
/// gets at the cell has it moved back before: by its userdata, by one that stands for what is made of it, or where what
/// follows from it is worked out (`Cell.isParked`).
final class ParkedCells {
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
    let (holders, composed) = heldAlone(found)
    let parked = holders.filter(park)
    for object in over(parked, among: composed) where !mark(object) { return parked.forEach(bringBack) }
  }

  /// Lua is about to close, and with it all that its userdata would keep.
  func letGo() {
    lua.forEachObject { ($0 as? CellObject)?.parkingPause = 0 }
    var found = find()
    let around = found.cellsAroundPlaces.map(surface.object)
    for object in around { found.add(object) }
    for holder in heldAlone(found).holders { _ = putStandIns(into: holder) }
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
    /// Some cell may hold objects, now or when nobody follows it any more.
    private(set) var hasContainers = false

    mutating func add(_ object: CellObject) {
      let cell = object.ownCell
      if cell.isObserved {
        if cell.mayHoldObjects { hasContainers = true }
        return
      }
      if cell is DerivedCell || cell is ElementCell { composed.append(object) }
      guard cell.mayHoldObjects else { return }
      if object.parkingPause > 0 {
        object.parkingPause -= 1
        hasContainers = true
      } else if object.hasList, cell.isParked {
        // Until it is brought back there is nothing to do.
      } else if cell.holdsObjects {
        hasContainers = true
        holders.append(object)
      } else {
        cell.mayHoldObjects = false
      }
    }

    mutating func add(_ handle: HandleObject) {
      if !handle.parts.isEmpty { composed.append(handle) }
    }

    /// A place holds what it is a place in, and a handle what it names, whose userdata may be gone: each once.
    var cellsAroundPlaces: [Cell] {
      var missing: [Cell] = []
      var seen: Set<ObjectIdentifier> = []
      for object in composed where !object.keepsUserdataOfParts {
        for part in object.parts {
          var around: [Cell] = []
          var cell: Cell? = part
          while let outer = cell {
            if outer.surfaceObject == nil { around.append(outer) }
            guard let place = outer as? ElementCell else { break }
            cell = place.parts.first
          }
          guard cell?.mayHoldObjects ?? false else { continue }
          missing += around.filter { seen.insert(ObjectIdentifier($0)).inserted }
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

extension Cell {
  fileprivate var isObserved: Bool { node != .none && engine.graph.isLive(node) }
}

private struct WeakReference { weak var reference: SharedReference? }

/// A value of Lua's that stands in parked cells, and perhaps elsewhere.
private final class SharedReference {
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
private final class StandIn: Opaque, @unchecked Sendable {
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
