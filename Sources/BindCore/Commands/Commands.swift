/// A named action that somebody outside may start: another process, a palette, a page. It ends with the scope it was made in.
package final class Command: ScopeItem {
  /// Starts it for a task that waits for its end, or for nobody in the script. `completion` is called once unless what is returned
  /// is called off; nil: it has ended already.
  package typealias Action = (
    _ arguments: [Value], _ caller: (any ScopeItem)?, _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun?

  package let name: String
  /// Where it was made.
  package let place: Site
  package let scope: Scope
  package var scopeIndex = -1
  package private(set) var runCount = 0
  /// nil once it was stopped: a handle that is around still keeps nothing.
  private var action: Action?
  /// nil once it was stopped.
  private weak var commands: Commands?

  package var isStopped: Bool { commands == nil }
  package var title: String { "command '\(name)'" }

  fileprivate init(_ name: String, in scope: Scope, of commands: Commands, _ action: @escaping Action) {
    self.name = name
    self.scope = scope
    self.commands = commands
    self.action = action
    place = scope.engine.site()
  }

  package func run(
    _ arguments: [Value], for caller: (any ScopeItem)? = nil,
    _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun? {
    runCount += 1
    let run = CommandRun(of: self, completion)
    run.work = action?(arguments, caller) { run.end($0) }
    return run.isOver ? nil : JobRun { run.callOff() }
  }

  /// Nobody awaits the run. Where its scope has closed, that has ended it, and nothing has gone wrong.
  package func reportFailure(of result: Result<[Value], Failure>) {
    if case .failure(let failure) = result, !scope.endsNow {
      scope.report(Report(failure, during: title))
    }
  }

  package func stop() {
    guard let commands else { return }
    self.commands = nil
    action = nil
    scope.remove(self)
    commands.remove(self)
  }
}

/// One run of a command: whoever waits for it hears also when the command's scope ends first.
private final class CommandRun: ScopeItem {
  var scopeIndex = -1
  var work: JobRun?
  private let command: Command
  private var completion: ((Result<[Value], Failure>) -> Void)?

  init(of command: Command, _ completion: @escaping (Result<[Value], Failure>) -> Void) {
    self.command = command
    self.completion = completion
    command.scope.add(self)
  }

  var isOver: Bool { completion == nil }

  func end(_ result: Result<[Value], Failure>) {
    guard let completion else { return }
    self.completion = nil
    command.scope.remove(self)
    completion(result)
  }

  func callOff() {
    guard !isOver else { return }
    completion = nil
    command.scope.remove(self)
    work?.cancel()
  }

  func stop() {
    work?.cancel()
    guard !command.scope.isEnding else { return callOff() }
    end(.failure(.disposed(command.title, scope: command.scope.name)))
  }
}

/// The commands of one host. Confined to its engine's thread.
package final class Commands {
  /// In the order in which they were made.
  package private(set) var all: [Command] = []

  package init() {}

  package var names: [String] { all.map(\.name) }

  package subscript(name: String) -> Command? { all.first { $0.name == name } }

  /// - Throws: `bind.duplicate`.
  package func add(_ name: String, in scope: Scope, _ action: @escaping Command.Action) throws(Failure) -> Command {
    if let known = self[name] {
      let engine = scope.engine
      var notes = ["end that one first, with the handle that bh.command has returned, or choose another name"]
      if known.place.isKnown {
        notes.insert("it was made at \(engine.causes.name(known.place.script)):\(known.place.line)", at: 0)
      }
      throw .diagnostic(Diagnostic(.bindDuplicate, "a command named '\(name)' exists already", notes: notes))
    }
    let command = Command(name, in: scope, of: self, action)
    all.append(command)
    scope.add(command)
    return command
  }

  /// - Parameter asker: who asks, for the message.
  /// - Throws: `bind.argument` with the nearest names.
  package func find(_ name: String, for asker: String) throws(Failure) -> Command {
    if let command = self[name] { return command }
    throw .diagnostic(.unknownName(.bindArgument, owner: asker, noun: "command", name: name, known: names))
  }

  fileprivate func remove(_ command: Command) { all.removeAll { $0 === command } }
}
