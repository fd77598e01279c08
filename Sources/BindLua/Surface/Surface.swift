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
  /// Functions that run at every end of the script, newest first.
  var exitFunctions: [LuaReference] = []
  /// Jobs in order of declaration; those that have been stopped leave when the next one is declared.
  package private(set) var jobs: [Job] = []
  /// What each module has, by the last word of its name: for messages.
  package internal(set) var functionNames: [String: [String]] = [:]
  /// What can be called on objects of each kind.
  private(set) var methodNames: [ObjectKind: [String]] = [:]
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
    guard !turnSources.isEmpty else { return }
    turnSources.removeAll { $0.source == nil }
    for weak in turnSources { weak.source?.refresh() }
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
    tasks = Tasks(engine: engine, lua: lua, clock: world.clock)
    tasks.surface = self
    engine.adopt(watching: lua.watching)
    world.network.trace(into: engine)
    engine.siteSource = .passUnretained(places)
  }

  typealias Body = (Call) throws(Failure) -> Void

  /// A function or method of the surface.
  struct Entry {
    let name: String
    /// A table argument may have elements and fields side by side, as views do.
    var mixed = false
    /// A table argument is a reference to the table itself.
    var whole = false
    let body: Body

    init(_ name: String, mixed: Bool = false, whole: Bool = false, _ body: @escaping Body) {
      self.name = name
      self.mixed = mixed
      self.whole = whole
      self.body = body
    }
  }

  package static let version = "0.1.0"

  /// Registers everything. Once, before the first chunk runs.
  /// - Parameter arguments: what stands behind `--` on the command line, as the global `arg`.
  package func install(arguments: [String] = []) throws {
    try register(
      "bindhost", prefix: "bh",
      valueFunctions + bindingFunctions + historyFunctions + listFunctions + sourceFunctions + stateFunctions
        + loadingFunctions + taskFunctions + concurrencyFunctions
        + toolFunctions + [showFunction])
    try register("bindhost.csv", prefix: "bh.csv", csvFunctions)
    try register("bindhost.fs", prefix: "bh.fs", fileFunctions)
    try register("bindhost.http", prefix: "bh.http", httpFunctions)
    try registerAnswers()
    try register("bindhost.json", prefix: "bh.json", jsonFunctions)
    try register("bindhost.job", prefix: "job", jobFunctions + httpJobFunctions + dataJobFunctions)
    try register("bindhost.log", prefix: "bh.log", logFunctions)
    try register("bindhost.sql", prefix: "bh.sql", sqlFunctions)
    try register("bindhost.time", prefix: "bh.time", timeFunctions)
    try register("bindhost.ui", prefix: "ui", viewFunctions)
    if testing != nil { try registerTesting() } else { try refuseTesting() }
    functionNames["bh", default: []] += [
      "csv", "env", "fs", "http", "job", "json", "log", "null", "sql", "test", "time", "ui", "version",
    ]
    try registerEnvironment()
    try lua.register(.null, as: "null", in: "bindhost")
    try lua.register(.string(Surface.version), as: "version", in: "bindhost")
    try lua.register(.list(arguments.map { .string($0) }), as: "arg", in: "_G")
    for kind in [kinds.cell, kinds.derived] { try register(kind, cellMethods, besides: ["get", "peek", "set"]) }
    try register(
      kinds.source, cellMethods.filter { $0.name != "modify" } + sourceMethods, besides: ["get", "peek"])
    try register(kinds.state, cellMethods + stateMethods, besides: ["get", "peek", "set"])
    for kind in [kinds.signal, kinds.retry, kinds.emit, kinds.progress] { try register(kind, callableMethods) }
    try register(kinds.handle, handleMethods)
    try register(kinds.scope, scopeMethods)
    try register(kinds.history, historyMethods)
    try register(kinds.job, jobMethods)
    try register(kinds.loadable, loadableMethods)
    try register(kinds.database, databaseMethods)
    try register(kinds.family, familyMethods)
    try register(kinds.stream, [])
    try register(kinds.view, [])
  }

  func register(_ module: String, prefix: String, _ entries: [Entry]) throws {
    let word = prefix.split(separator: ".").last.map(String.init) ?? prefix
    functionNames[word, default: []] += entries.map(\.name)
    for entry in entries {
      let name = "\(prefix).\(entry.name)"
      let body = guarded(entry.body, name: name)
      try lua.register(entry.name, in: module, mixedTables: entry.mixed, wholeTables: entry.whole) {
        [unowned self] call in
        try perform(body, &call, name: name, offset: 0)
      }
    }
  }

  /// - Parameter builtIn: methods that the runtime itself gives to objects of this kind.
  func register(_ kind: ObjectKind, _ entries: [Entry], besides builtIn: [String] = []) throws {
    methodNames[kind] = builtIn + entries.map(\.name)
    try refuseUnknownNames(of: kind, methods: builtIn + entries.map(\.name))
    for entry in entries {
      let name = "\(kind.name):\(entry.name)"
      try lua.registerMethod(entry.name, of: kind, wholeTables: entry.whole) { [unowned self] call in
        try perform(entry.body, &call, name: name, offset: 1)
      }
    }
  }

  func perform(_ body: Body, _ call: inout HostCall, name: String, offset: Int) throws {
    call.frame.pointee.wait = 0
    do {
      try body(Call(surface: self, frame: call.frame, offset: offset, name: name))
    } catch {
      throw raisable(error)
    }
    if call.frame.pointee.wait != 0 { call.wait(for: call.frame.pointee.wait) }
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
    knownStringFind = nil
    engine.siteSource = nil
    engine.adopt(watching: nil)
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
