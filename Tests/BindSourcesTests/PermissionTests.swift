import BindCore
import BindSources
import Foundation
import Testing

@Suite("Permissions") struct PermissionTests {
  private func permissions(_ flags: String...) throws -> Permissions {
    var permissions = Permissions(scriptFolder: "/script", stateFolder: "/state")
    for flag in flags {
      let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isKnown = try permissions.apply(
        flag: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil, relativeTo: "/here")
      #expect(isKnown)
    }
    return permissions
  }

  private func gate(_ flags: String..., change: (VirtualWorld) -> Void = { _ in }) throws -> PermissionGate {
    var permissions = Permissions(scriptFolder: "/script", stateFolder: "/state")
    for flag in flags {
      let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      _ = try permissions.apply(
        flag: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil, relativeTo: "/here")
    }
    let virtual = VirtualWorld(permissions: permissions)
    for program in ["df", "sh", "/opt/tool", "/opt/df"] { virtual.processes.stub(program) }
    change(virtual)
    keep.append(virtual)
    return virtual.world.gate
  }
  private let keep = Keep()
  private final class Keep {
    var worlds: [VirtualWorld] = []
    func append(_ world: VirtualWorld) { worlds.append(world) }
  }

  private func refusal(_ body: () throws -> Void) -> Refusal? {
    do {
      try body()
      return nil
    } catch { return error as? Refusal }
  }

  private func run(_ gate: PermissionGate, _ program: String, _ environment: [String: String] = [:]) -> Refusal? {
    refusal { _ = try gate.admit(ProcessRequest(argv: [ByteString(program)], environment: environment)) }
  }

  @Test func flagsSetTheirRules() throws {
    let rules = try permissions("--allow-run=df,/bin/ls,./x", "--allow-read=data,/etc", "--deny-net", "--allow-env")
    #expect(rules[.run].allow == .only(["df", "/bin/ls", "/here/x"]))
    #expect(rules[.read].allow == .only(["/here/data", "/etc"]))
    #expect(rules[.net].deny == .everything)
    #expect(rules[.env].allow == .everything)
    #expect(rules[.write] == Permissions.Rules())
    #expect(try permissions("--allow-read=/a\\,b,/c\\d")[.read].allow == .only(["/a,b", "/c\\d"]))
    #expect(try permissions("--allow-run", "--allow-run=x")[.run].allow.isEverything)
    let all = try permissions("-A")
    #expect(Permissions.Kind.allCases.allSatisfy { all[$0].allow.isEverything })
    var none = Permissions(scriptFolder: "/")
    #expect(try none.apply(flag: "--allow-nothing", value: nil, relativeTo: "/") == false)
    for (flag, value) in [("-A", "x"), ("--allow-run", ""), ("--allow-read", "a,,b")] {
      #expect(throws: PermissionFlagError.self) { try none.apply(flag: flag, value: value, relativeTo: "/") }
    }
    #expect(Set(Permissions.Flag.all.map(\.name)).count == 10)
  }

  @Test func theFlagInARefusalAllowsExactlyThat() throws {
    for path in ["/etc/passwd", "/with space/f", "/with,comma", "/quo'te"] {
      let closed = try gate()
      let refused = try #require(refusal { _ = try closed.admit(.read, path) })
      let flag = try #require(refused.flag)
      let opened = try gate(flag)
      #expect(refusal { _ = try opened.admit(.read, path) } == nil)
      #expect(refusal { _ = try opened.admit(.read, path + "x") } != nil)
      #expect(refusal { _ = try opened.admit(.write, path) } != nil)
    }
    #expect(try run(gate(), "df")?.flag == "--allow-run=df")
    #expect(try run(gate(), "df")?.message == "running 'df' is not permitted (add --allow-run=df)")
    #expect(try run(gate("--allow-run=df"), "df") == nil)
    let closed = try gate()
    let spaced = try #require(refusal { _ = try closed.admit(.read, "/a b") })
    #expect(spaced.message == "reading '/a b' is not permitted (add '--allow-read=/a b')")
  }

  @Test func denyWins() throws {
    let gate = try gate("-A", "--deny-run=df", "--deny-read=/etc", "--deny-net=example.org:80", "--deny-env=HOME")
    let refused = try #require(run(gate, "df"))
    #expect(refused.flag == nil)
    #expect(refused.message == "running 'df' is not permitted (a --deny-run rule wins)")
    #expect(run(gate, "/opt/df") != nil, "also by another path")
    #expect(run(gate, "sh") == nil)
    #expect(refusal { _ = try gate.admit(.read, "/etc/passwd") } != nil)
    #expect(refusal { _ = try gate.admit(.read, "/usr/../etc/passwd") } != nil)
    #expect(refusal { _ = try gate.admit(.read, "/etcetera") } == nil)
    #expect(refusal { try gate.check(host: "EXAMPLE.org", port: 80) } != nil)
    #expect(refusal { try gate.check(host: "example.org", port: 81) } == nil)
    #expect(refusal { try gate.check(environment: "HOME") } != nil)
    #expect(refusal { try gate.check(environment: "LANG") } == nil)
  }

  @Test func withoutFlagsOnlyTheScriptsOwnIsOpen() throws {
    let gate = try gate()
    #expect(refusal { _ = try gate.admit(.read, "mod.lua") } == nil)
    #expect(refusal { _ = try gate.admit(.read, "/script/deep/er/mod.lua") } == nil)
    #expect(refusal { _ = try gate.admit(.read, "data.txt") } != nil)
    #expect(refusal { _ = try gate.admit(.read, "../other/mod.lua") } != nil)
    #expect(refusal { _ = try gate.admit(.write, "mod.lua") } != nil)
    #expect(refusal { _ = try gate.admit(.write, "/state/a/b") } == nil)
    #expect(refusal { _ = try gate.admit(.read, "/state/a") } == nil)
    #expect(refusal { _ = try gate.admit(.read, "/etc/passwd\0.lua") } != nil)
    #expect(refusal { _ = try gate.admit(.read, "mod\0.lua") }?.flag == nil)
    #expect(refusal { try gate.check(host: "localhost", port: 8400) }?.flag == "--allow-net=localhost:8400")
    #expect(refusal { try gate.check(environment: "TOKEN") }?.flag == "--allow-env=TOKEN")
  }

  @Test func aNameIsNoPathAndAPathIsNoName() throws {
    #expect(try run(gate("--allow-run=df"), "/opt/df") != nil, "another program of that name")
    #expect(try run(gate("--allow-run=/opt/tool"), "/opt/tool") == nil)
    #expect(try run(gate("--allow-run=/usr/bin/df"), "df") == nil, "the path that the name leads to")
    #expect(try run(gate("--allow-run=/opt/df"), "df") != nil)
  }

  @Test func aProgramThatIsAllowedDoesNotLoadAnybodysCode() throws {
    let gate = try gate("--allow-run=df")
    #expect(run(gate, "df", ["LD_PRELOAD": "/tmp/x.so"])?.flag == "--allow-run")
    #expect(run(gate, "df", ["LANG": "C"]) == nil)
    #expect(try run(self.gate("--allow-run"), "df", ["LD_PRELOAD": "/tmp/x.so"]) == nil)
  }

  @Test func realLinksAreFollowedToTheirEnd() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("script/lib")
    try folder.makeFolder("outside")
    try folder.write("x", to: "outside/secret.lua")
    try folder.link("script/way", to: "../outside")
    try folder.link("script/lib/dangling.lua", to: folder("outside/new.lua"))
    try folder.link("script/loop", to: "loop")
    try folder.write("m", to: "script/lib/m.lua")
    try folder.link("alias", to: "script")
    // The script is started through a link: its folder is where that leads.
    let real = try RealWorld(permissions: Permissions(scriptFolder: folder("alias")))
    defer { real.close() }
    let gate = real.world.gate
    #expect(try gate.admit(.read, "lib/m.lua").path == folder("script/lib/m.lua"))
    #expect(try gate.admit(.read, folder("script/lib/../lib/m.lua")).path == folder("script/lib/m.lua"))
    #expect(try gate.admit(.read, "lib/not-there-yet.lua").path == folder("script/lib/not-there-yet.lua"))
    for path in ["way/secret.lua", "lib/dangling.lua", "lib/../../outside/secret.lua", "way/../outside/secret.lua"] {
      #expect(refusal { _ = try gate.admit(.read, path) } != nil, "\(path)")
    }
    #expect(refusal { _ = try gate.admit(.read, "loop/x.txt") } != nil, "and it ends")
  }
}
