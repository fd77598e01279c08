import BindCore

/// The cells that hold their functions themselves (`LuaComparedCell`).
final class ComparedCells {
  private struct Entry { weak var cell: LuaComparedCell? }
  private var entries: [Entry] = []
  var isEmpty: Bool { entries.isEmpty }

  func add(_ cell: LuaComparedCell) { entries.append(Entry(cell: cell)) }

  /// Those that only their userdata has leave their functions to it.
  func review() {
    entries.removeAll { $0.cell == nil }
    entries = zip(entries, objects()).filter { !leavesFunction($0.1) }.map(\.0)
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

extension CellObject {
  /// Who has the cell besides is told by the number of references, so the object must come without one of its own.
  fileprivate func leaveFunction() -> Bool {
    hasCellAlone && ((ownCell as? LuaComparedCell)?.leaveFunction(to: self) ?? false)
  }
}
