import BindCore
import BindLua
import CBench

/// Workload l: Swift writes, 1000 observers of a script hear of it; and the script's own chain and diamond.
func luaFanWorkloads() -> [Workload] {
  [Workload(letter: "l.fan", variant: "lua", unit: Size.fan, updates: 20, make: fan)]
    + [("l.chain", "d"), ("l.diamond", "e")].compactMap { name, letter in
      LuaShape.all.first { $0.letter == letter }.map { shape in
        Workload(letter: name, variant: "lua", unit: shape.unit, updates: shape.updates) { script(name, shape.code) }
      }
    }
}

private func fan() -> (Int) -> Void {
  do {
    let host = try ScriptHost()
    let hub = try RecordCell.build(
      [(name: ByteString("value"), tree: FieldTree.leaf(.plain(.integer(0))))], name: "hub", engine: host.engine)
    try host.surface.models.add(hub, named: "hub")
    let hears = try host.updates(
      """
      local value, last = bh.open("hub") "value"
      for _ = 1, \(Size.fan) do value:observe(function(new) last = new end) end
      return function(wanted) assert(last == wanted, "the last update did not arrive") end
      """)
    let cell = hub.fields[0].cell
    var tick = 0
    return { updates in
      for _ in 0..<updates {
        tick += 1
        guard (try? cell.write(.integer(Int64(tick)))) != nil else { giveUp("l.fan: the write raised") }
      }
      hears(tick)
    }
  } catch {
    giveUp("l.fan: \(error)")
  }
}

/// What a call of the observer takes by itself: a bare protected call from C.
func luaFanPeers() -> [Case] {
  guard let state = cbench_open() else { return [] }
  let observer = load("local last return function(new) last = new end", into: state)
  let cell = load("local before = {value = 1} return function() return before.value + 1 end", into: state)
  return [
    Case("l.fan", "c.pcall") { cbench_pcall(state, observer, 20_000) },
    Case("l.chain", "c.pcall") { cbench_pcall(state, cell, 20_000) },
    Case("l.diamond", "c.pcall") { cbench_pcall(state, cell, 20_000) },
  ]
}
