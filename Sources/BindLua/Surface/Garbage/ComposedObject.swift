import BindCore

/// What holds cells because it is made of them: another cell, or the handle of an observer that has ended.
protocol ComposedObject: HostObject {
  var parts: [Cell] { get }
  func letGoOfParts() -> LetGoParts
  func takeBack(_ parts: LetGoParts)
  /// Its userdata keeps those of its parts.
  var keepsUserdataOfParts: Bool { get }
  var isHeldByItsUserdataAlone: Bool { get }
}

extension ComposedObject {
  var representativesOfParts: [Value] { parts.compactMap { ($0.surfaceObject as? CellObject).map { .opaque($0) } } }
}

/// Has let go of its parts for a moment.
struct Lender {
  let object: any ComposedObject
  private let parts: LetGoParts

  /// nil where it has none, or where one of them has no other holder.
  init?(_ object: any ComposedObject) {
    let parts = object.parts
    guard !parts.isEmpty, parts.allSatisfy({ $0.surfaceObject != nil }) else { return nil }
    self.object = object
    self.parts = object.letGoOfParts()
  }

  func takeBack() { object.takeBack(parts) }
}

extension CellObject: ComposedObject {
  var parts: [Cell] { ownCell.parts }
  func letGoOfParts() -> LetGoParts { ownCell.letGoOfParts() }
  func takeBack(_ parts: LetGoParts) { ownCell.takeBack(parts) }
  var keepsUserdataOfParts: Bool { ownCell is LuaDerivedCell || ownCell.parts.isEmpty }
  var isHeldByItsUserdataAlone: Bool { hasCellAlone }
}

extension HandleObject: ComposedObject {
  var parts: [Cell] {
    (item as? Observer)?.cellsAfterItsEnd.filter { $0.surfaceObject != nil || $0.mayLeadToObjects } ?? []
  }
  func letGoOfParts() -> LetGoParts { LetGoParts(constants: parts) }
  func takeBack(_ parts: LetGoParts) { parts.takeBackConstants() }
  var keepsUserdataOfParts: Bool { false }

  var isHeldByItsUserdataAlone: Bool {
    guard var observer = unmanagedObserver else { return false }
    return observer.isReferredToOnce
  }

  @inline(never)
  private var unmanagedObserver: Unmanaged<Observer>? { (item as? Observer).map { .passUnretained($0) } }
}
