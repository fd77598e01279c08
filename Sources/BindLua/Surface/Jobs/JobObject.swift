import BindCore

/// A job as scripts hold it.
final class JobObject: HostObject, @unchecked Sendable {
  let job: Job
  private unowned(unsafe) let surface: Surface

  init(_ job: Job, surface: Surface) {
    self.job = job
    self.surface = surface
    super.init(kind: surface.kinds.job)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override func resolve(path: ByteString) throws -> HostObject {
    do {
      try job.checkOpen()
      return surface.object(try job.cells.at(path))
    } catch { throw surface.raisable(error) }
  }
}
