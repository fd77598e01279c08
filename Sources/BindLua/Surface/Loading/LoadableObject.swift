import BindCore

/// A loadable as scripts hold it.
final class LoadableObject: HostObject, @unchecked Sendable {
  let loadable: Loadable
  let plan: LoadablePlan
  private unowned(unsafe) let surface: Surface

  init(_ loadable: Loadable, plan: LoadablePlan, surface: Surface) {
    self.loadable = loadable
    self.plan = plan
    self.surface = surface
    super.init(kind: surface.kinds.loadable)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override func resolve(path: ByteString) throws -> HostObject {
    do {
      try loadable.checkOpen()
      if ["error", "face", "phase"].contains(path.text) { loadable.isLookedAt = true }
      return surface.object(try loadable.cells.at(path))
    } catch { throw surface.raisable(error) }
  }
}

extension Loadable {
  func checkOpen() throws(Failure) {
    if machine.isClosed { throw .disposed("loadable '\(name)'", scope: scope.name) }
  }
}

extension Surface {
  /// The one object of a loadable.
  func object(_ loadable: Loadable, of plan: LoadablePlan) -> LoadableObject {
    if let known = loadable.surfaceObject as? LoadableObject { return known }
    let object = LoadableObject(loadable, plan: plan, surface: self)
    loadable.surfaceObject = object
    return object
  }
}
