import BindCore
import BindLua
import BindSources
import BindViews

/// What a host is made of, and how that ends. It outlives its `Host` where the last reference to that is let go while a
/// script of it runs.
final class HostParts {
  let options: HostOptions
  let engine: Engine
  let modules: Modules
  let interpreter: Interpreter
  let surface: Surface
  private(set) var outside: any WorldDriver
  let loop: EventLoop?
  private(set) var scope: Scope
  /// Swift models that scripts reach: alive as long as the host.
  var exposed: [ExposedModel] = []
  var arrivalListener: EngineListener?
  var onTurn: () -> Void = {}
  /// How often something has run in it.
  private(set) var turnCount = 0
  /// Calls from outside that have not returned.
  var depth = 0
  private var isClosed = false
  /// `close()` was called while something of it ran: it is done when that has ended.
  private(set) var isClosing = false
  private var awaitsQuiet = false
  private let occupant: EngineOccupant
  /// Where it notes what happens, if it does.
  private var trace: Trace?
  /// A shown view keeps the loop going although nothing is under way in it.
  private var viewKeeper: (any Token)?

  var isOpen: Bool { !isClosed && !isClosing }

  init(
    _ options: HostOptions, _ engine: Engine, _ modules: Modules, _ interpreter: Interpreter, _ surface: Surface,
    outside: any WorldDriver, loop: EventLoop?
  ) {
    self.options = options
    self.engine = engine
    self.modules = modules
    self.interpreter = interpreter
    self.surface = surface
    self.outside = outside
    self.loop = loop
    var limits = EngineLimits()
    limits.waves = options.waveLimit
    limits.errors = options.errorLimit
    limits.observers = options.observerLimit
    limits.timers = options.timerLimit
    occupant = EngineOccupant(limits)
    scope = Scope(name: "main", in: engine.root, engine: engine)
    occupant.clock = outside.world.clock
    occupant.scope = scope
  }

  /// Becomes one of the engine's hosts.
  func moveIn() {
    engine.moveIn(occupant, hear: options.report)
    noteEvents()
    scope.outlet = options.report
  }

  private func noteEvents() {
    guard options.tracesEvents else { return }
    trace = Trace(engine, clock: outside.world.clock)
    engine.trace = trace
  }

  /// What stands around every callback of the World.
  func bracketTurns() {
    outside.around = { [unowned interpreter, unowned surface] body in
      interpreter.beginTurn()
      let held = surface.holdSaves()
      surface.lookOutside()
      body()
      surface.releaseSaves(held)
      interpreter.endTurn()
    }
    // A host that nobody holds any more closes itself, and has no turns then.
    outside.onTurn = { [weak self] in self?.turnEnded() }
  }

  func turnEnded() {
    turnCount += 1
    interpreter.releaseGarbage()
    if !surface.stage.isShowing {
      viewKeeper?.cancel()
      viewKeeper = nil
    } else if viewKeeper == nil, surface.testing == nil {
      viewKeeper = outside.world.clock.schedule(after: .seconds(1 << 30), label: "shown view") {}
    }
    onTurn()
  }

  /// In another World, in the same interpreter.
  func renew(_ virtual: VirtualWorld) {
    outside.onTurn = nil
    outside.close(grace: .zero)
    outside = virtual
    surface.renew(virtual.world)
    modules.clock = virtual.world.clock
    scope = Scope(name: "main", in: engine.root, engine: engine)
    occupant.clock = outside.world.clock
    occupant.scope = scope
    scope.outlet = options.report
    noteEvents()
    bracketTurns()
  }

  // MARK: The end

  /// - Returns: what was still alive by type, in words; empty where the end is waited for.
  func close() -> [String] {
    guard !isClosed else { return [] }
    guard depth == 0, !interpreter.isRunning, !engine.isComputing else {
      // A call from outside closes it when it returns.
      if depth == 0 { closeWhenQuiet() }
      isClosing = true
      return []
    }
    isClosed = true
    arrivalListener?.stop()
    endScripts()
    for model in exposed { model.end() }
    exposed = []
    surface.close()
    engine.moveOut(occupant)
    if trace != nil, engine.trace === trace { engine.trace = nil }
    interpreter.collect()
    let left = interpreter.close()
    outside.close(grace: .seconds(2))
    var words: [String] = []
    if left.running > 0 { words.append("\(left.running) coroutines") }
    if left.anchors > 0 { words.append("\(left.anchors) anchors") }
    return words
  }

  /// After what scripts have written and what follows from it. It may be in the middle of something then too, and waits on.
  private func closeWhenQuiet() {
    guard !awaitsQuiet else { return }
    awaitsQuiet = true
    engine.whenQuiet {
      self.awaitsQuiet = false
      _ = self.close()
    }
  }

  func endScripts() {
    interpreter.beginTurn()
    surface.runExitFunctions()
    onTurn()
    scope.close()
    surface.flushStates()
    interpreter.endTurn()
    turnEnded()
  }
}
