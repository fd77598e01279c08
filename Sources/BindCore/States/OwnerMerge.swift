/// A merge of two changes that only the engine's thread can work out: `merge=` of a script.
package final class OwnerMerge: @unchecked Sendable {
  /// Touched on the engine's thread only.
  private let function: (_ mine: Value, _ theirs: Value, _ base: Value) throws(Failure) -> Value
  private weak var engine: Engine?
  package weak var container: StateContainer?
  private let mailbox: Mailbox

  package init(
    _ engine: Engine, _ function: @escaping (_ mine: Value, _ theirs: Value, _ base: Value) throws(Failure) -> Value
  ) {
    self.engine = engine
    self.function = function
    mailbox = engine.mailbox
  }

  package var rule: MergeRule {
    .elsewhere { [self] request in mailbox.post(Arrival { [self] in work(on: request) }) }
  }

  private func work(on request: MergeRequest) {
    guard let engine, let container else { return }
    let (mine, version) = container.current
    var merged = Value.merged(mine: mine, theirs: request.theirs, base: request.base)
    do throws(Failure) {
      let given = try engine.runPure { () throws(Failure) in try function(mine, request.theirs, request.base) }
      switch container.shape.fitted(given) {
      // Fields that this script does not know are merged field by field all the same.
      case .success(let value): merged = merged.overlaid(with: value)
      case .failure(let mismatch):
        let place = mismatch.path.description
        throw .diagnostic(
          Diagnostic(
            .bindType,
            "merge of \(container.name) gave a value that does not fit: \(place.isEmpty ? "" : place + ": ")"
              + "\(mismatch.expected.name) expected, got \(mismatch.found.named)"))
      }
    } catch {
      engine.root.report(Report(error, during: "merge of \(container.name)"))
    }
    request.answer(version, merged)
  }
}

extension Value {
  /// The fields of another record over those of this one.
  fileprivate func overlaid(with other: Value) -> Value {
    guard case .record(var fields) = self, case .record(let others) = other else { return other }
    for (name, value) in others.fields { fields[name] = value }
    return .record(fields)
  }
}
