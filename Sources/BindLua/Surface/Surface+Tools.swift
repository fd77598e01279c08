package import BindCore
import BindGraph

/// What a script can ask about itself.
extension Surface {
  var toolFunctions: [Entry] {
    [
      Entry(
        "stats",
        """
        () -> table
        Counts of nodes, edges, observers, waves, tasks, jobs, memory, and runs by line.
        """
      ) { [unowned self] call throws(Failure) in
        let graph = engine.graph
        // What has been collected in this step is counted no more: in the main chunk, where nothing is under way that might have it.
        if engine.mode == .immediate, !graph.isFlushing { lua.releaseCollected() }
        let counts: [(ByteString, Int)] = [
          ("nodes", graph.nodeCount), ("edges", graph.linkCount), ("observers", graph.observerCount),
          ("waves", Int(graph.wave)), ("tasks", tasks.count), ("jobs", jobs.count { !$0.isStopped }),
          ("memory", Int(lua.counts.memory)),
        ]
        var stats = Record(counts.map { ($0.0, .integer(Int64($0.1))) })
        stats["lines"] = .list(
          engine.runCounts.map { line in
            .record(
              Record([
                ("script", .string(line.script)), ("line", .integer(Int64(line.line))),
                ("runs", .integer(Int64(line.count.runs))), ("wasted", .integer(Int64(line.count.wasted))),
              ]))
          })
        try call.reply(.record(stats))
      },
      Entry(
        "graph",
        """
        (options?) -> string
        What depends on what at this moment.
        - format: "text"|"json"|"dot"|"svg" = "text". How it is written.
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        let name = try options.string("format") ?? GraphFormat.text.rawValue
        guard let format = GraphFormat(rawValue: name) else {
          let names = GraphFormat.allCases.map(\.rawValue)
          throw .diagnostic(
            Diagnostic(
              .bindArgument, "\(call.name): option 'format': there is no '\(name)'",
              suggestions: nearestNames(to: name, in: names), notes: ["formats: " + names.joined(separator: " ")]))
        }
        try call.reply(.string(graph(as: format)))
      },
      Entry(
        "require_version",
        """
        (version: string)
        Raises unless this is bindhost of that version or a later one.
        > bh.require_version "0.1"
        """
      ) { [unowned self] call throws(Failure) in try requireVersion(call) },
      Entry(
        "why",
        """
        (ref: Ref) -> table
        Why a value is what it is: its last writer and what led there. tostring gives it in words.
        > print(bh.why(label "text"))
        """
      ) { [unowned self] call throws(Failure) in try why(try call.cell(1, "ref"), call) },
    ]
  }

  /// `"0.1"`: this version or a later one.
  private func requireVersion(_ call: Call) throws(Failure) {
    let text = try call.string(1, "version").text
    let wanted = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(wanted.count), !wanted.contains(nil) else {
      throw call.wrong(1, "version", expected: "a version such as \"0.1\"", sayingValue: true)
    }
    let present = Surface.version.split(separator: ".").compactMap { Int($0) }
    guard !present.lexicographicallyPrecedes(wanted.compactMap { $0 }) else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "this script needs bindhost \(text), and this is \(Surface.version)",
          notes: ["install a newer bindhost; bindhost --version says what there is"]))
    }
  }

  /// What depends on what at this moment.
  package func graph(as format: GraphFormat) -> String {
    engine.secrets.hide(GraphPicture(of: engine, models: models.all).rendered(as: format))
  }

  /// Why a part of a model is what it is, in words.
  /// - Parameter path: empty for the whole.
  package func why(_ model: RecordCell, at path: ByteString) throws(Failure) -> String {
    (path.isEmpty ? model : try model.at(path)).why.text(in: engine)
  }

  /// `{name, value, error, inputs, script, line, cause, text}`, which says its text.
  func why(_ cell: Cell, _ call: Call) throws(Failure) {
    let why = cell.why
    var fields = Record([("name", .string(why.name))])
    fields["value"] = why.value
    fields["error"] = why.failure.map { errorValue($0) }
    if !why.inputs.isEmpty { fields["inputs"] = .list(why.inputs.map { .string($0) }) }
    if why.place.isKnown {
      fields["script"] = .string(engine.causes.name(why.place.script))
      fields["line"] = .integer(Int64(why.place.line))
    }
    fields["cause"] = engine.causeValue(why.cause, isFirst: false)
    let table: LuaReference
    do { table = try lua.makeReference(.record(fields), text: why.text(in: engine)) } catch { throw Failure(error) }
    try call.reply(.opaque(table))
  }
}
