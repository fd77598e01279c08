import BindCore
import BindLua
import BindSources
import BindViews
import Glibc

/// One test file: its interpreter, which reads it once, and for each test a fresh World, and a host that begins anew.
///
/// Isolation: confined to the thread that made it. Call `close()` before letting it go.
final class TestBench {
  let file: TestFile
  let options: TestOptions
  let stop: TestStop
  private(set) var world: VirtualWorld
  private(set) var host: Host!
  private(set) var reading: TestReading?
  /// The text of every script that ran, by the name that positions carry.
  private(set) var sources: [String: String] = [:]
  private(set) var printedWhileRead: [UInt8] = []
  private var pristine: LuaReference?
  private var seedFunction: LuaReference?

  // Of the present test.
  var scope: Scope?
  var reports: [Report] = []
  var output: [UInt8] = []
  var requests: [Request] = []
  var isMovingTime = false
  var stubs: [Stub] = []
  var missed: (place: SourcePosition, sentence: String)?
  /// What was written by a path that starts at the script's folder, which the test may not have named yet.
  var writtenFiles: [(path: String, bytes: [UInt8])] = []
  var allowed: [TestAllowance] = []
  var snapshots: TestSnapshots
  private var instant = Instant(nanoseconds: 0)
  private var eventsLeft = VirtualClock.eventsPerInstantLimit

  /// Something that is done outside every turn.
  struct Request {
    let movesTime: Bool
    /// Gives back what goes on in a turn afterwards.
    let body: () -> (() -> Void)
  }

  final class Stub {
    let name: String
    let place: SourcePosition?
    var uses = 0

    init(_ name: String, at place: SourcePosition?) {
      self.name = name
      self.place = place
    }
  }

  /// - Throws: no memory.
  init(_ file: TestFile, _ options: TestOptions, stop: TestStop) throws {
    self.file = file
    self.options = options
    self.stop = stop
    snapshots = TestSnapshots(of: file, updates: options.updatesSnapshots)
    world = Self.freshWorld(file, ordering: nil)
    var hostOptions = HostOptions(permissions: world.world.gate.permissions) { [unowned self] in reports.append($0) }
    hostOptions.print = { [unowned self] in output += $0 }
    hostOptions.log = LogWriter(level: .debug, format: .pretty) { [unowned self] in output += $0 }.log
    hostOptions.tracesEvents = true
    hostOptions.testing = self
    host = try Host(hostOptions, virtual: world)
    host.modules.onLoad = { [unowned self] in know($0.bytes, of: $0.name) }
    host.modules.testText = { [unowned self] in text(at: $0) }
    host.modules.testFolders = [file.folder]
    host.onTurn = { [stage = host.stage] in _ = stage.takeChanges() }
    stop.aim(at: host.interpreter.interruptor)
  }

  func close() {
    stop.aim(at: nil)
    pristine = nil
    seedFunction = nil
    scope = nil
    requests = []
    _ = host.close()
    host.engine.trace = nil
  }

  /// The same for every test: what is not stubbed is not there, and what is there may be used.
  private static func freshWorld(_ file: TestFile, ordering: OrderOfReady?) -> VirtualWorld {
    var permissions = Permissions(scriptFolder: file.folder)
    permissions.allowEverything()
    let world = VirtualWorld(permissions: permissions, seed: seed)
    if let ordering { world.clock.choose(by: SeededRandom(seed: ordering.seed), atMost: ordering.choices) }
    return world
  }

  /// Of chance in tests, in Lua's `math.random` too.
  private static let seed: UInt64 = 1

  func know(_ bytes: [UInt8], of name: String) { sources[name] = String(decoding: bytes, as: UTF8.self) }

  // MARK: Reading

  /// Reads the file, once: what it declares.
  /// - Throws: a `Diagnostic` where it cannot be read or its text raises.
  func read() throws -> TestSuite {
    let script = try ScriptText.load(.file(file.path))
    know(script.bytes, of: file.name)
    let reading = TestReading()
    self.reading = reading
    defer { self.reading = nil }
    let lua = host.interpreter
    var outcome: Result<Value, Failure>?
    let scope = Scope(name: file.name, in: host.scope, engine: host.engine)
    try loading(lua) {
      let chunk = try lua.load(ByteString(bytes: script.bytes), name: "@" + file.name)
      try lua.setEnvironment(of: chunk, module: Surface.testModule, functions: Surface.testGlobals)
      let random = try lua.load(ByteString("math.randomseed(...)"), name: "=bindhost")
      seedFunction = random
      turn {
        host.surface.tasks.start(chunk, in: scope, label: "test file", isTransaction: false) { outcome = $0 }
      }
    }
    guard let outcome else {
      scope.close()
      throw Diagnostic(.bindYield, "\(file.name): a test file is read at once: what waits stands in `it`")
    }
    if case .failure(let failure) = outcome { throw Diagnostic(Report(failure, during: "")) }
    try loading(lua) { pristine = try lua.keepGlobals() }
    printedWhileRead = output
    return reading.file
  }

  private func loading(_ lua: Interpreter, _ body: () throws -> Void) throws {
    do { try body() } catch let failure as LuaFailure {
      var diagnostic = failure.diagnostic
      if diagnostic.id == .scriptError { diagnostic.id = .scriptSyntax }
      throw diagnostic
    }
  }

  // MARK: Beginning anew

  /// Another World, and a host that knows nothing.
  func renew(ordering: OrderOfReady?) {
    reports = []
    output = []
    requests = []
    isMovingTime = false
    stubs = []
    missed = nil
    writtenFiles = []
    allowed = []
    world = Self.freshWorld(file, ordering: ordering)
    instant = world.clock.now
    eventsLeft = VirtualClock.eventsPerInstantLimit
    host.renew(world)
    if options.isStrict { host.engine.unreadFailures = [] }
    host.modules.folder = file.folder
    host.modules.testFolders = [file.folder]
    if let seedFunction { _ = try? host.interpreter.call(seedFunction, [.integer(Int64(Self.seed))]) }
    let scope = Scope(name: "test", in: host.scope, engine: host.engine)
    scope.isScript = true
    self.scope = scope
  }

  /// Ends what the test has made.
  func endTest() {
    host.endScripts()
    scope = nil
    requests = []
    if let pristine { try? host.interpreter.restoreGlobals(pristine) }
    host.interpreter.releaseGarbage()
  }

  // MARK: Running

  /// Runs one function of the test to its end, as a task; time goes on by itself while it waits.
  func run(_ function: LuaReference, _ label: String) -> Failure? {
    guard let scope else { return nil }
    var outcome: Result<Value, Failure>?
    var task: Tasks.Task?
    turn {
      task = host.surface.tasks.start(function, in: scope, label: label, isTransaction: false) { outcome = $0 }
    }
    guard let task else { return nil }
    drive(task) { outcome != nil }
    if case .failure(let failure)? = outcome { return failure }
    return outcome == nil ? stopped ?? .diagnostic(stuck("it did not end")) : nil
  }

  /// How often a test that waits for ever is told so, before it is ended.
  private static let patience = 100
  /// Of real time, for a test that waits while something goes on happening.
  private static let waitLimit = Duration.seconds(5)

  private func drive(_ task: Tasks.Task, until hasEnded: () -> Bool) {
    var told = 0
    var events = 0
    var began = ContinuousClock.now
    while !hasEnded() {
      if stopped != nil { return turn { task.stop() } }
      if let request = takeRequest() {
        perform(request)
        began = .now
        events = 0
        continue
      }
      events += 1
      let isEndless = events % 256 == 0 && ContinuousClock.now - began > Self.waitLimit
      var failure: Failure?
      do throws(Failure) {
        if !isEndless, try runNext(until: Instant(nanoseconds: .max)) { continue }
      } catch { failure = error }
      guard told < Self.patience else { return turn { task.stop() } }
      told += 1
      let why =
        isEndless
        ? "this waits while other things go on happening for ever" : "this waits for something that never comes"
      turn { host.surface.tasks.fail(task, failure ?? .diagnostic(stuck(why))) }
    }
  }

  private func stuck(_ why: String) -> Diagnostic { Diagnostic(.testStuck, why) }

  private func takeRequest() -> Request? { requests.isEmpty ? nil : requests.removeFirst() }

  private func perform(_ request: Request) {
    isMovingTime = request.movesTime
    let answer = request.body()
    isMovingTime = false
    turn(answer)
  }

  /// What a person does while time moves.
  private func performRequests() {
    while let next = requests.first, !next.movesTime {
      requests.removeFirst()
      turn(next.body())
    }
  }

  /// How long virtual time stands still for an answer of this machine.
  private static let realPatience = Duration.seconds(10)

  /// - Returns: false if nothing real is under way, or it takes too long.
  private func waitForReality() -> Bool {
    let before = world.realRequests
    let limit = ContinuousClock.now + Self.realPatience
    repeat {
      world.takeAnswers(waitingAtMost: .milliseconds(100))
      performRequests()
      if before == 0 { return false }
    } while world.realRequests >= before && stopped == nil && ContinuousClock.now < limit
    return world.realRequests < before || stopped != nil
  }

  /// Ctrl-C.
  private var stopped: Failure? {
    stop.isStopped ? .stopped(Diagnostic(.hostInterrupted, "the tests were stopped")) : nil
  }

  func turn(_ body: () -> Void) {
    if let around = world.around { around(body) } else { body() }
    world.onTurn?()
  }

  func runNext(until end: Instant) throws(Failure) -> Bool {
    if let stopped { throw stopped }
    if world.clock.next.map({ $0.due > world.clock.now }) ?? true, waitForReality() { return true }
    guard let next = world.clock.next, next.due <= end else { return false }
    if next.due > instant {
      instant = next.due
      eventsLeft = VirtualClock.eventsPerInstantLimit
    }
    eventsLeft -= 1
    guard eventsLeft > 0 else {
      throw .diagnostic(
        Diagnostic(
          .testStuck,
          "time stands still: \(VirtualClock.eventsPerInstantLimit) events at one instant, the next one is '\(next.label)'"
        ))
    }
    world.clock.runNext()
    performRequests()
    return true
  }
}
