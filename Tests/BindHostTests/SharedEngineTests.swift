import BindCore
import BindHost
import Foundation
import Testing

private struct User: Equatable, Sendable {
  var name = "Ada"
  var age = 36
}

/// A host with the lines that its scripts printed and the errors that nobody caught.
private final class Opened {
  final class Lines {
    var printed: [String] = []
    var errors: [String] = []
    var onLine: (String) -> Void = { _ in }
  }
  let lines = Lines()
  let host: BindHost.Host

  init(_ user: Bindable<User>? = nil, configure: (inout HostOptions) -> Void = { _ in }) throws {
    let lines = lines
    var options = HostOptions(scriptFolder: "/nowhere") { lines.errors.append($0) }
    options.print = {
      let line = String(decoding: $0.dropLast(), as: UTF8.self)
      lines.printed.append(line)
      lines.onLine(line)
    }
    configure(&options)
    host = try BindHost.Host(options)
    if let user { try host.expose(user, as: "user") { $0.field("age", \User.age) } }
  }

  @discardableResult
  func run(_ code: String, name: String = "test.lua") -> [String] {
    var failure: Failure?
    host.start(Array(("local bh = require 'bindhost'; " + code).utf8), name: name) {
      if case .failure(let error) = $0 { failure = error }
    }
    if let failure { lines.errors.append("\(failure)") }
    defer { lines.printed = [] }
    return lines.printed
  }
}

@Suite(.serialized) struct SharedEngineTests {
  private static let reads = """
    local user = bh.open 'user'
    bh.transaction(function() user 'age':set(99); print(user 'age':get()); user 'age':set(36) end)
    local double = bh.computed(function() return user 'age':get() * 2 end)
    double:observe(function(now) print('double', now) end)
    user 'age':set(50)
    user 'age':set(36)
    """
  private static let lines = ["99", "double\t72", "double\t100", "double\t72"]

  @Test func twoHostsOfOneThreadReadTheirOwnWritesAndAreTracked() throws {
    let user = Bindable(User(), name: "user")
    let first = try Opened(user)
    let second = try Opened(user)
    #expect(first.run(Self.reads) == Self.lines)
    first.host.close()
    #expect(second.run(Self.reads) == Self.lines)
    let third = try Opened(user)
    second.host.close()
    #expect(third.run(Self.reads) == Self.lines)
    third.host.close()
    #expect(first.lines.errors + second.lines.errors + third.lines.errors == [])
  }

  @Test func theLineThatWroteIsOfTheScriptThatRunsInnermost() throws {
    let user = Bindable(User(), name: "user")
    let first = try Opened(user)
    let second = try Opened(user)
    defer {
      first.host.close()
      second.host.close()
    }
    second.run(
      "bh.open('user') 'age':observe(function(age) if age == 1 then bh.open('user') 'age':set(2) end end)",
      name: "second.lua")
    first.run("bh.open('user') 'age':set(1)", name: "first.lua")
    #expect(user.value?.age == 2)
    #expect(user.why.contains("second.lua:1") && user.why.contains("first.lua:1"))
    second.run("bh.open('user') 'age':set(3)", name: "third.lua")
    first.run("bh.open('user') 'age':set(4)", name: "fourth.lua")
    #expect(user.why.contains("fourth.lua:1") && !user.why.contains("third.lua:1"))
  }

  @Test func arrivalsWakeAHostAfterAnotherOneHasClosed() throws {
    let user = Bindable(User(), name: "user")
    let first = try Opened(user)
    defer { first.host.close() }
    let second = try Opened(user)
    second.host.close()
    let arrivals = user.arrivals
    // Two seconds at most: without the wake nothing else ends the wait.
    first.run("local age = bh.open('user') 'age'; age:observe(function(now) print('age', now) end)")
    let asked = Date()
    Thread.detachNewThread { arrivals.modify { $0.age = 77 } }
    while user.value?.age != 77, Date() < asked.addingTimeInterval(20) { first.host.pump() }
    #expect(first.lines.printed == ["age\t77"])
  }

  @Test func theNewestOpenHostSetsTheLimitsAndHearsOfWhatIsNobodys() throws {
    let engine = Engine.current
    let before = engine.observerLimit
    let number = Bindable(0, name: "number")
    let first = try Opened { $0.observerLimit = 11 }
    let second = try Opened { $0.observerLimit = 12 }
    let third = try Opened { $0.observerLimit = 13 }
    #expect(engine.observerLimit == 13)
    second.host.close()
    #expect(engine.observerLimit == 13)
    third.host.close()
    #expect(engine.observerLimit == 11)
    Bindable<Int>(name: "empty").modify { $0 += 1 }
    #expect(first.lines.errors.count == 1 && third.lines.errors.isEmpty)
    first.host.close()
    #expect(engine.observerLimit == before)
    number.update(with: 1)
  }

  @Test func aHostThatNobodyHoldsAnyMoreIsClosed() throws {
    struct Boom: Error {}
    var lines: Opened.Lines?
    func work() throws {
      let opened = try Opened()
      lines = opened.lines
      opened.run("bh.on_exit(function() print 'bye' end)")
      throw Boom()
    }
    #expect(throws: Boom.self) { try work() }
    #expect(lines?.printed == ["bye"])
  }

  @Test func aClosedHostSaysThatItIsClosed() throws {
    let opened = try Opened()
    opened.host.close()
    #expect(opened.host.pump() == false)
    func id(_ body: () throws -> Void) -> DiagnosticID? {
      do { try body() } catch { return (error as? Diagnostic)?.id }
      return nil
    }
    #expect(id { try opened.host.run(file: "settings.lua") } == .bindDisposed)
    #expect(id { try opened.host.call("go") } == .bindDisposed)
    weak var kept: Bindable<User>?
    do {
      let user = Bindable(User())
      kept = user
      #expect(id { try opened.host.expose(user, as: "user") { $0.field("age", \User.age) } } == .bindDisposed)
    }
    #expect(kept == nil)
    #expect(opened.host.close() == [])
  }

  @Test func aHostThatIsClosedFromItsOwnPrintEndsWithTheScript() throws {
    let opened = try Opened()
    opened.lines.onLine = { [host = opened.host] line in if line == "close" { host.close() } }
    let folder = NSTemporaryDirectory() + "bindhost-close-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/close.lua"
    try
      "local bh = require 'bindhost'; local function again() print 'close'; print 'after'; bh.after(0.001, again) end again()"
      .write(toFile: file, atomically: true, encoding: .utf8)
    try opened.host.run(file: file)
    #expect(opened.lines.printed == ["close", "after"])
    #expect(opened.host.pump() == false)
  }

  @Test func aHostThatIsClosedByAnObserverOfItsScriptEndsAfterTheWave() throws {
    let user = Bindable(User(), name: "user")
    let opened = try Opened(user)
    opened.run(
      "bh.on_exit(function() print 'bye' end); bh.open('user') 'age':observe(function() print 'close' end, {initial = false})"
    )
    opened.lines.onLine = { [host = opened.host] line in if line == "close" { host.close() } }
    user.modify { $0.age = 1 }
    #expect(opened.lines.printed == ["close", "bye"])
    #expect(opened.host.pump() == false)
    opened.lines.onLine = { _ in }
  }

  @Test func whatAHostDoesWithALineIsNoPartOfTheScript() throws {
    let log = Bindable<[String]>([], name: "log")
    var seen = 0
    log.observe(initial: false) { _ in seen += 1 }
    let opened = try Opened()
    defer { opened.host.close() }
    opened.lines.onLine = { line in log.modify { $0.append(line) } }
    let printed = opened.run(
      """
      local number = bh.bindable(1)
      local double = bh.computed(function() print('computing ' .. number:get()); return number:get() * 2 end)
      print(double:get())
      pcall(bh.transaction, function() print 'in a transaction'; number:set(7); print(double:get()); error 'no' end)
      double:observe(function(now) print('observed ' .. now); if now == 4 then error('no', 0) end end)
      number:set(2)
      """)
    #expect(log.value == printed)
    for line in [
      "computing 1", "2", "in a transaction", "computing 7", "14", "observed 2", "computing 2", "observed 4",
    ] {
      #expect(printed.contains(line), "\(line)")
    }
    #expect(seen >= 1)
    #expect(opened.lines.errors.count == 1)
  }

  @Test func whatHearsOfAnErrorMayWriteToTheModelWhereverItHappened() throws {
    let errors = Bindable(0, name: "errors")
    let opened = try Opened()
    let engine = Engine.current
    let listener = engine.onError { _ in errors.modify { $0 += 1 } }
    try? engine.transaction {
      Bindable<Int>(name: "empty").modify { $0 += 1 }
      throw CancellationError()
    }
    #expect(errors.value == 1)
    Bindable<Int>(name: "empty").modify { $0 += 1 }
    #expect(errors.value == 2)
    let other = Bindable(0)
    Bindable(1).modify {
      $0 += 1
      other.update(with: 9)
    }
    #expect(errors.value == 3 && other.value == 0)
    listener.stop()
    listener.stop()
    Bindable<Int>(name: "empty").modify { $0 += 1 }
    #expect(errors.value == 3 && opened.lines.errors.count == 1)
    opened.host.close()
  }

  @Test func closedHostsLeaveNothingInTheModelsThatTheyExposed() throws {
    let user = Bindable(User(), name: "user")
    for _ in 0..<3 { try Opened(user).host.close() }
    #expect(user.mirrorCount == 0)
    let opened = try Opened(user)
    #expect(user.mirrorCount == 1)
    opened.host.close()
  }

  @Test func anEmbedderGrantsWhatTheFlagsGrant() throws {
    let folder = NSTemporaryDirectory() + "bindhost-access-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "hello".write(toFile: folder + "/greeting.txt", atomically: true, encoding: .utf8)
    try "secret".write(toFile: folder + "/secret.txt", atomically: true, encoding: .utf8)
    let script = """
      local bh = require 'bindhost'
      print(pcall(bh.fs.read, '\(folder)/greeting.txt'))
      print((pcall(bh.fs.read, '\(folder)/secret.txt')))
      """
    try script.write(toFile: folder + "/read.lua", atomically: true, encoding: .utf8)
    var printed: [String] = []
    func run(_ grant: (inout HostOptions) throws -> Void) throws -> [String] {
      printed = []
      var options = HostOptions(scriptFolder: folder) { printed.append($0) }
      options.print = { printed.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
      try grant(&options)
      let host = try BindHost.Host(options)
      defer { host.close() }
      try host.run(file: "read.lua")
      return printed
    }
    #expect(try run { try $0.allow(.read, []) }.first?.hasPrefix("false") == true)
    #expect(try run { try $0.allow(.read, ["greeting.txt"]) } == ["true\thello", "false"])
    let all = try run {
      $0.allowAll()
      try $0.deny(.read, ["secret.txt"])
    }
    #expect(all == ["true\thello", "false"])
    #expect(throws: Diagnostic.self) { try run { try $0.allow(.net, [""]) } }
  }
}
