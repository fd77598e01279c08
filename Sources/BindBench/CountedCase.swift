/// A steady update whose instructions, allocations and references scripts/gates counts.
struct CountedCase {
  let name: String
  /// Sets up and warms up; the result does (about) so many operations, an exact multiple of `unit`.
  let prepare: () -> (Int) -> Void
  /// The operations of one update: 1000 where an update reaches 1000 observers or cells.
  let unit: Int

  init(_ name: String, unit: Int = 1, prepare: @escaping () -> (_ updates: Int) -> Void) {
    self.name = name
    self.prepare = prepare
    self.unit = unit
  }

  func run(operations: Int) {
    let update = prepare()
    update(20)
    update(operations / unit)
  }
}
