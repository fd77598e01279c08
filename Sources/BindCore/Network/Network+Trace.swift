extension Network {
  /// Circuits that open, are probed and close go into the engine's trace.
  package func trace(into engine: Engine) {
    onCircuit = { [weak engine, clock] origin, state in
      let what =
        switch state {
        case .closed: "closed"
        case .probing: "probed"
        case .open(let until): "open for \((until - clock.now).text)"
        }
      engine?.trace?.note("circuit \(origin.name) \(what)")
    }
  }
}
