/// Makes the writes of a script again where somebody else has stored another value before they were saved.
package final class StateReplayer: @unchecked Sendable {
  /// Touched on the engine's thread only: what was written at each version of the container that is not saved yet.
  private var writes: [UInt64: StateWrite] = [:]
  private weak var engine: Engine?
  private let container: StateContainer
  private let mailbox: Mailbox

  init(_ container: StateContainer, engine: Engine) {
    self.container = container
    self.engine = engine
    mailbox = engine.mailbox
  }

  // MARK: The engine's thread

  func remember(_ write: StateWrite, version: UInt64) {
    forgetSaved()
    writes[version] = write
  }

  func forgetSaved() {
    guard !writes.isEmpty else { return }
    let first = container.unsaved.steps.firstVersion ?? .max
    writes = writes.filter { $0.key >= first }
  }

  /// The cells are gone.
  func close() { writes = [:] }

  private func work(on request: MergeRequest) {
    let unsaved = container.unsaved
    let merged = unsaved.steps.made(again: request.theirs) { owner, version, base in
      guard owner === self, let write = writes[version] else { return nil }
      do throws(StateRefusal) { return try write.applied(to: base).value } catch {
        engine?.root.report(Report(error.failure, during: "write to \(container.name), made again"))
        return nil
      }
    }
    request.answer(unsaved.version, merged)
  }

  // MARK: Any thread

  /// Works it out on the engine's thread; where there is none any more, what scripts have written are plain writes.
  package func ask(_ request: MergeRequest) {
    guard !mailbox.post(Arrival { [self] in work(on: request) }) else { return }
    let unsaved = container.unsaved
    request.answer(unsaved.version, unsaved.steps.made(again: request.theirs))
  }
}
