import BindCore
import BindLua

/// What the time limit costs while it does not fire, and how soon it stops what never ends.
///
/// No hook is armed in normal running: a loop takes the same instructions with and without a limit. `scripts/gates` holds
/// both figures under one ceiling.
func limitCounts() -> [CountedCase] {
  [("limit.off.runtime", UInt32(0)), ("limit.on.runtime", 60_000)].map { name, limit in
    CountedCase(name, unit: 1000) {
      do {
        let lua = try limited(milliseconds: limit)
        let loop = try made(
          by: "return function() local sum = 0 for i = 1, 1000 do sum = sum + i % 7 end return sum end",
          lua)
        return { updates in
          for _ in 0..<updates {
            guard (try? lua.turn { try lua.call(loop) }) != nil else {
              giveUp("\(name) raised")
            }
          }
        }
      } catch {
        giveUp("\(name): \(error)")
      }
    }
  }
}

/// The ways not to end that PERFORMANCE.md names.
private let endless: [(name: String, code: String)] = [
  ("a plain loop", "while true do end"),
  ("a pcall loop", "while true do pcall(function() while true do end end) end"),
  ("an xpcall handler", "xpcall(error, function() while true do end end)"),
  ("a __close", "local t <close> = setmetatable({}, {__close = function() while true do end end})"),
  ("nested coroutines", "coroutine.wrap(function() coroutine.wrap(function() while true do end end)() end)()"),
  ("a comparator of table.sort", "table.sort({3, 2, 1}, function() while true do end end)"),
]

/// One line for each way: the longest time between the end of the limit and the return to Swift, of several kills.
func killLatencies() -> [String] {
  let limit: UInt32 = 20
  let kills = 20
  let goal = 15.0
  return endless.map { name, code in
    do {
      let interpreter = try limited(milliseconds: limit)
      let chunk = try interpreter.load(ByteString(code), name: "=bench")
      var worst = 0.0
      for _ in 0..<kills {
        let time = elapsed {
          guard (try? interpreter.turn { try interpreter.call(chunk) }) == nil else { giveUp("\(name) ended") }
        }
        worst = max(worst, time / 1_000_000 - Double(limit))
      }
      return "kill  \(name): \(rounded(worst, to: 1)) ms after the limit at the most, of \(kills) kills"
        + "  goal ≤ \(rounded(goal, to: 0)) ms  \(worst <= goal ? "met" : "missed")"
    } catch {
      giveUp("\(name): \(error)")
    }
  }
}

private func limited(milliseconds: UInt32) throws -> Interpreter {
  guard let lua = Interpreter(host: RuntimeHost()) else { throw Diagnostic(.hostMemory, "not enough memory") }
  if milliseconds > 0 { lua.setTimeLimit(milliseconds: milliseconds) }
  return lua
}
