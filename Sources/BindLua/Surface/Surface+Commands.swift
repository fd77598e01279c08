import BindCore

/// `bh.command` and `bh.call`.
extension Surface {
  var commandFunctions: [Entry] {
    [
      Entry(
        "command",
        """
        (name: string, fn: fn(...)) -> handle
        A named action that can be started from outside, by name. It ends with its scope, and keeps no script alive.
        > bh.command("refresh", function() profile:refresh() end)
        """
      ) { [unowned self] call throws(Failure) in
        let name = try call.string(1, "name").text
        guard name.contains(where: { !$0.isWhitespace }), !name.contains(where: \.isNewline) else {
          throw call.wrong(1, "name", expected: "a name of one line", sayingValue: true)
        }
        let function = try call.function(2, "fn")
        let scope = try engine.openScope(for: "command '\(name)'")
        let command = try commands.add(name, in: scope) { [unowned self, unowned scope] arguments, caller, completion in
          let task = tasks.start(
            function, arguments: arguments, results: Interpreter.allResults, in: scope, kind: .external,
            label: "command \(name)", for: caller as? Tasks.Task
          ) { completion($0.map(\.orNil)) }
          return task.isRunning ? JobRun { task.stop() } : nil
        }
        call.reply(HandleObject(command, surface: self))
      },
      Entry(
        "call",
        """
        (name: string, ...: any) -> any
        Starts a command with these arguments and waits for its end: what it returns; what it raises is raised here.
        > bh.call "refresh"
        """
      ) { [unowned self] call throws(Failure) in
        let command = try commands.find(try call.string(1, "name").text, for: call.name)
        let arguments = call.count > 1 ? (2...call.count).map { call.value($0) } : []
        let caller = tasks.present
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          // It begins in a turn of its own, so a transaction here is over.
          var running: JobRun?
          let timer = world.clock.schedule(after: .zero, label: command.title) { [weak caller] in
            guard !command.scope.isClosing else {
              return done(.failure(.disposed(command.title, scope: command.scope.name)))
            }
            running = command.run(arguments, for: caller, done)
          }
          return JobRun {
            timer.cancel()
            running?.cancel()
          }
        }
      },
    ]
  }
}
