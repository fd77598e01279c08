import BindCore

/// The methods of a handle: of an observer, binding or effect all, of a timer, task, watch, command or handler of a
/// loadable `stop` and `info`.
extension Surface {
  var handleMethods: [Entry] {
    [
      Entry(
        "stop",
        """
        ()
        Ends it. What was to be delivered is not delivered any more; a second call does nothing.
        """
      ) { call throws(Failure) in try call.receiver(HandleObject.self).item.stop() },
      Entry("__close") { call throws(Failure) in try call.receiver(HandleObject.self).item.stop() },
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("handle(\(try call.receiver(HandleObject.self).title))"))
      },
      Entry(
        "pause",
        """
        ()
        Nothing is delivered until resume. Of observers, bindings and effects; the others raise bind.argument.
        """
      ) { call throws(Failure) in try call.callback().pause() },
      Entry(
        "resume",
        """
        ()
        Goes on after pause, or after it was suspended because of errors; what has changed since is delivered. Of observers, bindings and effects, as pause.
        """
      ) { call throws(Failure) in try call.callback().resume() },
      Entry(
        "info",
        """
        () -> table
        What there is to know of it: script, line, title, stopped, scope. Of a command also runs; of an observer, binding or effect runs, errors, paused, suspended, error too.
        """
      ) { [unowned self] call throws(Failure) in
        let handle = try call.receiver(HandleObject.self)
        try call.reply(.record(handle.item is Callback ? try info(of: call.callback(), handle) : try info(of: handle)))
      },
    ]
  }

  private func info(of callback: Callback, _ handle: HandleObject) -> Record {
    Record([
      ("script", .string(engine.causes.name(handle.place.script))), ("line", .integer(Int64(handle.place.line))),
      ("title", .string(callback.title)), ("runs", .integer(Int64(callback.runCount))),
      ("errors", .integer(Int64(callback.errorCount))), ("stopped", .boolean(callback.isStopped)),
      ("paused", .boolean(callback.isPaused)), ("suspended", .boolean(callback.isSuspended)),
      ("scope", .string(callback.scope.name)),
      ("error", callback.lastFailure.map { self.errorTable($0, at: engine.position(of: callback.place)) } ?? .nil),
    ])
  }

  /// Of what delivers nothing.
  private func info(of handle: HandleObject) throws(Failure) -> Record {
    if let scope = handle.scope, scope.isClosed { throw .disposed(handle.title, scope: scope.name) }
    let command = handle.item as? Command
    let place = command?.place ?? handle.place
    var fields: [Record.Field] = [
      ("script", .string(engine.causes.name(place.script))), ("line", .integer(Int64(place.line))),
      ("title", .string(ByteString(handle.title))), ("stopped", .boolean(handle.isOver)),
    ]
    if let command { fields.append(("runs", .integer(Int64(command.runCount)))) }
    if let scope = handle.scope { fields.append(("scope", .string(ByteString(scope.name)))) }
    return Record(fields)
  }
}

extension HandleObject {
  fileprivate var title: String {
    switch item {
    case let callback as Callback: callback.title
    case let watch as ScopedWatch: watch.title
    case let task as LaterTask: task.title
    case let command as Command: command.title
    case is LoadableHandler: "handler"
    default: "timer"
    }
  }

  fileprivate var scope: Scope? {
    switch item {
    case let timer as ScopedTimer: timer.scope
    case let watch as ScopedWatch: watch.scope
    case let task as LaterTask: task.scope
    case let command as Command: command.scope
    case let handler as LoadableHandler: handler.scope
    default: nil
    }
  }

  /// It was stopped, is done, or ended with its scope.
  fileprivate var isOver: Bool { (item as? LaterTask)?.isOver ?? (item.scopeIndex < 0) }
}

extension Call {
  /// The receiver as an observer, binding or effect, whose scope must still be open.
  fileprivate func callback() throws(Failure) -> Callback {
    guard let callback = try receiver(HandleObject.self).item as? Callback else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(name): belongs to observers, bindings and effects",
          notes: ["timers, tasks, watches, commands and handlers have stop and info"]))
    }
    guard !callback.scope.isClosed else { throw .disposed(callback.title, scope: callback.scope.name) }
    return callback
  }
}
