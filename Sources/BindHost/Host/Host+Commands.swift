public import BindCore
import BindLua

extension Host {
  /// The actions that scripts offer with `bh.command`, by name, in the order in which they were made.
  public var commands: [String] { surface.commands.names }

  /// Starts an action that a script offers. It may wait; it goes on while the host's loop runs.
  /// - Parameter completion: called once on the host's thread, here or in a later turn, with what the script's function
  ///   returned; a failure is a `Diagnostic`, or what the script raised, told as one. Without it a failure is an error that
  ///   nobody caught, like one of a task: `bh.on_error` hears of it, or `HostOptions.onError`.
  /// - Throws: a `Diagnostic` when there is no such action, or the host is closed.
  public func call(
    _ command: String, with arguments: [Value] = [],
    completion: ((Result<[Value], any Error>) -> Void)? = nil
  ) throws {
    try checkOpen(for: "call")
    let found: BindCore.Command
    do { found = try surface.commands.find(command, for: "call") } catch { throw Diagnostic(Report(error, during: "")) }
    inside {
      interpreter.beginTurn()
      _ = found.run(arguments) { [engine] result in
        guard let completion else { return found.reportFailure(of: result) }
        let answer = result.mapError { Diagnostic(Report($0, during: found.title)) as any Error }
        engine.apartFromScripts { completion(answer) }
      }
      interpreter.endTurn()
      turnEnded()
    }
  }
}
