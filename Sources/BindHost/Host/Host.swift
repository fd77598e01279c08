public import BindCore
import BindLua
package import BindViews
package import BindSources
import BindStores

/// One engine, one interpreter and one World, on one thread: what runs scripts.
///
/// ```swift
/// let host = try Host(HostOptions(scriptFolder: "/srv/boards") { print($0) })
/// try host.expose(user, as: "user") { $0.field("name", \.name) }
/// try host.run(file: "settings.lua")
/// ```
/// Several hosts of one thread share its engine, and close in any order; the newest that is open sets the engine's limits and
/// hears of errors that belong to none of them.
///
/// Foundation on Linux has a `Host` too: beside `import Foundation` write `import class BindHost.Host`.
///
/// Isolation: belongs to the thread that made it, whose `Engine.current` it uses, and is let go there: that closes it too, also
/// from inside a script of its own.
public final class Host {
  let parts: HostParts

  public var engine: Engine { parts.engine }
  var interpreter: Interpreter { parts.interpreter }
  var surface: Surface { parts.surface }
  var modules: Modules { parts.modules }
  /// Everything that scripts make belongs here.
  var scope: Scope { parts.scope }
  package var outside: any WorldDriver { parts.outside }
  /// nil where time is virtual.
  package var loop: EventLoop? { parts.loop }
  /// Of the script that was started last.
  private weak var mainChunk: Tasks.Task?
  /// What is shown, and what a person does there.
  package var stage: Stage { surface.stage }
  package var input: Input { surface.input }

  /// Called at the end of each turn: output is flushed, views are drawn.
  package var onTurn: () -> Void {
    get { parts.onTurn }
    set { parts.onTurn = newValue }
  }

  /// - Throws: a `Diagnostic` when there is no memory or no descriptor left.
  public convenience init(_ options: HostOptions) throws { try self.init(options, recorder: nil) }

  /// - Parameter recorder: writes down what hosts and programs answer.
  package convenience init(_ options: HostOptions, recorder: CassetteRecorder?) throws {
    let real: RealWorld
    do { real = try RealWorld(permissions: options.permissions, recorder: recorder) } catch {
      throw Diagnostic(.hostInternal, "the event loop could not be made: \(error)")
    }
    try self.init(options, outside: real, loop: real.loop)
    real.world.stores = Stores(
      performer: StorePlaces(ownFolder: options.permissions.stateFolder, store: options.store), gate: real.world.gate)
    // On the main thread nothing else runs the main queue while this loop holds it.
    try real.loop.serveMainQueue()
    let waker = try real.loop.makeWaker { [unowned engine] in engine.takeArrivals() }
    parts.arrivalListener = engine.onArrival { waker.wake() }
  }

  /// A host in a World whose time jumps: nothing real is reached.
  package convenience init(_ options: HostOptions, virtual: VirtualWorld) throws {
    try self.init(options, outside: virtual, loop: nil)
    virtual.world.stores = Stores(
      performer: VirtualStores(clock: virtual.world.clock, engine: engine), gate: virtual.world.gate)
  }

  private init(_ options: HostOptions, outside: any WorldDriver, loop: EventLoop?) throws {
    let engine = Engine.current
    let modules = Modules(folder: options.permissions.scriptFolder, gate: outside.world.gate)
    let interpreter: Interpreter
    let surface: Surface
    do {
      interpreter = try Self.interpreter(modules, options)
      surface = try Surface(engine: engine, lua: interpreter, world: outside.world)
    } catch {
      outside.close(grace: .zero)
      throw error
    }
    parts = HostParts(options, engine, modules, interpreter, surface, outside: outside, loop: loop)
    surface.clusterURL = options.clusterStore
    surface.testing = options.testing
    modules.print = { bytes in engine.apartFromScripts { options.print(bytes) } }
    modules.clock = outside.world.clock
    surface.onLog = { entry in engine.apartFromScripts { options.log(entry) } }
    modules.tasks = surface.tasks
    // What a module has made goes if the transaction fails that it was loaded in: the next `require` loads it anew.
    modules.onModule = { [unowned interpreter] name in
      engine.registered(Registration { [weak interpreter] in interpreter?.forget(module: name) })
    }
    // What a module makes is the script's that keeps it, whoever has asked for it first.
    modules.whileModuleRuns = {
      let asking = engine.scope
      engine.scope = engine.scope.script ?? asking
      return { engine.scope = asking }
    }
    parts.moveIn()
    try surface.install(arguments: options.arguments)
    modules.ownModules = surface.moduleNames
    interpreter.setTimeLimit(milliseconds: UInt32(clamping: options.timeLimit.wholeNanoseconds / 1_000_000))
    parts.bracketTurns()
  }

  private static func interpreter(_ modules: Modules, _ options: HostOptions) throws -> Interpreter {
    guard let made = Interpreter(host: modules, memoryLimit: options.memoryLimit) else {
      throw Diagnostic(.hostMemory, "there is not enough memory for a Lua state")
    }
    return made
  }

  func turnEnded() { parts.turnEnded() }

  /// Runs what is due now without sleeping: for programs with a loop of their own.
  /// - Returns: whether a script is still alive; false once the host is closed.
  @discardableResult
  public func pump() -> Bool {
    guard isOpen else { return false }
    return inside {
      loop?.runOnce(waiting: false)
      return isOpen && isAlive
    }
  }

  private var isOpen: Bool { parts.isOpen }

  /// - Throws: `bind.disposed` where the host is closed.
  func checkOpen(for what: String) throws {
    if isOpen { return }
    throw Diagnostic(.bindDisposed, "\(what): the host was used after it was closed")
  }

  /// Whatever comes from outside runs in here: if it closes the host, that waits for its end.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    parts.depth += 1
    defer {
      parts.depth -= 1
      if parts.isClosing { close() }
    }
    return try body()
  }

  /// Whether something keeps the script alive: a task, a timer of `bh.after`, a job, a shown view.
  package var isAlive: Bool {
    surface.tasks.count > 0 || outside.world.clock.pendingTimers > 0 || surface.jobs.contains { !$0.isStopped }
      || surface.stage.isShowing
  }

  /// Starts a script's main chunk, as a task. It may wait at top level.
  /// - Parameters:
  ///   - name: as positions show it.
  ///   - completion: called once, when the main chunk has ended; a failure was not reported yet.
  /// - Returns: what the script makes belongs to it; nil if it could not be read.
  @discardableResult
  package func start(
    _ source: [UInt8], name: String, completion: @escaping (Result<Void, Failure>) -> Void
  ) -> Scope? {
    inside { begin(source, name: name, completion: completion) }
  }

  private func begin(
    _ source: [UInt8], name: String, completion: @escaping (Result<Void, Failure>) -> Void
  ) -> Scope? {
    interpreter.beginTurn()
    defer {
      interpreter.endTurn()
      turnEnded()
    }
    let chunk: LuaReference
    do { chunk = try interpreter.load(ByteString(bytes: source), name: "@" + name) } catch {
      completion(.failure(.diagnostic(Self.syntaxError(error.diagnostic))))
      return nil
    }
    // What the main chunk registers stands only if it ends without an error.
    let script = scriptScope(named: name)
    let arguments = parts.options.arguments.map { Value.string($0) }
    mainChunk = surface.tasks.start(
      chunk, arguments: arguments, in: script, label: "main chunk", isTransaction: false
    ) { result in
      if case .failure = result { script.close() }
      completion(result.map { _ in })
    }
    return script
  }

  /// Runs as long as the condition holds and something keeps the scripts alive. A main chunk that still waits when nothing could
  /// end that is told so where it waits: it fails there, or catches that and goes on.
  /// - Returns: what it was told last, where it goes on waiting whatever it is told.
  package func run(while condition: () -> Bool) -> Diagnostic? {
    var told = 0
    var turns = parts.turnCount
    while !outside.run(while: condition), isOpen, let main = mainChunk, main.isRunning {
      if parts.turnCount != turns { told = 0 }
      let stuck = surface.tasks.stuck(main)
      if told == Self.patience { return stuck }
      told += 1
      turn { surface.tasks.fail(main, .diagnostic(stuck)) }
      turns = parts.turnCount
    }
    return nil
  }

  /// How often in a row, with nothing that runs in between, a main chunk is told that it waits for ever.
  private static let patience = 100

  private func turn(_ body: () -> Void) {
    if let around = outside.around { around(body) } else { body() }
    outside.onTurn?()
  }

  /// For what a chunk of the script makes.
  func scriptScope(named name: String) -> Scope {
    let script = Scope(name: name, in: scope, engine: engine)
    script.isScript = true
    return script
  }

  static func syntaxError(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    if diagnostic.id == .scriptError { diagnostic.id = .scriptSyntax }
    return diagnostic
  }

  /// Runs a script file until nothing keeps it alive, or until the host is closed.
  /// - Parameter path: relative to the script folder, or absolute.
  /// - Throws: a `Diagnostic` when the file cannot be read or the main chunk fails, and where the host is closed already.
  public func run(file path: String) throws {
    try checkOpen(for: "run")
    let script = try ScriptText.load(.file(modules.path(of: path)))
    try run(script.bytes, name: path)
  }

  /// Runs a script's text until nothing keeps it alive.
  package func run(_ source: [UInt8], name: String) throws {
    try checkOpen(for: "run")
    var failure: Failure?
    inside {
      start(source, name: name) { if case .failure(let error) = $0 { failure = error } }
      if let stuck = run(while: { failure == nil && isOpen && isAlive }) { failure = .diagnostic(stuck) }
    }
    if let failure { throw Diagnostic(engine.secrets.hide(Report(failure, during: ""))) }
  }

  /// Ends everything: `bh.on_exit`, jobs, scopes, the interpreter, the loop. A second call does nothing. Called from inside a
  /// script, such as in `HostOptions.print`, it lets the script go on to its next wait or its end first; nothing else starts.
  /// - Returns: what was still alive by type, in words; empty when nothing was, and where the end is waited for.
  @discardableResult
  public func close() -> [String] { parts.close() }

  /// Ends what scripts have made: `bh.on_exit`, jobs, scopes; then what has to be saved is.
  func endScripts() { parts.endScripts() }

  /// Begins anew in another World, in the same interpreter: for the next test. What scripts have made has ended.
  func renew(_ virtual: VirtualWorld) {
    virtual.world.stores = Stores(
      performer: VirtualStores(clock: virtual.world.clock, engine: engine), gate: virtual.world.gate)
    parts.renew(virtual)
  }

  /// Where a script of it runs, that goes on to its end first. One that could not be made whole ends here too.
  deinit { close() }
}
