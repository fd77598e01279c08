import BindCore
import BindSources
import Testing

@testable import BindHost
@testable import BindLua

/// CONTRACT 13 over everything that scripts can call: what is refused inside a function that must only compute.
@Suite struct PurityTests {
  private static let cellKinds: Set<String> = ["derived Ref", "source", "state"]

  @Test func everyFunctionThatIsRegisteredSaysWhatItIsInsideAComputedValue() throws {
    let host = try VirtualHost()
    let surface = host.host.surface
    let kinds = try TestKinds(surface.lua)
    var registered: Set<String> = []
    for module in surface.modules + [surface.testTable] {
      registered.formUnion(module.entries.map { "\(module.prefix):\($0.name)" })
    }
    let known = Set(Purity.known.map(\.name))
    for table in surface.objectKinds + surface.objectKinds(kinds) {
      for name in table.entries.map(\.name) + table.builtIn.filter({ $0 == "set" }) {
        let own = "\(table.kind.name):\(name)"
        registered.insert(Self.cellKinds.contains(table.kind.name) && !known.contains(own) ? "Ref:\(name)" : own)
      }
    }
    #expect(known.count == Purity.known.count)
    #expect(registered.subtracting(known) == [], "these do not say it")
    #expect(known.subtracting(registered) == [], "these are not there")
    withExtendedLifetime(host) {}
  }

  /// One object of each kind that has methods; `callable` ones are calls.
  private static let objects = """
    local bh = require "bindhost"
    local objects, callables = {}, {}
    objects["Ref"] = bh.bindable(1)
    objects["derived Ref"] = objects.Ref:map(tostring)
    objects["source"] = bh.source { get = function() return 1 end, set = function() return true end,
      notify = function(changed) callables["change signal"] = changed end }
    objects["state"] = bh.state("kept", 1, { store = "memory:" })
    objects["handle"] = objects.Ref:observe(function() end)
    objects["scope"] = bh.scope(function() end)
    objects["history"] = bh.history { cells = { objects.Ref } }
    objects["job"] = bh.job.every("1h", function() end)
    objects["loadable"] = bh.loadable { load = function() return 1 end }
    objects["loadable family"] = bh.loadable { key = function(n) return n end, load = function() return 1 end }
    objects["database"] = bh.sql.open "/scripts/a.db"
    local failing = bh.loadable { retry = 0, load = function(ctx)
      callables.progress = ctx.progress
      return nil, "no"
    end }
    failing:load()
    bh.loadable { source = bh.stream(function(emit) callables.emit = emit end) }:load()
    bh.sleep(1)
    failing:match { failed = function(err, retry) callables.retry = retry end }
    """

  @Test func eachOfThemIsRefusedThereOrNotAsItSays() throws {
    var permissions = Permissions(scriptFolder: "/scripts")
    permissions.allowEverything()
    let host = try VirtualHost(permissions)
    let surface = host.host.surface
    var code = Self.objects
    var expected: [String] = []
    /// - Parameter call: an expression that Lua has, and the arguments of a call that names nothing else.
    func expect(_ name: String, of owner: String, _ function: String, _ arguments: String) throws {
      let purity = try #require(Purity.of(name, of: owner))
      code += "\ntry('\(owner):\(name)', \(function)\(arguments))"
      expected.append("\(owner):\(name)\t\(purity == .pure ? "let" : purity == .waiting ? "bind.yield" : "bind.pure")")
    }
    code += """

      function try(name, f, ...)
        local arguments = table.pack(...)
        local tried = bh.computed(function() return f(table.unpack(arguments)) end)
        local ok, err = pcall(tried.get, tried)
        local id = not ok and type(err) == "table" and err.id
        print(name .. "\\t" .. ((id == "bind.pure" or id == "bind.yield") and id or "let"))
        return err
      end
      local require = require
      """
    for module in surface.modules {
      for entry in module.entries {
        try expect(entry.name, of: module.prefix, "require '\(module.module)'.\(entry.name)", "")
      }
    }
    for table in surface.objectKinds {
      let builtIn = table.builtIn.filter { $0 == "set" && table.kind.name != "derived Ref" }  // that has none anywhere
      for name in table.entries.map(\.name) + builtIn {
        let object = "objects['\(table.kind.name)']"
        switch name {
        case "__tostring", "__close": continue
        case "__call" where table.kind.name != "loadable family":
          try expect(name, of: table.kind.name, "assert(callables['\(table.kind.name)'])", "")
        case "__call": try expect(name, of: table.kind.name, object, ", 7")
        default: try expect(name, of: table.kind.name, "\(object).\(name)", ", \(object), 1")
        }
      }
    }
    try host.run(code)
    try host.advance(.seconds(5))
    #expect(host.printed() == expected)
    #expect(expected.count > 200)
  }
}
