/// The Lua side of workload k. bindhost and the peer run the same text; only the line that makes the
/// objects differs.
enum LuaScript {
  /// How often a loop's body does its operation, so that the loop itself hardly counts.
  static let unroll = 10

  /// A chunk that gives `function(count)`, which does `operation` count × unroll times. `setup` makes its objects.
  static func loop(setup: String, operation: String) -> String {
    let body = Array(repeating: operation, count: unroll).joined(separator: "; ")
    return """
      \(setup)
      return function(count)
        for _ = 1, count do \(body) end
      end
      """
  }

  /// The parts of workload k that are Lua calling the host.
  static let operations: [(workload: String, operation: String)] = [
    ("k.get_integer", "local _ = integer:get()"),
    ("k.get_string", "local _ = text:get()"),
    ("k.set", "integer:set(7)"),
    ("k.method", "local _ = object:plus(3)"),
    ("k.function", "local _ = add(3, 4)"),
  ]

  /// What Swift or C calls.
  static let closure = "local sum = 0 return function(value) sum = sum + value end"
}
