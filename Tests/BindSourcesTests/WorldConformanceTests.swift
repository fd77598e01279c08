import BindCore
import BindSources
import Foundation
import Testing

/// The two implementations that every test of this suite runs on.
enum WorldKind: String, CaseIterable, Sendable { case real, virtual }

/// One of them with a folder of its own, in which a test can write.
private final class Stage {
  let driver: any WorldDriver
  let folder: String
  private let temporary: TemporaryFolder?
  private let files: VirtualFiles?

  init(
    _ kind: WorldKind,
    _ change: (inout Permissions, String) -> Void = { permissions, _ in permissions.allowEverything() }
  )
    throws
  {
    switch kind {
    case .real:
      let temporary = try TemporaryFolder()
      var permissions = Permissions(scriptFolder: temporary.path)
      change(&permissions, temporary.path)
      driver = try RealWorld(permissions: permissions, seed: 1)
      (folder, self.temporary, files) = (temporary.path, temporary, nil)
    case .virtual:
      var permissions = Permissions(scriptFolder: "/script")
      change(&permissions, "/script")
      let world = VirtualWorld(permissions: permissions)
      world.processes.stub("echo") { process in
        process.write(process.request.argv.dropFirst().map(\.bytes).joined(separator: [0x20]) + [0x0a])
        process.finish()
      }
      world.processes.stub("false", status: .exited(1))
      world.processes.stub("cat") { process in
        process.write(process.request.stdin ?? [])
        process.finish()
      }
      world.processes.stub("sleep") { _ in }
      driver = world
      (folder, temporary, files) = ("/script", nil, world.files)
    }
  }

  deinit { driver.close(grace: .milliseconds(200)) }

  var world: World { driver.world }

  func write(_ text: String, to name: String) throws {
    files?.write(name, text)
    try temporary?.write(text, to: name)
  }
  func makeFolder(_ name: String) throws {
    files?.makeFolder(name)
    try temporary?.makeFolder(name)
  }
  func remove(_ name: String) throws {
    files?.remove(name)
    try temporary?.remove(name)
  }
  func move(_ name: String, to other: String) throws {
    files?.move(name, to: other)
    try temporary?.move(name, to: other)
  }
  func link(_ name: String, to target: String) throws {
    files?.link(name, to: target)
    try temporary?.link(name, to: target)
  }

  func wait(for what: Comment, until condition: () -> Bool, at place: SourceLocation = #_sourceLocation) throws {
    let isReached = driver.run(while: { !condition() }, atMost: .seconds(60))
    try #require(isReached, what, sourceLocation: place)
  }

  func content(of path: String) throws -> Result<[UInt8], WorldFailure> {
    var result: Result<[UInt8], WorldFailure>?
    try world.files.read(path) { result = $0 }
    #expect(result == nil, "never inside the call")
    try wait(for: "the file is read", until: { result != nil })
    return try #require(result)
  }

  func outcome(of request: ProcessRequest) throws -> ProcessOutcome {
    var outcome: ProcessOutcome?
    try world.processes.spawn(request) { outcome = $0 }
    #expect(outcome == nil, "never inside the call")
    try wait(for: "the command ends", until: { outcome != nil })
    return try #require(outcome)
  }
}

@Suite("Both Worlds") struct WorldConformanceTests {
  @Test(arguments: WorldKind.allCases)
  func timersRunByDueTimeAndThenInTheOrderOfTheirMaking(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    let clock = stage.world.clock
    let start = clock.now
    var order: [String] = []
    for (label, milliseconds) in [("c", 20), ("a", 5), ("b", 10), ("a2", 5), ("past", -50), ("now", 0)] {
      let due = start + .milliseconds(max(milliseconds, 0))
      clock.schedule(at: start + .milliseconds(milliseconds), label: label) {
        order.append(label)
        #expect(clock.now >= due)
      }
    }
    #expect(order.isEmpty)
    #expect(clock.pendingTimers == 6)
    stage.driver.run { true }
    #expect(order == ["past", "now", "a", "a2", "b", "c"])
    #expect(clock.pendingTimers == 0)
    #expect(clock.now - start >= .milliseconds(20))
  }

  @Test(arguments: WorldKind.allCases)
  func aCancelledTimerNeverRunsAndKeepsNothingAlive(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    let clock = stage.world.clock
    let far = clock.schedule(after: .seconds(3600), label: "far") { Issue.record("cancelled") }
    var victim: (any Token)?
    clock.schedule(after: .zero, label: "killer") {
      victim?.cancel()
      far.cancel()
      far.cancel()
    }
    victim = clock.schedule(after: .zero, label: "victim") { Issue.record("cancelled") }
    #expect(stage.driver.isAlive)
    stage.driver.run { true }
    #expect(!far.isActive)
    #expect(victim?.isActive == false)
    #expect(!stage.driver.isAlive)
  }

  @Test(arguments: WorldKind.allCases)
  func aTimerThatKeepsNothingAliveDoesNotHoldTheRun(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    let clock = stage.world.clock
    let silent = clock.schedule(after: .seconds(3600), label: "silent") {}
    silent.keepsAlive = false
    var hasRun = false
    clock.schedule(after: .milliseconds(1), label: "short") { hasRun = true }
    stage.driver.run { true }
    #expect(hasRun)
    #expect(silent.isActive)
    #expect(clock.pendingTimers == 1)
  }

  @Test(arguments: WorldKind.allCases)
  func aTimerMayMakeTheNextOneAndStarvesNobody(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    let clock = stage.world.clock
    var rounds = 0
    var other = false
    func again() {
      rounds += 1
      if !other { clock.schedule(after: .zero, label: "again", again) }
    }
    again()
    clock.schedule(after: .zero, label: "other") { other = true }
    stage.driver.run { true }
    #expect(other)
    #expect(rounds < 10)
  }

  @Test(arguments: WorldKind.allCases)
  func whatIsWrittenIsReadAndListed(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    func write(_ text: String, to path: String, appending: Bool = false) throws -> WorldFailure? {
      var result: Result<Void, WorldFailure>?
      try stage.world.files.write(Array(text.utf8), to: path, appending: appending) { result = $0 }
      #expect(result == nil, "never inside the call")
      try stage.wait(for: "the file is written") { result != nil }
      if case .failure(let failure)? = result { return failure }
      return nil
    }
    func list(_ path: String) throws -> Result<[FileEntry], WorldFailure> {
      var result: Result<[FileEntry], WorldFailure>?
      try stage.world.files.list(path) { result = $0 }
      try stage.wait(for: "the list") { result != nil }
      return try #require(result)
    }
    func problem<Success>(_ result: Result<Success, WorldFailure>) -> ErrorKind? {
      if case .failure(let failure) = result { failure.kind } else { nil }
    }
    try stage.makeFolder("inner")
    #expect(try write("one", to: "b") == nil)
    #expect(try write("two", to: "b") == nil)
    #expect(try write("+", to: "b", appending: true) == nil)
    #expect(try write("new", to: "inner/a", appending: true) == nil)
    #expect(text(try stage.content(of: "b").get()) == "two+")
    #expect(text(try stage.content(of: "inner/a").get()) == "new")
    try stage.link("link", to: "b")
    #expect(try write("three", to: "link") == nil)
    #expect(text(try stage.content(of: "b").get()) == "three", "the link is followed, and stays")
    let entries = try list(".").get()
    #expect(entries.map(\.name) == ["b", "inner", "link"])
    #expect(entries.map(\.status.kind) == [.file, .directory, .link])
    #expect(entries[0].status.size == 5)
    #expect(try write("x", to: "none/x")?.kind == .notFound)
    #expect(try write("x", to: "inner")?.kind == .file)
    #expect(problem(try list("none")) == .notFound)
    #expect(problem(try list("b")) == .notFound)
  }

  @Test(arguments: WorldKind.allCases)
  func writingEndsAtTheBorderOfItsPermission(_ kind: WorldKind) throws {
    let stage = try Stage(kind) { permissions, folder in
      permissions[.read].allow = .everything
      permissions[.write].allow = .only([folder + "/open"])
      permissions[.write].deny = .only([folder + "/open/shut"])
    }
    try stage.makeFolder("open/shut")
    try stage.write("mine", to: "closed/f")
    try stage.link("open/out", to: "../closed")
    try stage.link("open/file", to: stage.folder + "/closed/f")
    try stage.link("in", to: "open")
    func flag(_ path: String) -> String?? {
      do throws(Refusal) {
        try stage.world.files.write([1], to: path) { _ in }
        return nil
      } catch {
        return .some(error.flag)
      }
    }
    #expect(flag("open/new") == nil)
    #expect(flag("in/new") == nil, "it is where it leads to that counts")
    #expect(flag("closed/f") == "--allow-write=\(stage.folder)/closed/f")
    #expect(flag("open/../closed/f") == "--allow-write=\(stage.folder)/closed/f")
    #expect(flag("open/out/f") == "--allow-write=\(stage.folder)/closed/f")
    #expect(flag("open/out/../open/new") == nil)
    #expect(flag("open/file") == "--allow-write=\(stage.folder)/closed/f")
    #expect(flag("open/shut/f") == .some(nil))
    #expect(flag("in/shut/f") == .some(nil))
    #expect(flag("script.lua") == "--allow-write=\(stage.folder)/script.lua", "the script's own modules are read only")
    stage.driver.run { true }
    #expect(text(try stage.content(of: "closed/f").get()) == "mine")
  }

  @Test(arguments: WorldKind.allCases)
  func everyCallbackIsWrappedAndFollowedByTheEndOfATurn(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    var log: [String] = []
    stage.driver.around = { body in
      log.append("(")
      body()
      log.append(")")
    }
    stage.driver.onTurn = { log.append("turn") }
    try stage.write("x", to: "f")
    stage.world.clock.schedule(after: .zero, label: "timer") { log.append("timer") }
    stage.driver.run { true }
    #expect(log == ["(", "timer", ")", "turn"])
    log = []
    try stage.world.files.read("f") { _ in log.append("file") }
    stage.driver.run { true }
    #expect(log == ["(", "file", ")", "turn"])
    log = []
    try stage.world.processes.spawn(.init(argv: ["echo"])) { _ in log.append("process") }
    stage.driver.run { true }
    #expect(log.suffix(4) == ["(", "process", ")", "turn"])
  }

  @Test(arguments: WorldKind.allCases)
  func filesAreReadAndTheirAbsenceIsAFailureOfItsKind(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    try stage.write("hello", to: "f")
    try stage.makeFolder("d")
    #expect(text(try stage.content(of: "f").get()) == "hello")
    #expect(text(try stage.content(of: stage.folder + "/./d/../f").get()) == "hello")
    for (path, kind) in [("none", ErrorKind.notFound), ("d", .file)] {
      guard case .failure(let failure) = try stage.content(of: path) else {
        Issue.record("\(path) is no file")
        continue
      }
      #expect(failure.kind == kind)
      #expect(failure.message.contains(path))
    }
    var status: Result<FileStatus, WorldFailure>?
    try stage.world.files.stat("f") { status = $0 }
    try stage.wait(for: "the status") { status != nil }
    #expect(try status?.get().size == 5)
    #expect(try status?.get().kind == .file)
  }

  @Test(arguments: WorldKind.allCases)
  func aWatchTellsCreationChangeDeletionAndMove(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    var events: [FileEvent] = []
    let token = try stage.world.files.watch("f") { if case .success(let event) = $0 { events.append(event) } }
    try stage.write("1", to: "f")
    try stage.wait(for: "creation") { events.last?.size == 1 }
    #expect(events.first?.kind == .created)
    #expect(events.first?.path == "f")
    try stage.write("22", to: "f")
    try stage.wait(for: "change") { events.last == FileEvent(path: "f", kind: .modified, size: 2) }
    try stage.write("333", to: "tmp")
    try stage.move("tmp", to: "f")
    try stage.wait(for: "atomic save") { events.last == FileEvent(path: "f", kind: .modified, size: 3) }
    try stage.move("f", to: "g")
    try stage.wait(for: "move") { events.last == FileEvent(path: "f", kind: .moved, size: 0) }
    try stage.write("1", to: "f")
    try stage.wait(for: "return") { events.last?.size == 1 }
    try stage.remove("f")
    try stage.wait(for: "deletion") { events.last == FileEvent(path: "f", kind: .deleted, size: 0) }
    #expect(stage.driver.isAlive)
    token.cancel()
    #expect(!stage.driver.isAlive)
  }

  @Test(arguments: WorldKind.allCases)
  func programsRunAndFailWithTheirKinds(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    #expect(text(try stage.outcome(of: .init(argv: ["echo", "a", "b c"])).out) == "a b c\n")
    #expect(try stage.outcome(of: .init(argv: ["cat"], stdin: [0, 255])).out == [0, 255])
    let failed = try stage.outcome(of: .init(argv: ["false"]))
    #expect(failed.failure?.kind == .exit)
    #expect(failed.failure?.status == 1)
    #expect(try stage.outcome(of: .init(argv: ["no-such-program"])).failure?.kind == .notFound)
    let late = try stage.outcome(of: .init(argv: ["sleep", "300"], timeout: .milliseconds(30)))
    #expect(late.failure?.kind == .timeout)
    #expect(!stage.driver.isAlive)
  }

  @Test(arguments: WorldKind.allCases)
  func aCancelledProgramIsSilentAndItsEndIsTold(_ kind: WorldKind) throws {
    let stage = try Stage(kind)
    let token = try stage.world.processes.spawn(.init(argv: ["sleep", "300"])) { _ in Issue.record("cancelled") }
    var isGone = false
    stage.world.clock.schedule(after: .milliseconds(5), label: "cancel") { token.cancel { isGone = true } }
    stage.driver.run { true }
    #expect(isGone)
    #expect(!token.isActive)
  }

  @Test(arguments: WorldKind.allCases)
  func nothingIsReachedPastTheGate(_ kind: WorldKind) throws {
    let stage = try Stage(kind) { permissions, folder in
      permissions[.run].allow = .only(["echo"])
      permissions[.read].allow = .only([folder + "/open"])
    }
    try stage.write("return 1", to: "lib/mod.lua")
    try stage.write("secret", to: "secret.txt")
    try stage.write("public", to: "open/f")
    try stage.link("open/out", to: "../secret.txt")
    try stage.link("fake.lua", to: "secret.txt")
    func refusal(_ path: String) -> Refusal? {
      do throws(Refusal) {
        try stage.world.files.read(path) { _ in }
        return nil
      } catch { return error }
    }
    let flag = "--allow-read=\(stage.folder)/secret.txt"
    #expect(text(try stage.content(of: "lib/mod.lua").get()) == "return 1")
    #expect(text(try stage.content(of: "open/f").get()) == "public")
    #expect(refusal("secret.txt")?.flag == flag)
    #expect(refusal("open/../secret.txt")?.flag == flag)
    #expect(refusal("open/out")?.flag == flag, "the flag names where the link leads")
    #expect(refusal("fake.lua")?.flag == flag)
    #expect(refusal("openly") != nil, "a rule is no prefix of letters")
    #expect(refusal("/proc/self/status")?.flag == "--allow-read=/proc/self/status")
    #expect(throws: Refusal.self) { try stage.world.files.watch("secret.txt") { _ in } }
    #expect(throws: Refusal.self) { try stage.world.files.stat("secret.txt") { _ in } }
    #expect(throws: Refusal.self) { try stage.world.processes.spawn(.init(argv: ["false"])) { _ in } }
    #expect(text(try stage.outcome(of: .init(argv: ["echo"])).out) == "\n")
  }

  @Test(arguments: WorldKind.allCases)
  func aWatchedLinkThatIsTurnedToAForbiddenPlaceEndsTheWatch(_ kind: WorldKind) throws {
    let stage = try Stage(kind) { permissions, folder in permissions[.read].allow = .only([folder + "/open"]) }
    try stage.write("1", to: "open/f")
    try stage.write("22", to: "secret")
    try stage.link("open/link", to: "f")
    var events: [FileEvent] = []
    var failures: [WorldFailure] = []
    let token = try stage.world.files.watch("open/link") {
      switch $0 {
      case .success(let event): events.append(event)
      case .failure(let failure): failures.append(failure)
      }
    }
    try stage.write("333", to: "open/f")
    try stage.wait(for: "a change") { events.last?.size == 3 }
    try stage.link("turned", to: stage.folder + "/secret")
    try stage.move("turned", to: "open/link")
    try stage.wait(for: "the refusal") { !failures.isEmpty }
    #expect(failures.first?.kind == .notPermitted)
    #expect(failures.first?.refusal?.flag == "--allow-read=\(stage.folder)/secret")
    #expect(!token.isActive)
    #expect(!events.contains { $0.size == 2 })
  }
}
