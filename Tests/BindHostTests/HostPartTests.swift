import BindCore
import BindHost
import Testing

private struct Address: ScriptCodable, Equatable {
  var city = "a"
  var zip = 1
  var lines: [String] = ["x", "y"]
  enum CodingKeys: String, CodingKey {
    case city = "town"
    case zip, lines
  }
}

private struct Person: Equatable {
  var name = "Ada"
  var home = Address()
  var age = 1
}

/// Parts of one Swift model that several name: scripts and programs, each in their way.
@Suite(.serialized) struct HostPartTests {
  private let person = Bindable(Person(), name: "person")
  private let printed = Printed()

  private final class Printed { var lines: [String] = [] }

  private func host() throws -> Host {
    var options = HostOptions(scriptFolder: "/nowhere") { _ in }
    options.print = { [printed] in printed.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    let host = try Host(options)
    try host.expose(person, as: "person") {
      $0.field("name", \.name)
      $0.field("home", \.home)
      $0.field("city", \.home.city)
    }
    return host
  }

  /// The id of what the line raises; nil where it raises nothing.
  private func run(_ line: String, in host: Host) -> String? {
    printed.lines = []
    let code = """
      local bh = require 'bindhost'
      local person = bh.open 'person'
      local ok, err = pcall(function() \(line) end)
      print(ok and 'ok' or err.id)
      """
    host.start(Array(code.utf8), name: "test.lua") { _ in }
    return printed.lines == ["ok"] ? nil : printed.lines.joined(separator: "\n")
  }

  private func id(_ body: () throws -> Void) -> DiagnosticID? {
    do {
      try body()
      return nil
    } catch {
      if case .diagnostic(let diagnostic)? = error as? Failure { return diagnostic.id }
      return nil
    }
  }

  // 50
  @Test func aPartThatAScriptHasBoundHasAWriterForProgramsToo() throws {
    let host = try host()
    defer { host.close() }
    let part = person.ref(\.name)
    #expect(run("bh.bind(bh.bindable 'lua', person 'name')", in: host) == nil)
    #expect(id { try Ref("swift").bind(to: part) } == .bindTwoWriters)
    #expect(id { try Ref("swift").link(to: part) } == .bindTwoWriters)
    #expect(id { try Ref(1).bind(to: person.ref(\.age)) } == nil)
    #expect(person.value?.name == "lua")
    let binding = try Ref("swift").bind(to: part, BindingOptions(replaces: true))
    #expect(person.value?.name == "swift")
    #expect(run("bh.bind(bh.bindable 'lua', person 'name')", in: host) == "bind.two_writers")
    #expect(run("bh.bind(bh.bindable { name = 'lua', home = {}, city = '' }, person)", in: host) == "bind.two_writers")
    binding.stop()
    #expect(run("bh.bind(bh.bindable 'lua', person 'name')", in: host) == nil)
  }

  // 50
  @Test func soHasWhatIsAroundItAndWhatIsInIt() throws {
    let (home, city) = (person.ref(\.home), person.ref(\.home.city))
    let (inside, zip) = (home[\.city], home[\.zip])
    var bound = try Ref("b").bind(to: city)
    #expect(id { try Ref(Address()).bind(to: home) } == .bindTwoWriters)
    #expect(id { try Ref("c").bind(to: home.at("town")) } == .bindTwoWriters)
    #expect(id { try Ref("c").bind(to: inside) } == .bindTwoWriters)
    #expect(id { try Ref(3).bind(to: zip) } == nil)
    bound.stop()
    bound = try Ref("c").bind(to: home.at("town"))
    #expect(id { try Ref("b").bind(to: city) } == .bindTwoWriters)
    #expect(person.value?.home == Address(city: "c", zip: 3))
    let lines = person.ref(\.home.lines)
    try Ref("z").bind(to: lines.at("[1]"))
    #expect(id { try Ref("w").bind(to: home.at("lines[1]")) } == .bindTwoWriters)
    #expect(id { try Ref("w").bind(to: home.at("lines[2]")) } == nil)
    #expect(person.value?.home.lines == ["z", "w"])
  }

  // 38
  @Test func aScriptIsToldOfAFieldThatAPartDoesNotHave() throws {
    let host = try host()
    defer { host.close() }
    for line in [
      "person 'home':set { town = 'a', zip = 1, lines = {}, zzz = 5 }",
      "person 'home.zzz':set(5)", "person 'home':update { zzz = 5 }", "person:update { home = { zzz = 5 } }",
      "bh.bind(bh.bindable(3), person 'home.zzz')",
    ] {
      #expect(run(line, in: host) == "bind.unknown_field", "\(line)")
    }
    #expect(person.value == Person())
  }

  // 20
  @Test func aTouchOfAPartTellsWhatItIsInInScriptsToo() throws {
    let host = try host()
    defer { host.close() }
    let line = """
      local told = {}
      local function follow(name, ref) ref:observe(function() told[#told + 1] = name end, { initial = false }) end
      follow('home', person 'home')
      follow('city', person 'city')
      follow('town', person 'home.town')
      follow('zip', person 'home.zip')
      follow('name', person 'name')
      person 'city':touch()
      table.sort(told)
      if table.concat(told, ' ') ~= 'city home town' then error { id = table.concat(told, ' ') } end
      told = {}
      person 'home':touch()
      table.sort(told)
      if table.concat(told, ' ') ~= 'city home town zip' then error { id = table.concat(told, ' ') } end
      """
    #expect(run(line, in: host) == nil)
  }
}
