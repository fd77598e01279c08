import BindCore
import BindHost
import Foundation
import Testing

private struct User: Equatable, Sendable {
  var name = "Ada"
  var age = 36
}

/// The one reference to a host, and what its scripts print; a line "go" lets go of it.
private final class Holder {
  var host: BindHost.Host?
  private(set) weak var seen: BindHost.Host?
  var printed: [String] = []
  var errors: [String] = []
  let user: Bindable<User>

  init(_ user: Bindable<User> = Bindable(User(), name: "user")) throws {
    self.user = user
    var options = HostOptions(scriptFolder: "/nowhere") { [weak self] in
      self?.errors.append($0)
      if $0.contains("go") { self?.host = nil }
    }
    options.print = { [weak self] bytes in
      let line = String(decoding: bytes.dropLast(), as: UTF8.self)
      self?.printed.append(line)
      if line == "go" { self?.host = nil }
    }
    let made = try BindHost.Host(options)
    try made.expose(user, as: "user") { $0.field("age", \User.age) }
    (host, seen) = (made, made)
  }

  func start(_ code: String) {
    host?.start(
      Array(("local bh = require 'bindhost'; bh.on_exit(function() print 'bye' end); " + code).utf8), name: "test.lua"
    ) { [weak self] in if case .failure(let error) = $0 { self?.errors.append("\(error)") } }
  }
}

/// The last reference to a host is let go while its own Lua runs.
@Suite(.serialized) struct HostLetGoTests {
  /// Other hosts and models of the thread go on.
  private func expectAllIsWell(_ holder: Holder, printed: [String]) throws {
    #expect(holder.host == nil && holder.seen == nil)
    #expect(holder.printed == printed && holder.errors == [])
    #expect(holder.user.mirrorCount == 0)
    holder.user.modify { $0.age += 1000 }
    #expect(holder.printed == printed)
    let next = try Holder(holder.user)
    next.start("print(bh.open('user') 'age':get())")
    #expect(next.printed == ["\(holder.user.value?.age ?? 0)"])
    next.host = nil
    #expect(next.printed.last == "bye" && next.errors == [])
  }

  @Test func inAnObserverItIsClosedAfterTheWave() throws {
    let holder = try Holder()
    holder.start(
      """
      local user = bh.open 'user'
      user 'age':observe(function(age) print(age == 36 and 'first' or 'go'); collectgarbage(); print('still ' .. age) end)
      user 'age':observe(function(age) print('second ' .. age) end)
      """)
    holder.user.modify { $0.age = 37 }
    try expectAllIsWell(
      holder, printed: ["first", "still 36", "second 36", "go", "still 37", "second 37", "bye"])
  }

  @Test func inAnEffectThatWritesWhatItWroteStands() throws {
    let holder = try Holder()
    holder.start(
      """
      local user = bh.open 'user'
      user 'age':observe(function(age) if age < 40 then print 'go'; user 'age':set(40) end end, {initial = false})
      """)
    var seen: [Int] = []
    holder.user.observe { seen.append($0.age) }
    holder.user.modify { $0.age = 37 }
    #expect(seen == [36, 37, 40])
    try expectAllIsWell(holder, printed: ["go", "bye"])
  }

  @Test func inAComputedValueThatIsWorkedOutForAWave() throws {
    let holder = try Holder()
    holder.start(
      """
      local user = bh.open 'user'
      local double = bh.computed(function() local age = user 'age':get(); if age == 37 then print 'go' end; return age * 2 end)
      double:observe(function(now) print(now) end)
      """)
    holder.user.modify { $0.age = 37 }
    try expectAllIsWell(holder, printed: ["72", "go", "74", "bye"])
  }

  @Test func inTheMainChunkAndInACommandItGoesOnToItsEnd() throws {
    let holder = try Holder()
    holder.start("print 'go'; bh.after(0, function() print 'never' end); print 'after'")
    try expectAllIsWell(holder, printed: ["go", "after", "bye"])
    let other = try Holder()
    other.start("bh.command('leave', function(x) print 'go'; return x + 1 end)")
    var answer: [Value]?
    try other.host?.call("leave", with: [.integer(1)]) { answer = try? $0.get() }
    #expect(answer == [.integer(2)])
    try expectAllIsWell(other, printed: ["go", "bye"])
    let third = try Holder()
    third.start("bh.command('leave', function() print 'there' end)")
    try third.host?.call("leave") { _ in third.host = nil }
    try expectAllIsWell(third, printed: ["there", "bye"])
  }

  @Test func inASwiftObserverOfWhatTheScriptWrites() throws {
    let holder = try Holder()
    holder.user.observe(initial: false) { [weak holder] in if $0.age == 50 { holder?.host = nil } }
    holder.start("bh.open 'user' 'age':set(50); print 'set'")
    try expectAllIsWell(holder, printed: ["set", "bye"])
  }

  @Test func inASwiftObserverBeforeItsOwnAreCalled() throws {
    let holder = try Holder()
    holder.user.observe(initial: false) { [weak holder] in if $0.age == 50 { holder?.host = nil } }
    holder.start("bh.open 'user' 'age':observe(function(age) print(age) end)")
    holder.user.modify { $0.age = 50 }
    try expectAllIsWell(holder, printed: ["36", "bye"])
  }

  @Test func inASwiftTransactionAndInAFunctionThatComputes() throws {
    let holder = try Holder()
    holder.start("bh.open 'user' 'age':observe(function(age) print(age) end)")
    try Engine.current.transaction {
      holder.user.modify { $0.age = 50 }
      holder.host = nil
    }
    try expectAllIsWell(holder, printed: ["36", "bye"])
    let other = try Holder()
    other.start("bh.open 'user' 'age':observe(function(age) print(age) end)")
    other.user.modify { [weak other] in
      $0.age = 60
      other?.host = nil
    }
    try expectAllIsWell(other, printed: ["36", "60", "bye"])
    let third = try Holder()
    third.start("bh.open 'user' 'age':observe(function(age) print(age) end)")
    let view = View()
    view <~ (third.user[\.age], { [weak third] _, age in if age == 70 { third?.host = nil } })
    third.user.modify { $0.age = 70 }
    try expectAllIsWell(third, printed: ["36", "70", "bye"])
  }

  private final class View: BindingTarget {}

  @Test func whereItsErrorIsTold() throws {
    let holder = try Holder()
    holder.start("bh.open 'user' 'age':observe(function(age) if age == 50 then error('go', 0) end; print(age) end)")
    holder.user.modify { $0.age = 50 }
    #expect(holder.errors.count == 1)
    holder.errors = []
    try expectAllIsWell(holder, printed: ["36", "bye"])
  }

  @Test func aFileThatRunsAndALoopThatIsPumped() throws {
    let folder = NSTemporaryDirectory() + "bindhost-let-go-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "local bh = require 'bindhost'; bh.after(0.001, function() print 'go'; print 'after' end)"
      .write(toFile: folder + "/go.lua", atomically: true, encoding: .utf8)
    let holder = try Holder()
    try holder.host?.run(file: folder + "/go.lua")
    try expectAllIsWell(holder, printed: ["go", "after"])
    let other = try Holder()
    other.start("bh.after(0.001, function() print 'go'; print 'after' end)")
    let deadline = Date() + 20
    while other.host?.pump() ?? false, Date() < deadline {}
    try expectAllIsWell(other, printed: ["go", "after", "bye"])
  }

  @Test func whileAScriptOfAnotherHostRunsItsOwn() throws {
    let user = Bindable(User(), name: "user")
    let (outer, inner) = (try Holder(user), try Holder(user))
    inner.start("bh.open('user') 'age':observe(function(age) if age == 50 then print 'go'; print 'after' end end)")
    outer.start("bh.open('user') 'age':set(50); print(bh.open('user') 'age':get())")
    #expect(inner.host == nil && inner.seen == nil && inner.printed == ["go", "after", "bye"])
    #expect(outer.printed == ["50"] && outer.errors == [] && inner.errors == [])
    outer.host = nil
    #expect(outer.printed == ["50", "bye"] && user.mirrorCount == 0)
  }
}
