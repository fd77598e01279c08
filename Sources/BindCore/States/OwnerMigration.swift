/// A migration that only the engine's thread can work out: `migrate=` of a script, for what an older program stores while
/// the state is open, or what was not there to be read when it was opened.
package final class OwnerMigration: @unchecked Sendable {
  /// Touched on the engine's thread only.
  private let function: (_ old: Value, _ from: Int) throws(Failure) -> Value
  private weak var engine: Engine?
  private let name: String
  private let mailbox: Mailbox

  package init(
    of name: String, _ engine: Engine, _ function: @escaping (_ old: Value, _ from: Int) throws(Failure) -> Value
  ) {
    self.name = name
    self.engine = engine
    self.function = function
    mailbox = engine.mailbox
  }

  package var rule: @Sendable (MigrationRequest) -> Void {
    { [self] request in
      if !mailbox.post(Arrival { [self] in work(on: request) }) { request.answer(nil) }
    }
  }

  private func work(on request: MigrationRequest) {
    guard let engine else { return request.answer(nil) }
    var new: Value?
    do throws(Failure) {
      new = try engine.runPure { () throws(Failure) in try function(request.old, request.from) }
    } catch {
      engine.root.report(Report(error, during: "migrate of \(name)"))
    }
    request.answer(new)
  }
}
