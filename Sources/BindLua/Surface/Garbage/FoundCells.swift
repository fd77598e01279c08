import BindCore
import BindGraph

/// Cells that nobody follows: those with objects in their values, and those that are made of others.
struct FoundCells {
  private(set) var holders: [CellObject] = []
  private(set) var composed: [any ComposedObject] = []
  /// Some cell may hold objects, now or when nobody follows it any more.
  private(set) var hasContainers = false
  private var known: Set<ObjectIdentifier> = []

  mutating func add(_ object: CellObject) {
    let cell = object.ownCell
    if cell.isObserved {
      if cell.mayHoldObjects { hasContainers = true }
      return
    }
    if cell is DerivedCell || cell is ElementCell { add(composed: object) }
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
    if !handle.parts.isEmpty { add(composed: handle) }
  }

  /// An object whose userdata is dead, but was not finalised yet, may have another one already.
  private mutating func add(composed object: any ComposedObject) {
    if known.insert(ObjectIdentifier(object)).inserted { composed.append(object) }
  }

  /// A place holds what it is a place in, and a handle what it names, whose userdata may be gone: each once.
  var cellsAroundPlaces: [Cell] {
    var missing: [Cell] = []
    var seen: Set<ObjectIdentifier> = []
    for object in composed where !object.keepsUserdataOfParts {
      for part in object.parts {
        if !part.mayLeadToObjects { continue }
        missing += part.andAround.filter { $0.surfaceObject == nil && seen.insert(ObjectIdentifier($0)).inserted }
      }
    }
    return missing
  }

  /// Those cells, and what is made of cells, that their userdata alone has.
  func heldAlone() -> (holders: [CellObject], composed: [any ComposedObject]) {
    if holders.isEmpty { return ([], []) }
    let lenders = holders.allSatisfy(\.hasCellAlone) ? [] : lend()
    let alone = holders.filter(\.hasCellAlone)
    for lender in lenders { lender.takeBack() }
    return (alone, lenders.map(\.object))
  }

  /// Those that can be got at by their userdata alone, and have let go of their parts, so that what else holds those is seen.
  private func lend() -> [Lender] {
    let lenders = composed.compactMap { Lender($0) }
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
}

extension Cell {
  /// It stands for a place in what it is made of.
  fileprivate var isPlace: Bool {
    self is ElementCell || self is TouchableCell || self is any Lens && !(self is LuaDerivedCell)
  }

  /// The cell, what it is a place in, and so on.
  fileprivate var andAround: [Cell] {
    var cells: [Cell] = []
    var next: Cell? = self
    while let cell = next {
      cells.append(cell)
      next = cell.isPlace ? cell.parts.first : nil
    }
    return cells
  }

  /// It holds objects, or what it is a place in does. What is computed may follow from cells that do.
  var mayLeadToObjects: Bool { andAround.last.map { $0.mayHoldObjects || $0 is DerivedCell } ?? false }

  var isObserved: Bool { node != .none && engine.graph.isLive(node) }
}
