import BindGraph

/// How often what stands at one line of a script has run, and how often for nothing: a derived value that came out as it
/// was, a binding whose target held the value already.
package struct RunCount: Equatable {
  package var runs = 0
  package var wasted = 0

  static func += (total: inout RunCount, more: RunCount) {
    total.runs += more.runs
    total.wasted += more.wasted
  }
}

extension Engine {
  /// Of what has ended, its counts stay.
  func keep(_ count: RunCount, of place: Site) {
    if place.isKnown, count.runs > 0 { pastRuns[place, default: RunCount()] += count }
  }

  /// By script and line.
  package var runCounts: [(script: String, line: Int, count: RunCount)] {
    var counts = pastRuns
    func add(_ count: RunCount, _ place: Site) {
      if place.isKnown, count.runs > 0 { counts[place, default: RunCount()] += count }
    }
    for node in graph.watchers {
      if let callback = graph.body(of: node) as? Callback { add(callback.count, callback.place) }
    }
    for node in graph.derivedNodes {
      if let cell = graph.body(of: node) as? DerivedCell { add(cell.count, cell.countedAt) }
    }
    return counts.map { (causes.name($0.key.script), Int($0.key.line), $0.value) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }
}
