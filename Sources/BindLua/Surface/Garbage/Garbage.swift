import BindCore

/// What is looked through after each collection of Lua's.
///
/// Lua's collector follows what it sees, and Swift counts references: what leads from one to the other and back is garbage for
/// neither. So Swift leaves to Lua what nobody but Lua has, and looks for that when a collection has just been.
final class Garbage {
  let kept: KeptObjects
  let parked: ParkedCells
  /// The engine outlives the interpreter: nothing that the surface has keeps that one longer than the surface itself.
  private weak var lua: Interpreter?
  private let kind: ObjectKind
  /// A userdata that nobody has is still to be collected.
  private var awaitsCollection = false
  fileprivate var hasCollected = false

  init(_ lua: Interpreter, kind: ObjectKind) {
    self.lua = lua
    self.kind = kind
    kept = KeptObjects(lua)
    parked = ParkedCells(lua)
    lua.onRelease = { [weak self] in self?.reviewAfterCollection() }
  }

  /// Before a turn.
  /// - Parameter hasContainers: cells hold what may have objects in it.
  func awaitCollection(hasContainers: Bool) {
    if awaitsCollection { return }
    if hasContainers || !kept.isEmpty { awaitCollection() }
  }

  private func awaitCollection() {
    guard let lua else { return }
    let mark = CollectionMark(kind, of: self)
    // Without memory for it the next turn tries again.
    guard (try? lua.makeReference(.opaque(mark))) != nil else { return }
    mark.isArmed = true
    awaitsCollection = true
  }

  /// Lua is about to close.
  func letGo() {
    // What is collected from now on is not looked through any more.
    lua?.onRelease = {}
    parked.letGo()
    kept.letGo()
  }

  /// No script runs.
  private func reviewAfterCollection() {
    guard hasCollected, let lua, !lua.isClosed else { return }
    (hasCollected, awaitsCollection) = (false, false)
    // What is parked has no values any more that keep others.
    parked.review()
    kept.review()
  }
}

/// What nobody has: it goes with the next garbage.
private final class CollectionMark: HostObject, @unchecked Sendable {
  private weak var garbage: Garbage?
  /// It has a userdata: without one its end says nothing.
  var isArmed = false

  init(_ kind: ObjectKind, of garbage: Garbage) {
    self.garbage = garbage
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  deinit { if isArmed { garbage?.hasCollected = true } }
}

extension Unmanaged {
  var isReferredToOnce: Bool {
    mutating get {
      withUnsafeMutablePointer(to: &self) { place in
        place.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }
}

extension CellObject {
  /// Nothing else holds the cell.
  var hasCellAlone: Bool {
    var cell = unmanagedCell
    return cell.isReferredToOnce
  }

  @inline(never)
  private var unmanagedCell: Unmanaged<Cell> { .passUnretained(ownCell) }
}
