import CBench

/// Workload k in plain C, in this process: what a programmer writes against the Lua API, and with the receiver's
/// check as cheap as C can make it.
func userdataPeers() -> [Case] {
  guard let state = cbench_open() else { return [] }
  var cases: [Case] = []
  for (variant, constructor) in [("c.userdata", "ref"), ("c.userdata_tuned", "checked")] {
    let setup = """
      local integer, text, object = \(constructor)(42), \(constructor)("hello world"), \(constructor)(40)
      local add = add
      """
    for (workload, operation) in LuaScript.operations where variant == "c.userdata" || workload != "k.function" {
      cases.append(
        luaCase(workload, variant, state: state, code: LuaScript.loop(setup: setup, operation: operation)))
    }
  }
  let function = load(LuaScript.closure, into: state)
  cases.append(Case("k.closure", "c.pcall") { cbench_pcall(state, function, 20_000) })
  cases.append(Case("k.await", "c.yield") { cbench_yield(state, 20_000) })
  return cases
}

/// A case that calls a function of `state` which repeats its operation.
func luaCase(_ workload: String, _ variant: String, state: OpaquePointer, code: String) -> Case {
  let function = load(code, into: state)
  return Case(workload, variant) {
    cbench_call(state, function, 1000) / Double(1000 * LuaScript.unroll)
  }
}

func load(_ code: String, into state: OpaquePointer) -> Int32 {
  var code = code
  return code.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { cbench_load(state, $0.baseAddress, $0.count) }
  }
}
