import BindCore

/// Workloads h, i, j and n over script cells. What an update of one path costs must not depend on how many other bindings
/// there are, so the small and the large case of a pair have one ceiling where they are counted.
func pathCounts() -> [CountedCase] {
  [
    CountedCase("h.transaction", unit: Size.fan, prepare: transaction),
    CountedCase("i.few") { oneOf(fields: 10) },
    CountedCase("i.many") { oneOf(fields: 1000) },
    CountedCase("j.few") { oneOf(models: 1) },
    CountedCase("j.many") { oneOf(models: 1000) },
    CountedCase("n.few", unit: 1000) { insertions(at: 1000) },
    CountedCase("n.many", unit: 10_000) { insertions(at: 10_000) },
  ]
}

/// The same, timed; the small case of a pair is what the large one stands beside.
func pathWorkloads() -> [Workload] {
  [
    Workload(letter: "h", variant: "cells", unit: Size.fan, updates: 4, make: transaction),
    Workload(letter: "h", variant: "declared", unit: Size.fan, updates: 40, make: bindableTransaction),
    Workload(letter: "i", variant: "10", unit: 1, updates: 1000) { oneOf(fields: 10) },
    Workload(letter: "i", variant: "1000", unit: 1, updates: 1000) { oneOf(fields: 1000) },
    Workload(letter: "j", variant: "10", unit: 1, updates: 4000) { oneOf(models: 1) },
    Workload(letter: "j", variant: "10000", unit: 1, updates: 4000) { oneOf(models: 1000) },
    Workload(letter: "n", variant: "1000", unit: 2 * 1000, updates: 4) { insertions(at: 1000) },
    Workload(letter: "n", variant: "10000", unit: 2 * 10_000, updates: 1) { insertions(at: 10_000) },
  ]
}

/// One update writes 1000 sources with an observer each in one transaction.
private func transaction() -> (Int) -> Void {
  let engine = Engine()
  let results = Results()
  let cells = (0..<Size.fan).map { index in
    LeafCell(.integer(0), declaration: .plain(.integer(0)), name: "s\(index)", engine: engine)
  }
  for cell in cells { cell.observe(initial: false) { _, _, _ in results.runs += 1 } }
  var tick: Int64 = 0
  return { updates in
    let before = results.runs
    for _ in 0..<updates {
      tick += 1
      attempt { try engine.transaction { for cell in cells { _ = try cell.write(.integer(tick)) } } }
    }
    require(results.runs - before == updates * Size.fan, "a delivery is missing")
  }
}

/// The same with bindables of Swift's.
private func bindableTransaction() -> (Int) -> Void {
  let engine = Engine()
  let results = Results()
  let sources = (0..<Size.fan).map { _ in Bindable(0, engine: engine) }
  for source in sources { source.observe(initial: false) { results.last = $0 } }
  var tick = 0
  return { updates in
    for _ in 0..<updates {
      tick += 1
      attempt { try engine.transaction { for source in sources { source.update(with: tick) } } }
    }
    require(results.last == tick, "the last update did not arrive")
  }
}

/// A record with a binding for each field; one field is updated through the record.
private func oneOf(fields count: Int) -> (Int) -> Void {
  let engine = Engine()
  let results = Results()
  let fields = (0..<count).map { index in
    (name: ByteString("f\(index)"), tree: FieldTree.leaf(.plain(.integer(0))))
  }
  guard let record = try? RecordCell.build(fields, name: "record", engine: engine) else { giveUp("no record") }
  for field in record.fields { field.cell.observe(initial: false) { _, _, _ in results.runs += 1 } }
  return updating(results, engine) { tick in
    _ = try record.merge(Record([("f7", .integer(tick))]), ignoringUnknown: false)
  }
}

/// Models of ten fields with a binding by path for each field; one field of one model is updated.
private func oneOf(models count: Int) -> (Int) -> Void {
  let engine = Engine()
  let results = Results()
  let fields = (0..<10).map { index in
    (name: ByteString("f\(index)"), tree: FieldTree.leaf(.plain(.integer(0))))
  }
  let models = (0..<count).map { index in
    guard let model = try? RecordCell.build(fields, name: "m\(index)", engine: engine) else { giveUp("no model") }
    return model
  }
  var touched: Cell?
  for model in models {
    for index in 0..<10 {
      guard let path = try? Path(parsing: "f\(index)"), let cell = try? model.at(path) else { giveUp("no field") }
      cell.observe(initial: false) { _, _, _ in results.runs += 1 }
      touched = cell
    }
  }
  return updating(results, engine) { [models] tick in
    _ = try withExtendedLifetime(models) { try touched?.write(.integer(tick)) }
  }
}

/// A keyed list: one element comes in at the front and goes again.
private func insertions(at count: Int) -> (Int) -> Void {
  let engine = Engine()
  let results = Results()
  let items = (0..<count).map { Value.record(Record([("id", .integer(Int64($0)))])) }
  let list = LeafCell(.list(items), declaration: .plain(.list([])), name: "list", engine: engine)
  let each = CountingEach(of: list.keys(by: "id"), scope: engine.root)
  each.results = results
  attempt { try each.begin() }
  let front = Value.record(Record([("id", .integer(-1))]))
  return { updates in
    let before = results.runs
    for _ in 0..<updates {
      attempt {
        try withExtendedLifetime(engine) {
          _ = try list.write(.list([front] + items))
          _ = try list.write(.list(items))
        }
      }
    }
    require(results.runs - before == 2 * updates, "not one operation for each change")
  }
}

private final class CountingEach: Each {
  var results: Results?
  override func inserted(_ element: Cell, key: Value, at place: Int) { results?.runs += 1 }
  override func removed(_ value: Value, key: Value, at place: Int) { results?.runs += 1 }
  override func moved(_ element: Cell, key: Value, from: Int, to: Int) { results?.runs += 1 }
  override func updated(_ element: Cell, _ new: Value, _ old: Value) { results?.runs += 1 }
}

private func updating(_ results: Results, _ engine: Engine, _ body: @escaping (Int64) throws -> Void) -> (Int) -> Void {
  var tick: Int64 = 0
  return { updates in
    let before = results.runs
    for _ in 0..<updates {
      tick += 1
      attempt { try withExtendedLifetime(engine) { try body(tick) } }
    }
    require(results.runs - before == updates, "not one binding for each update")
  }
}

private func attempt(_ body: () throws -> Void) {
  do { try body() } catch { giveUp("\(error)") }
}
