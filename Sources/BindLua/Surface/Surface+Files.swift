import BindCore

/// `bh.fs`: files, through the gate, without blocking.
extension Surface {
  var fileFunctions: [Entry] {
    [
      Entry(
        "read",
        """
        (path: string) -> string?, err?
        The contents of a file. Relative paths start at the script's folder. Needs --allow-read.
        > local text, err = bh.fs.read "notes.txt"
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.read(path) { result in done(result.map { [.string(ByteString(bytes: $0))] }) }
        }
      },
      Entry(
        "write",
        """
        (path: string, text: string, options?) -> boolean?, err?
        Replaces a file in one step. Needs --allow-write.
        - append: boolean = false. Adds to it instead.
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        let bytes = try call.string(2, "text").bytes
        let appending = try call.options(3).flag("append") ?? false
        try wait(call) { done throws(Refusal) in
          try world.files.write(bytes, to: path, appending: appending) { result in
            done(result.map { [.boolean(true)] })
          }
        }
      },
      Entry(
        "list",
        """
        (path: string) -> list?, err?
        What is in a folder: a list of {name, kind, size, modified}.
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.list(path) { result in
            done(
              result.map { entries in
                [.list(entries.map { .record($0.status.record(besides: [("name", .string($0.name))])) })]
              })
          }
        }
      },
      Entry(
        "stat",
        """
        (path: string) -> table?, err?
        {kind, size, modified} of a file or folder.
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        try wait(call) { done throws(Refusal) in
          try world.files.stat(path) { result in done(result.map { [.record($0.record())] }) }
        }
      },
      Entry(
        "watch",
        """
        (path: string, fn?: fn(event)) -> handle|table|nil, err?
        Calls fn with {path, kind, size} at each change; without fn it waits for the next one.
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        guard call.has(2) else { return try waitForChange(of: path, call) }
        let function = try call.function(2, "fn")
        let scope = try engine.openScope(for: call.name)
        let watch = ScopedWatch(path, scope: scope, clock: world.clock)
        do throws(Refusal) {
          watch.token = try world.files.watch(path) { [unowned self, weak watch] result in
            switch result {
            case .success(let event):
              handle(function, event.value, in: scope, kind: .external, label: "watch of \(path)")
            case .failure(let failure):
              watch?.stop()
              scope.report(Report(Failure.diagnostic(Diagnostic(failure)), during: "watch of \(path)"))
            }
          }
        } catch {
          watch.stop()
          throw .diagnostic(Diagnostic(error))
        }
        call.reply(HandleObject(watch, surface: self))
      },
    ]
  }

  /// Without a function: the next change is waited for.
  private func waitForChange(of path: String, _ call: Call) throws(Failure) {
    try wait(call) { done throws(Refusal) in
      var token: (any Token)?
      let watch = try world.files.watch(path) { result in
        token?.cancel()
        done(result.map { [$0.value] })
      }
      token = watch
      return watch
    }
  }
}

extension FileStatus {
  /// As a script sees it.
  fileprivate func record(besides fields: [Record.Field] = []) -> Record {
    Record(
      fields + [
        ("kind", .string(kind.rawValue)), ("modified", .number(modified.seconds)), ("size", .integer(size)),
      ])
  }
}

extension FileEvent {
  /// As a script sees it.
  var value: Value {
    .record(
      Record([("path", .string(path)), ("kind", .string(kind.rawValue)), ("size", .integer(size))]))
  }
}

/// A watch that its scope ends. While it lasts the script goes on.
final class ScopedWatch: ScopeItem {
  var scopeIndex = -1
  var token: (any Token)?
  let title: String
  let scope: Scope
  private var keeper: (any Token)?

  init(_ path: String, scope: Scope, clock: any WorldClock) {
    self.scope = scope
    title = "watch of \(path)"
    keeper = clock.schedule(after: .seconds(1 << 30), label: title) {}
    scope.add(self)
  }

  func stop() {
    guard let keeper else { return }
    self.keeper = nil
    keeper.cancel()
    token?.cancel()
    token = nil
    scope.remove(self)
  }
}
