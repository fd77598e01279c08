import BindCore

/// What waits for something of the World, in one way.
extension Surface {
  typealias WorldAnswer = (Result<[Value], WorldFailure>) -> Void

  /// Waits for something of the World: its values, or `nil, err`. A refused permission raises.
  /// - Parameter begin: starts it; its token calls it off.
  func wait(
    _ call: Call, _ begin: (@escaping WorldAnswer) throws(Refusal) -> any Token
  ) throws(Failure) {
    let place = lua.position
    try tasks.wait(in: call) { [unowned self] done throws(Failure) in
      do throws(Refusal) {
        let token = try begin { [unowned self] result in done(taskResult(result, at: place)) }
        return JobRun { token.cancel() }
      } catch {
        throw .diagnostic(Diagnostic(error))
      }
    }
  }

  /// What a waiting task gets for an answer of the World.
  func taskResult(_ result: Result<[Value], WorldFailure>, at place: SourcePosition?) -> Result<[Value], Failure> {
    switch result {
    case .success(let values): .success(values)
    case .failure(let failure) where failure.kind == .notPermitted:
      .failure(.diagnostic(Diagnostic(failure).located(at: place)))
    case .failure(let failure): .success([.nil, errorValue(.diagnostic(Diagnostic(failure)), at: place)])
    }
  }
}
