package import BindCore
import BindJSON
package import BindViews
internal import CLua

/// What a script can call: `bh.*` and the methods of what it returns.
///
/// One `Entry` is one definition; registration, argument errors and names come from it. Confined to the engine's thread.
package final class Surface {
  package let engine: Engine
  package let lua: Interpreter
  package internal(set) var world: World
  package let models: ModelRegistry
  package let tasks: Tasks
  /// Views, and the tree that is shown.
  package let stage: Stage
  /// What a person does there.
  package let input: Input
  /// What scripts offer to whoever is outside.
  package let commands = Commands()
  let kinds: Kinds
  private let places: ScriptPlaces
  /// One parser for all documents of the host, made for the first one.
  var jsonParser: JSONParser {
    if let madeParser { return madeParser }
    let parser = JSONParser()
    madeParser = parser
    return parser
  }
  private var madeParser: JSONParser?
  let garbage: Garbage
  /// Functions that run at every end of the script, newest first.
  var exitFunctions: [LuaReference] = []
  /// Jobs in order of declaration; those that have been stopped leave when the next one is declared.
  package private(set) var jobs: [Job] = []
  /// What each module has, by the last word of its name: for messages.
  package internal(set) var functionNames: [String: [String]] = [:]
  /// What can be called on objects of each kind.
  var methodNames: [ObjectKind: [String]] = [:]
  /// For `require`.
  package private(set) var moduleNames: [String] = []
  /// Called for each new job; `run --once` watches them.
  package var onJob: (Job) -> Void = { _ in }
  /// What scripts write down.
  package var onLog: (LogEntry) -> Void = { _ in }
  /// The runner, where the script is one of tests. Set before `install`.
  package weak var testing: (any TestDriver)?
  /// Where there is a runner.
  var testKinds: TestKinds!
  /// `string.find`, once a test has needed it.
  var knownStringFind: LuaReference?
  /// Jobs are declared and do not run.
  package var holdsJobs = false
  /// Set where the script is checked and not run.
  package internal(set) var examination: Examination?
  /// The store that `cluster=true` of a job means; nil: the script's own.
  package var clusterURL: String?

  /// States that the script has opened, by container, and the merges of those that have one of their own.
  var states: [ObjectIdentifier: StateMirror] = [:]
  var merges: [ObjectIdentifier: OwnerMerge] = [:]
  /// The stores in use.
  var keepers: [any StateKeeper] = []
  /// What is durable is known by its name, while its scope is open.
  var durableNames: [String: Scope] = [:]

  /// Sources that are looked at before each turn.
  private var turnSources: [WeakSource] = []

  func addTurnSource(_ source: SourceCell) { turnSources.append(WeakSource(source)) }

  /// Before a turn: models that change outside without notice are looked at. What was parsed has been taken by now.
  package func lookOutside() {
    if let parser = madeParser { parser.trim() }
    garbage.awaitCollection(hasContainers: engine.hasContainers)
    guard !turnSources.isEmpty else { return }
    turnSources.removeAll { $0.source == nil }
    engine.announcingTogether { for weak in turnSources { weak.source?.look() } }
  }

  private struct WeakSource {
    weak var source: SourceCell?
    init(_ source: SourceCell) { self.source = source }
  }

  /// - Throws: out of memory.
  package init(engine: Engine, lua: Interpreter, world: World) throws {
    self.engine = engine
    self.lua = lua
    self.world = world
    places = ScriptPlaces(engine: engine, lua: lua)
    models = ModelRegistry(engine: engine)
    stage = Stage(engine: engine)
    input = Input(stage, engine: engine, clock: world.clock)
    kinds = try Kinds(lua)
    garbage = Garbage(lua, kind: kinds.cycle)
    tasks = Tasks(engine: engine, lua: lua, clock: world.clock)
    tasks.surface = self
    garbage.parked.surface = self
    lua.share(engine.commonWords)
    world.network.trace(into: engine)
    engine.add(places)
  }

  package static let version = "0.1.0"

  /// Registers everything. Once, before the first chunk runs.
  /// - Parameter arguments: what stands behind `--` on the command line, as the global `arg`.
  package func install(arguments: [String] = []) throws {
    for table in modules {
      try register(table)
      moduleNames.append(table.module)
    }
    try registerAnswers()
    functionNames["bh", default: []] += [
      "csv", "env", "fs", "http", "job", "json", "log", "null", "permissions", "sql", "test", "time", "ui", "version",
    ]
    try registerEnvironment()
    try registerPermissions()
    try lua.register(.null, as: "null", in: "bindhost")
    try lua.register(.string(Surface.version), as: "version", in: "bindhost")
    try lua.register(.list(arguments.map { .string($0) }), as: "arg", in: "_G")
    for table in objectKinds { try register(table) }
    if testing != nil { try registerTesting() } else { try refuseTesting() }
  }

  func declare(_ job: Job) {
    jobs.removeAll { $0.isStopped }
    jobs.append(job)
    onJob(job)
  }

  /// Runs `bh.on_exit`'s functions, newest first. An error is reported and does not stop the rest.
  package func runExitFunctions() {
    while let function = exitFunctions.popLast() {
      do { _ = try engine.turn(.external, label: "exit") { try lua.run(function) } } catch {
        engine.root.report(Report(Engine.failure(error), during: "bh.on_exit"))
      }
    }
  }

  /// Lets go of everything that scripts and scopes hold. The interpreter can be closed afterwards.
  package func close() {
    forget()
    garbage.letGo()
    knownStringFind = nil
    engine.remove(places)
    lua.share(nil)
  }

  private func forget() {
    exitFunctions = []
    closeStates()
    jobs = []
    onJob = { _ in }
  }

  /// Begins anew in another World, as if it had just been made: for the next test. The scope of what was made has ended.
  package func renew(_ world: World) {
    forget()
    turnSources = []
    models.removeAll()
    stage.clear()
    engine.forgetPast()
    self.world = world
    tasks.clock = world.clock
    input.clock = world.clock
    world.network.trace(into: engine)
  }
}

extension Cell {
  func at(_ text: ByteString) throws(Failure) -> Cell {
    let path: Path
    do { path = try Path(parsing: text) } catch { throw Failure.malformed(error, text: text.text, in: self) }
    return try at(path)
  }
}
