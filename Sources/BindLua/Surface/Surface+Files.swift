import BindCore

/// `bh.fs`: files, through the gate, without blocking.
extension Surface {
  var fileFunctions: [Entry] {
    [
      Entry("read") { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.read(path) { result in done(result.map { .string(ByteString(bytes: $0)) }) }
        }
      },
      Entry("stat") { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.stat(path) { result in
            done(
              result.map { status in
                .record(
                  Record([
                    ("kind", .string(status.kind.rawValue)), ("modified", .number(status.modified.seconds)),
                    ("size", .integer(status.size)),
                  ]))
              })
          }
        }
      },
    ]
  }

  /// Waits for something of the World: its value, or `nil, err`. A refused permission raises.
  private func wait(
    _ call: Call,
    _ begin: (@escaping (Result<Value, WorldFailure>) -> Void) throws(Refusal) -> any Token
  ) throws(Failure) {
    let place = lua.position
    try tasks.wait(in: call) { done throws(Failure) in
      do throws(Refusal) {
        let token = try begin { [unowned self] result in
          switch result {
          case .success(let value): done(.success([value]))
          case .failure(let failure) where failure.refusal != nil: done(.failure(.diagnostic(Diagnostic(failure))))
          case .failure(let failure): done(.success([.nil, errorValue(.diagnostic(Diagnostic(failure)), at: place)]))
          }
        }
        return JobRun { token.cancel() }
      } catch {
        throw .diagnostic(Diagnostic(error))
      }
    }
  }
}
