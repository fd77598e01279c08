import BindCore
import BindGraph

/// Workload d at depth 100 000: no stack may overflow, neither at the first delivery nor in a wave.
func deepWorkloads() -> [Workload] {
  [
    Workload(letter: "d.deep", variant: "declared", unit: Size.depth, updates: 1) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      var last = IntCell(graph, inputs: [source.node]) { source.value + 1 }
      for _ in 1..<Size.depth {
        let before = last
        last = IntCell(graph, inputs: [before.node]) { before.value + 1 }
      }
      let end = last
      let watcher = IntWatcher(graph, input: end.node) { results.last = end.value - Size.depth }
      return keeping(watcher, ticking(results, source.set))
    },
    Workload(letter: "d.deep", variant: "lua", unit: Size.depth, updates: 1) {
      script(
        "d.deep",
        """
        local source, last = bh.bindable(0)
        local cell = source
        for _ = 1, \(Size.depth) do
          local before = cell
          cell = bh.computed(function() return before:get() + 1 end)
        end
        cell:observe(function(value) last = value - \(Size.depth) end)
        \(LuaShape.ticking)
        """)
    },
  ]
}

/// A script's function that does so many updates, in a host of its own.
func script(_ name: String, _ code: String) -> (_ updates: Int) -> Void {
  do { return try ScriptHost().updates(code) } catch { giveUp("\(name): \(error)") }
}
