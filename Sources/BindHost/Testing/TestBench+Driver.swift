import BindCore
import BindLua
import BindSources
import BindViews

/// What a test does to the world around its script.
extension TestBench: TestDriver {
  func missed(_ sentence: String, at place: SourcePosition) { missed = (place, sentence) }

  func later(movesTime: Bool, _ body: @escaping () -> (() -> Void)) throws(Failure) {
    if movesTime, isMovingTime {
      throw .diagnostic(
        Diagnostic(
          .bindYield, "time is moving already: only the test itself moves it",
          notes: ["a stub or a task waits with bh.sleep"]))
    }
    requests.append(Request(movesTime: movesTime, body: body))
  }

  func advance(by time: Duration) throws(Failure) {
    let end = world.clock.now + max(time, .zero)
    while try runNext(until: end) {}
    if end > world.clock.now { world.clock.sleep(for: end - world.clock.now) }
  }

  var pendingTimers: Int { world.clock.pending.reduce(0) { $0 + $1.count } }

  func sleep(for time: Duration) { world.clock.sleep(for: time) }

  func set(date: WallTime) { world.clock.set(date: date) }

  func change(isOnline: Bool?, isHidden: Bool?) {
    turn { world.world.surroundings.change(isOnline: isOnline, isHidden: isHidden) }
  }

  // MARK: The script

  func run(script path: String, allowing: [TestAllowance]) throws(Failure) -> Value {
    let absolute = LexicalPath.absolute(path, in: file.folder)
    let lead = LexicalPath.split(file.name).folder
    let name = path.hasPrefix("/") || lead.isEmpty ? path : lead + "/" + path
    let script: ScriptText
    do throws(Diagnostic) { script = try self.script(at: absolute, name: name) } catch { throw .diagnostic(error) }
    know(script.bytes, of: name)
    try move(to: LexicalPath.split(absolute).folder, allowing: allowing)
    return try run(script.bytes, name: name)
  }

  private func script(at path: String, name: String) throws(Diagnostic) -> ScriptText {
    let folder = LexicalPath.split(path).folder
    if let bytes = world.files.content(of: path) { return ScriptText(name: name, folder: folder, bytes: bytes) }
    do throws(Diagnostic) {
      return ScriptText(name: name, folder: folder, bytes: try ScriptText.load(.file(path)).bytes)
    } catch {
      throw Diagnostic(
        .hostNoSuchFile, "test.run: there is no file \(name)", notes: ["paths start at the test's folder"])
    }
  }

  /// What the chunk returned, if it has ended by now: what is due at this instant has run.
  private func run(_ source: [UInt8], name: String) throws(Failure) -> Value {
    guard let outer = scope else { return .nil }
    let script = Scope(name: name, in: outer, engine: host.engine)
    script.isScript = true
    var outcome: Result<Value, Failure>?
    var failure: Failure?
    var isLeftAlone = false
    turn {
      do {
        let chunk = try host.interpreter.load(ByteString(bytes: source), name: "@" + name)
        host.surface.tasks.start(chunk, in: script, label: "main chunk", isTransaction: false) { [unowned script] in
          if case .failure(let error) = $0 {
            script.close()
            // Nobody waits for it any more.
            if isLeftAlone { script.report(Report(error, during: "main chunk")) }
          }
          outcome = $0
        }
      } catch { failure = TestBench.syntaxError(error) }
    }
    if let failure { throw failure }
    while outcome == nil, try runNext(until: world.clock.now) {}
    guard let outcome else {
      isLeftAlone = true
      return .nil
    }
    if case .failure(let failure) = outcome { throw Self.placed(failure) }
    return try outcome.get()
  }

  /// What `error "text"` raised in the script keeps its place there; any other value passes as it is.
  private static func placed(_ failure: Failure) -> Failure {
    guard case .raised(let error) = failure, case .string = error.value, error.position != nil else { return failure }
    return .diagnostic(Diagnostic(Report(failure, during: "")))
  }

  private static func syntaxError(_ error: any Error) -> Failure {
    guard let failure = error as? LuaFailure else { return Engine.failure(error) }
    var diagnostic = failure.diagnostic
    if diagnostic.id == .scriptError { diagnostic.id = .scriptSyntax }
    return .diagnostic(diagnostic)
  }

  /// The script's own folder is where its paths start.
  private func move(to folder: String, allowing: [TestAllowance]) throws(Failure) {
    world.files.move(to: folder)
    for (path, bytes) in writtenFiles { world.files.write(path, bytes: bytes) }
    host.modules.folder = folder
    host.modules.testFolders = folder == file.folder ? [folder] : [folder, file.folder]
    var permissions = world.world.gate.permissions
    permissions.scriptFolder = folder
    world.world.gate.adopt(permissions)
    allowed += allowing
    if !allowed.isEmpty { try letThrough(from: folder) }
  }

  /// What `allow` names is real.
  private func letThrough(from folder: String) throws(Failure) {
    var permissions = Permissions(scriptFolder: folder)
    for allowance in allowed {
      let flag = Permissions.Flag(kind: allowance.kind, allows: true).name
      do throws(PermissionFlagError) {
        _ = try permissions.apply(flag: flag, value: allowance.names, relativeTo: folder)
      } catch {
        throw .diagnostic(Diagnostic(.bindArgument, "test.run: option 'allow': \(error.message)"))
      }
    }
    do throws(SystemError) { try world.letThrough(permissions) } catch {
      throw .diagnostic(Diagnostic(.hostInternal, "the event loop could not be made: \(error)"))
    }
  }

  /// A module: as the test wrote it, else as it stands on the disk.
  func text(at path: String) -> [UInt8]? {
    if let bytes = world.files.content(of: path) { return bytes }
    do throws(Diagnostic) { return try ScriptText.load(.file(path)).bytes } catch { return nil }
  }

  // MARK: Stubs

  func stub(
    url pattern: StubPattern, at place: SourcePosition?, matches: ((String) -> Bool)?,
    _ body: @escaping (HTTPRequest, @escaping (StubAnswer) -> Void) -> JobRun?
  ) {
    let stub = Stub("test.http:stub(\"\(pattern.text)\")", at: place)
    stubs.append(stub)
    let answers = { (request: HTTPRequest) in
      if let method = pattern.method, method != request.method { return false }
      if VirtualNetwork.matches(pattern.url, request.address) { return true }
      return matches?(request.address.text) ?? false
    }
    world.network.stub(answers) { exchange in
      stub.uses += 1
      let run = body(exchange.request) { [weak exchange] answer in
        guard let exchange else { return }
        exchange.onCancel = nil
        switch answer {
        case .answer(let status, let headers, let body): exchange.answer(status: status, headers: headers, body: body)
        case .failure(let failure): exchange.fail(failure)
        }
      }
      if exchange.isActive { exchange.onCancel = { run?.cancel() } }
    }
  }

  func stub(
    program: String, at place: SourcePosition?,
    _ body: @escaping (ProcessRequest, @escaping (StubOutcome) -> Void) -> JobRun?
  ) {
    let stub = Stub("test.exec:stub(\"\(program)\")", at: place)
    stubs.append(stub)
    world.processes.stub(program) { process in
      stub.uses += 1
      let run = body(process.request) { [weak process] outcome in
        guard let process else { return }
        process.onCancel = nil
        switch outcome {
        case .ended(let out, let err, let status):
          process.write(out)
          process.write(err, to: .err)
          process.finish(status)
        case .failure(let failure): process.fail(failure)
        }
      }
      if !process.isOver { process.onCancel = { run?.cancel() } }
    }
  }

  func write(file path: String, _ bytes: [UInt8]) {
    if !path.hasPrefix("/") { writtenFiles.append((path, bytes)) }
    turn { world.files.write(path, bytes: bytes) }
  }

  // MARK: The screen

  func screen(columns: Int?, rows: Int?) throws(Failure) -> String {
    host.stage.screen(
      columns: columns ?? Stage.usualColumns, rows: rows ?? Stage.usualRows, focus: host.input.focused
    ).text
  }

  func compare(snapshot name: String, with text: String) throws(Failure) {
    do throws(Diagnostic) { try snapshots.compare(name, with: text) } catch { throw .diagnostic(error) }
  }

  var trace: [String] { host.engine.trace?.lines ?? [] }
}
