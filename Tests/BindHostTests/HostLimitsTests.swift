import BindCore
import BindHost
import Testing

@Suite struct HostLimitsTests {
  /// The ids that the script reported, in order, and what it printed.
  private func run(_ code: String, _ change: (inout HostOptions) -> Void) throws -> (errors: [String], lines: [String])
  {
    final class Log {
      var errors: [String] = []
      var lines: [String] = []
    }
    let log = Log()
    var options = HostOptions(scriptFolder: "/nowhere") { log.errors.append(String($0.prefix { $0 != ":" })) }
    options.print = { log.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    change(&options)
    let host = try Host(options)
    host.start(Array("local bh = require 'bindhost'\n\(code)".utf8), name: "test.lua") { _ in }
    host.close()
    return (log.errors, log.lines)
  }

  @Test func theLimitOfWavesCanBeChosen() throws {
    let code = """
      local n = bh.bindable(0)
      n:observe(function(v) if v > 0 and v < 50 then n:set(v + 1) end end)
      local done, err = pcall(n.set, n, 1)
      print(done and n:get() or err.id)
      """
    #expect(try run(code) { _ in }.lines == ["50"])
    #expect(try run(code) { $0.waveLimit = 20 }.lines == ["bind.cycle"])
  }

  @Test func theNumberOfErrorsBeforeASuspensionCanBeChosen() throws {
    let code = """
      local n = bh.bindable(0)
      local h = n:observe(function(v) if v > 0 then error "no" end end)
      for i = 1, 20 do n:set(i) end
      print(h:info().runs, h:info().suspended)
      """
    #expect(try run(code) { _ in }.lines == ["11\ttrue"])
    #expect(try run(code) { $0.errorLimit = 3 }.lines == ["4\ttrue"])
    #expect(try run(code) { $0.errorLimit = 3 }.errors.last == "bind.suspended")
    #expect(try run(code) { $0.errorLimit = 100 }.lines == ["21\tfalse"])
  }
}
