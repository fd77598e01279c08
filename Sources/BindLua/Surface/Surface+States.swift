import BindCore

/// `bh.state(name, defaults, {store=, version=, migrate=, save_after=, merge=})`: a model, or a cell, that a store keeps.
extension Surface {
  var stateFunctions: [Entry] {
    [
      Entry(
        "state",
        """
        (name: string, defaults: any, options?) -> state
        A model, or one cell, that a store keeps: saved by itself, there again at the next run, shared with other processes.
        - store: string = a file in the state folder. Where it is kept: sqlite:PATH, file:PATH.json, memory:, secret:PATH (encrypted) or etcd://host:port[,host:port]/prefix (shared by machines; over TLS etcds://… with ?ca=PATH of the authority, &cert=PATH&key=PATH of a certificate, PEM files that --allow-read names).
        - version: integer = 1. The version of its fields.
        - migrate: fn(old, from). Returns a value of an older version in the present form.
        - save_after: time = "200ms". How long changes are collected.
        - merge: fn(mine, theirs, base). Decides when both sides have changed.
        > local prefs = bh.state("prefs", { theme = "dark", rating = 0 })
        """
      ) { [unowned self] call throws(Failure) in try state(call) }
    ]
  }

  private func state(_ call: Call) throws(Failure) {
    let name = try call.string(1, "name").text
    guard !name.isEmpty else { throw call.wrong(1, "name", expected: "a name", sayingValue: true) }
    guard call.count >= 2 else { throw call.wrong(2, "defaults", expected: "a table of fields, or a value") }
    let tree = try stateTree(call)
    try tree.checkDefaults(ofState: name, in: engine)
    let options = try call.options(3)
    var request = StateRequest(StoreKey(name), shape: StateShape(tree))
    request.version = try version(options)
    if let delay = try options.duration("save_after") { request.saveAfter = delay }
    if let function = try options.function("migrate") {
      let migrate = migration(function, of: name)
      request.migrate = { [unowned self] old, from in
        // It is the script's time again.
        try lua.withTimeLimit { try engine.runPure { () throws(Failure) in try migrate(old, from) } }
      }
      request.migrateLater = OwnerMigration(of: name, engine, migrate).rule
    }
    var merge: OwnerMerge?
    if let function = try options.function("merge") {
      let made = OwnerMerge(engine) { [unowned lua] mine, theirs, base throws(Failure) in
        try lua.compute(function, [mine, theirs, base])
      }
      request.merge = made.rule
      merge = made
    }
    let container = try keep(request, in: try options.string("store"), for: call.name)
    merge?.container = container
    if let known = states[ObjectIdentifier(container)], let root = known.root { return call.reply(root) }
    try call.reply(mirror(container, tree, merge))
  }

  private func mirror(
    _ container: StateContainer, _ tree: FieldTree, _ merge: OwnerMerge?
  ) throws(Failure) -> Cell {
    let mirror = try StateMirror(container, tree: tree, clock: world.clock, engine: engine) { [unowned self] problem in
      errorValue(.diagnostic(problem.diagnostic()))
    }
    guard let root = mirror.root else { throw .diagnostic(Diagnostic(.hostInternal, "a state without cells")) }
    let key = ObjectIdentifier(container)
    states[key] = mirror
    merges[key] = merge
    if engine.mode == .deferred {
      engine.registered(
        Registration { [weak self] in
          self?.states.removeValue(forKey: key)?.close()
          self?.merges[key] = nil
        })
    }
    // Of two states with one name in two stores the first one has it among the models.
    if let record = root as? RecordCell, models.model(named: record.name) == nil {
      record.noteDeclaration(at: engine.site(), unlessWritten: true)
      try models.add(record, named: record.name)
    }
    mirror.reportProblems()
    return root
  }

  private func stateTree(_ call: Call) throws(Failure) -> FieldTree {
    let defaults = call.value(2)
    switch defaults {
    case .record(let record): return .record(try tree(of: record))
    case .opaque(let opaque):
      if let declared = opaque as? FieldObject { return .leaf(try declared.declared()) }
      throw .diagnostic(Diagnostic(.storeValue, "\(call.name): a \(opaque.typeName) cannot be stored"))
    default: return .leaf(.plain(defaults))
    }
  }

  private func version(_ options: Options) throws(Failure) -> Int {
    guard let given = options["version"] else { return 1 }
    guard case .integer(let version) = given, (1...Int64(Int32.max)).contains(version) else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(options.owner): option 'version': a whole number from 1 expected, got \(given.named)"))
    }
    return Int(version)
  }

  private func migration(
    _ function: LuaReference, of name: String
  ) -> (Value, Int) throws(Failure) -> Value {
    { [unowned lua] old, from throws(Failure) in
      let new = try lua.compute(function, [old, .integer(Int64(from))])
      guard !new.isNil else {
        throw .diagnostic(
          Diagnostic(
            .bindArgument, "migrate of \(name) returned nothing: return the value in its new form",
            notes: ["tables are copied: changing the one that is given changes nothing else"]))
      }
      return new
    }
  }

  /// Opens a key of a store; nil: of the script's own. A store that answers late takes nothing of the script's time.
  func keep(_ request: StateRequest, in url: String?, for owner: String) throws(Failure) -> StateContainer {
    let keeper = try keeper(of: url, for: owner)
    do { return try lua.withoutTimeLimit { try keeper.open(request) } } catch { throw Engine.failure(error) }
  }

  /// The store of a URL; nil: the script's own.
  func keeper(of url: String?, for owner: String) throws(Failure) -> any StateKeeper {
    guard let stores = world.stores else {
      throw .diagnostic(Diagnostic(.hostInternal, "\(owner): this host has no stores"))
    }
    do {
      let keeper = try stores.open(url)
      if !keepers.contains(where: { $0 === keeper }) { keepers.append(keeper) }
      return keeper
    } catch let refusal as Refusal {
      throw .diagnostic(Diagnostic(refusal))
    } catch {
      throw Engine.failure(error)
    }
  }

  // MARK: Methods

  var stateMethods: [Entry] {
    [
      Entry(
        "save",
        """
        () -> boolean?, err?
        Waits until what was written is on the disk.
        """
      ) { [unowned self] call throws(Failure) in
        guard let mirror = try call.receiverCell().stateMirror else { return try call.reply(.boolean(true)) }
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          mirror.save { [unowned self] problem in
            done(.success(problem.map { [.nil, self.errorValue(.diagnostic($0.diagnostic()))] } ?? [.boolean(true)]))
          }
        }
      }
    ]
  }

  /// Saves what waits, on this thread; what cannot be saved is an error of the run. For its end.
  package func flushStates() {
    var unsaved: [String: StateProblem] = [:]
    // A change that has to be merged by a script first is saved in the next round.
    for _ in 0..<4 {
      unsaved = [:]
      for keeper in keepers {
        for (container, problem) in keeper.flush() { unsaved[container.name] = problem }
      }
      if engine.takeArrivals() == 0 { break }
    }
    for (name, problem) in unsaved.sorted(by: { $0.key < $1.key }) {
      engine.root.report(
        Report(
          Diagnostic(problem.diagnostic().id, "\(name) is lost with this run: \(problem.message)"),
          during: "save of \(name)"))
    }
  }

  /// A turn begins, and ends: what it changes is saved together.
  /// - Returns: how many stores are held, for `releaseSaves`.
  package func holdSaves() -> Int {
    for keeper in keepers { keeper.hold() }
    return keepers.count
  }

  package func releaseSaves(_ held: Int) { for keeper in keepers.prefix(held) { keeper.release() } }

  func closeStates() {
    for mirror in states.values { mirror.close() }
    states = [:]
    merges = [:]
    keepers = []
  }
}
