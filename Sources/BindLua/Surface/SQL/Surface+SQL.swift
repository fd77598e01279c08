import BindCore

/// `bh.sql`: SQLite databases, without blocking.
extension Surface {
  var sqlFunctions: [Entry] {
    [
      Entry(
        "open",
        """
        (path: string) -> database?, err?
        Opens an SQLite file. It is closed with the scope around it. Needs --allow-read, and --allow-write to change it.
        > local db = assert(bh.sql.open "readings.db")
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1)
        let scope = try engine.openScope(for: call.name)
        try wait(call) { [unowned self] done throws(Refusal) in
          try world.databases.open(path) { [unowned self] result in
            done(result.map { [.opaque(DatabaseObject($0, scope: scope, surface: self))] })
          }
        }
      }
    ]
  }

  var databaseMethods: [Entry] {
    [
      Entry(
        "query",
        """
        (sql: string, args?: table) -> list?, err?
        The rows of a query, each a table by column. args fills ? by position, or :name by name.
        > db:query("select * from readings where value > ?", { 10 })
        """
      ) { [unowned self] call throws(Failure) in
        let object = try call.openDatabase()
        let request = try call.statement()
        try wait(call) { [unowned self] done in
          object.database.run(request, in: object.transaction(of: engine.scope)) { result in
            done(result.map { [$0.list] })
          }
        }
      },
      Entry(
        "exec",
        """
        (sql: string, args?: table) -> integer?, integer|err
        Runs statements; how many rows were changed, and the last row's id.
        """
      ) { [unowned self] call throws(Failure) in
        let object = try call.openDatabase()
        var request = try call.statement()
        if !call.has(2) { request.arguments = .script }
        try wait(call) { [unowned self] done in
          object.database.run(request, in: object.transaction(of: engine.scope)) { result in
            done(result.map { [.integer($0.changedRows), .integer($0.lastInsertedRow)] })
          }
        }
      },
      Entry(
        "transaction",
        """
        (fn: fn()) -> any, err?
        Runs fn between begin and commit; what it raises rolls back.
        """
      ) { [unowned self] call throws(Failure) in
        let object = try call.openDatabase()
        let function = try call.function(1, "fn")
        let place = lua.position
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          let run = LuaTransaction(object, function, at: place, surface: self, done)
          return JobRun { run.cancel() }
        }
      },
      Entry(
        "observe",
        """
        (sql: string, args?: table) -> source
        A cell with the rows of a query, asked for anew when the database has changed.
        """
      ) { [unowned self] call throws(Failure) in
        try observe(try call.openDatabase(), try call.statement(), call)
      },
      Entry(
        "close",
        """
        ()
        Closes it; a second call does nothing.
        """
      ) { call throws(Failure) in try call.receiver(DatabaseObject.self).stop() },
      Entry("__close") { call throws(Failure) in try call.receiver(DatabaseObject.self).stop() },
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("database(\(try call.receiver(DatabaseObject.self).database.name))"))
      },
    ]
  }

  /// A cell with the rows of a query, asked for anew when the database has changed. Where the call may wait, it waits for
  /// the first rows.
  private func observe(_ object: DatabaseObject, _ request: SQLRequest, _ call: Call) throws(Failure) {
    let scope = Scope(
      name: "query of \(object.database.name)", in: try engine.openScope(for: call.name), engine: engine)
    object.queryScopes.removeAll { $0.isClosed }
    object.queryScopes.append(scope)
    let work = QuerySource(object.database, request)
    var policy = SourceCell.Policy()
    policy.writes = false
    let cell = SourceCell(
      name: "query(\(place()))", work: work, policy: policy, clock: world.clock, scope: scope,
      describeFailure: { [unowned self] in errorValue($0, at: $1) })
    cell.isNotified = true
    let changes = object.database.onChange { [weak cell] in cell?.refresh() }
    cell.whenEnded { changes.cancel() }
    guard tasks.mayWait(call) else { return call.reply(cell) }
    let place = lua.position
    try tasks.wait(in: call) { [unowned self] done throws(Failure) in
      work.onFirstAnswer = { [unowned self] result in
        if case .failure = result { scope.close() }
        done(taskResult(result.map { _ in [.opaque(self.object(cell))] }, at: place))
      }
      return JobRun { scope.close() }
    }
  }
}

extension Call {
  /// The receiver, which must still be open; only `close` may come later.
  fileprivate func openDatabase() throws(Failure) -> DatabaseObject {
    let object = try receiver(DatabaseObject.self)
    if object.database.isClosed { throw .disposed("database '\(object.database.name)'", scope: object.scope.name) }
    return object
  }

  /// `sql, args`: arguments by position as a list, or by name.
  fileprivate func statement() throws(Failure) -> SQLRequest {
    let text = try string(1, "sql").text
    guard has(2) else { return SQLRequest(text) }
    guard argument(2).isTable else { throw wrong(2, "args", expected: "a list, or a table by name") }
    let given = value(2)
    if let name = given.objectInside {
      throw wrong(2, "args", expected: "values of SQL (a \(name) is none)")
    }
    switch given {
    case .list(let values): return SQLRequest(text, .list(values))
    case .record(let values): return SQLRequest(text, .named(values))
    default: return SQLRequest(text)
    }
  }
}

extension SQLOutcome {
  /// The rows as a script sees them.
  var list: Value { .list(rows.map { .record($0) }) }
}
