import BindCore
import BindHost
import Testing

private struct Colors: Equatable { var primary = "#888888" }

private struct User: Equatable {
  var name = "Ada"
  var followersCount = 1
  var score = 0.5
  var nickname: String?
  var tags: [String] = []
  var colors = Colors()
  var shout: String { name.uppercased() }
}

/// A host over a user, and what the script printed and reported.
private final class Stage {
  let user = Bindable(User(), name: "user")
  let host: Host
  private(set) var lines: [String] = []
  private(set) var errors: [String] = []

  init() throws {
    final class Box { weak var stage: Stage? }
    let box = Box()
    var options = HostOptions(scriptFolder: "/nowhere") { box.stage?.errors.append($0) }
    options.print = { box.stage?.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    host = try Host(options)
    try host.expose(user, as: "user") {
      $0.field("name", \.name)
      $0.field("followers", \.followersCount)
      $0.field("score", \.score)
      $0.field("nickname", \.nickname)
      $0.field("tags", \.tags)
      $0.field("colors.primary", \.colors.primary)
      $0.field(readOnly: "shout", \.shout)
    }
    box.stage = self
  }

  func run(_ code: String) -> Failure? {
    var failure: Failure?
    host.start(Array("local bh = require 'bindhost'; local user = bh.open 'user'\n\(code)".utf8), name: "test.lua") {
      if case .failure(let error) = $0 { failure = error }
    }
    return failure
  }
}

@Suite(.serialized) struct HostExposeTests {
  @Test func luaReadsTheFieldsOfASwiftModel() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    #expect(
      stage.run("print(user 'name':get(), user 'followers':get(), user 'colors.primary':get(), user 'nickname':get())")
        == nil)
    #expect(stage.lines == ["Ada\t1\t#888888\tnil"])
  }

  @Test func aSwiftUpdateReachesObserversInLuaInOneWave() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    #expect(
      stage.run(
        """
        user 'name':observe(function(new, old) print(new, old) end)
        bh.combine({user 'name', user 'followers'}, function(n, f) return n .. f end):observe(function(new, old) print(new, old) end)
        """) == nil)
    var next = User(name: "Bob")
    next.followersCount = 2
    stage.user.update(with: next)
    #expect(stage.lines == ["Ada\tnil", "Ada1\tnil", "Bob\tAda", "Bob2\tAda1"])
    stage.user.update(with: next)
    #expect(stage.lines.count == 4)
  }

  @Test func aWriteFromLuaUpdatesTheSwiftModelAndItsObservers() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    var seen: [String] = []
    stage.user.observe { seen.append("\($0.name) \($0.followersCount) \($0.tags)") }
    #expect(
      stage.run(
        """
        user 'name':set 'Cy'
        user 'followers':modify(function(n) return n + 1 end)
        user:update { followers = 10, colors = { primary = 'red' }, tags = { 'a', 'b' } }
        user 'followers':set(10)
        """) == nil)
    #expect(stage.user.value?.colors.primary == "red")
    #expect(seen == ["Ada 1 []", "Cy 1 []", "Cy 2 []", "Cy 10 [\"a\", \"b\"]"])
  }

  @Test func aTransactionInLuaIsSeenInsideAndUndoneWhenItRaises() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    var updates = 0
    stage.user.observe { _ in updates += 1 }
    #expect(
      stage.run(
        """
        local twice = user 'followers':map(function(n) return n * 2 end)
        twice:observe(function() end)
        print(pcall(bh.transaction, function()
          user 'followers':set(7)
          print(user 'followers':get(), twice:get())
          error('no', 0)
        end))
        print(user 'followers':get(), twice:get())
        """) == nil)
    #expect(stage.lines == ["7\t14", "false\tno", "1\t2"])
    #expect(updates == 1)
    #expect(stage.user.value?.followersCount == 1)
  }

  @Test func wrongTypesNamesAndReadOnlyFieldsAreErrorsWithIds() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    #expect(
      stage.run(
        """
        print(select(2, pcall(function() user 'followers':set 'many' end)).id)
        print(select(2, pcall(function() user 'nmae' end)).id)
        print(select(2, pcall(function() user 'shout':set 'x' end)).id)
        print(user 'shout':writable(), user 'shout':get())
        """) == nil)
    #expect(stage.lines == ["bind.type", "bind.path", "bind.read_only", "false\tADA"])
  }

  // 38
  @Test func aNumberBeyondTheRangeOfItsSwiftTypeIsRefused() throws {
    struct Gauge: Equatable { var level: Float = 1, byte: UInt8 = 2, spare: Float? = 3 }
    let stage = try Stage()
    defer { stage.host.close() }
    let gauge = Bindable(Gauge(), name: "gauge")
    try stage.host.expose(gauge, as: "gauge") {
      $0.field("level", \.level)
      $0.field("byte", \.byte)
      $0.field("spare", \.spare)
    }
    #expect(
      stage.run(
        """
        local gauge = bh.open 'gauge'
        local function try(name, value)
          print(select(2, pcall(function() gauge(name):set(value) end)).id)
        end
        try('level', 1e300)
        try('level', -1e39)
        try('byte', 300)
        try("spare", 1e39)
        gauge 'level':set(0.1)
        gauge "spare":set(4)
        """) == nil)
    #expect(stage.lines == Array(repeating: "bind.type", count: 4))
    #expect(gauge.value == Gauge(level: 0.1, byte: 2, spare: 4))
    #expect(stage.run("bh.open 'gauge' 'level':set(-math.huge)") == nil && gauge.value?.level == -.infinity)
  }

  @Test func aModelWithoutAValueDeliversNothingUntilTheFirstUpdate() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    let late = Bindable<User>(name: "late")
    try stage.host.expose(late, as: "late") { $0.field("name", \.name) }
    #expect(
      stage.run(
        """
        local late = bh.open 'late'
        print(late 'name':has_value())
        late 'name':observe(function(new, old) print(new, old) end)
        """) == nil)
    late.update(with: User(name: "Zoe"))
    #expect(stage.lines == ["false", "Zoe\tnil"])
  }

  @Test func theSameNameTwiceIsRefused() throws {
    let stage = try Stage()
    defer { stage.host.close() }
    #expect(throws: Diagnostic.self) {
      try stage.host.expose(Bindable(User()), as: "user") { $0.field("name", \.name) }
    }
  }

  private final class Person { var age = 3 }

  @Test func aFieldOfAnObjectIsAFieldLikeAnyOther() throws {
    let person = Bindable(Person(), name: "person")
    final class Lines { var all: [String] = [] }
    let printed = Lines()
    var options = HostOptions(scriptFolder: "/nowhere") { Issue.record("\($0)") }
    options.print = { printed.all.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    let host = try Host(options)
    defer { host.close() }
    try host.expose(person, as: "person") { $0.field("age", \.age) }
    var seen: [Int] = []
    person.observe(initial: false) { seen.append($0.age) }
    let script = """
      local bh = require 'bindhost'
      local age = bh.open 'person' 'age'
      age:observe(function(v) print('now', v) end)
      age:set(10)
      age:modify(function(v) return v + 1 end)
      pcall(bh.transaction, function() age:set(66); print('inside', age:get()); error 'no' end)
      print('after', age:get())
      age:observe(function(v) if v == 20 then age:modify(function(n) return n + 1 end) end end)
      age:set(20)
      """
    host.start(Array(script.utf8), name: "test.lua") { if case .failure(let error) = $0 { Issue.record("\(error)") } }
    #expect(printed.all == ["now\t3", "now\t10", "now\t11", "inside\t66", "after\t11", "now\t20", "now\t21"])
    #expect(person.value?.age == 21 && seen == [10, 11, 20, 21])
  }
}
