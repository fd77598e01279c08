/// What stands for a cell in a script, and can take what is in the cell's value upon itself (`Cell.isParked`).
package protocol CellRepresentative: AnyObject {
  func bringBack()
}

extension Cell {
  /// What is parked is put back by whoever has parked it.
  @inline(never)
  final func bringBack() {
    if let representative = surfaceObject as? any CellRepresentative {
      representative.bringBack()
    } else {
      isParked = false
    }
  }

  /// It holds something else than a scalar from now on.
  @inline(never)
  final func noteObjects() {
    mayHoldObjects = true
    withEngine { $0.hasContainers = true }
  }
}
