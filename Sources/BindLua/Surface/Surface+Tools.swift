import BindCore
import BindGraph

/// What a script can ask about itself.
extension Surface {
  var toolFunctions: [Entry] {
    [
      Entry("stats") { [unowned self] call throws(Failure) in
        let graph = engine.graph
        let counts: [(ByteString, Int)] = [
          ("nodes", graph.nodeCount), ("edges", graph.linkCount), ("observers", graph.observerCount),
          ("waves", Int(graph.wave)), ("tasks", tasks.count), ("jobs", jobs.count { !$0.isStopped }),
          ("memory", Int(lua.counts.memory)),
        ]
        try call.reply(.record(Record(counts.map { ($0.0, .integer(Int64($0.1))) })))
      }
    ]
  }
}
