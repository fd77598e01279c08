import BindCore

/// `bh.fs`: files, through the gate, without blocking.
extension Surface {
  var fileFunctions: [Entry] {
    [
      Entry("read") { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.read(path) { result in done(result.map { [.string(ByteString(bytes: $0))] }) }
        }
      },
      Entry("stat") { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.stat(path) { result in
            done(
              result.map { status in
                [
                  .record(
                    Record([
                      ("kind", .string(status.kind.rawValue)), ("modified", .number(status.modified.seconds)),
                      ("size", .integer(status.size)),
                    ]))
                ]
              })
          }
        }
      },
    ]
  }
}
