/// That a cell could not be computed is told once to each who hears of it, however many observers of his look: in the wave in which it is
/// told first. Who looks later learns it from the cell.
struct FailuresTold {
  private var wave: UInt32 = 0
  private var hearers: [ObjectIdentifier: [ObjectIdentifier?]] = [:]

  /// - Parameter hearer: nil is the engine.
  /// - Returns: whether it is to be told now.
  mutating func tells(_ cell: DerivedCell, to hearer: Scope?, in wave: UInt32) -> Bool {
    let (id, hearer) = (ObjectIdentifier(cell), hearer.map { ObjectIdentifier($0) })
    if self.wave != wave { (self.wave, hearers) = (wave, [:]) }
    if cell.reportedFailures != cell.failureCount {
      cell.reportedFailures = cell.failureCount
      hearers[id] = [hearer]
      return true
    }
    guard let known = hearers[id], !known.contains(hearer) else { return false }
    hearers[id] = known + [hearer]
    return true
  }
}
