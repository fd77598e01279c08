import BindCore

/// `job.sql` and `job.tail`.
extension Surface {
  var dataJobFunctions: [Entry] {
    [
      Entry(
        "sql",
        """
        (options) -> job
        A query at each run; the job's value is the list of rows.
        - db: string|database. A path, or what bh.sql.open returned.
        - query: string. The SQL.
        - args: table. Fills ? by position, or :name by name.
        + job
        > job.sql { db = "readings.db", query = "select count(*) as n from readings", every = "10s" }
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        guard let query = try options.string("query") else {
          throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'query' is missing"))
        }
        var request = SQLRequest(query)
        if let args = options["args"], let name = args.objectInside {
          throw options.wrong("args", expected: "values of SQL (a \(name) is none)", args)
        }
        switch options["args"] {
        case nil: break
        case .list(let values)?: request.arguments = .list(values)
        case .record(let values)?: request.arguments = .named(values)
        case let other?: throw options.wrong("args", expected: "a list, or a table by name", other)
        }
        let database: QueryWork.Database
        switch options["db"] {
        case .string(let path)? where !path.isEmpty: database = .path(path.text)
        case .opaque(let object as DatabaseObject)?: database = .open(object)
        case let other: throw options.wrong("db", expected: "a path or a database of bh.sql.open", other ?? .nil)
        }
        let work = QueryWork(request, of: database, surface: self)
        let job = try declare(call, JobDeclaration(options: options, label: "sql(\(work.name))"), work)
        job.onStop = { [outer = job.onStop] in
          outer?()
          work.close()
        }
      },
      Entry(
        "tail",
        """
        (options) -> job
        A command that goes on; each line that it writes becomes the job's value. Needs --allow-run.
        - cmd: list. The program and its arguments.
        - each: fn(line). Called for each line; it may wait.
        + process
        + job
        > job.tail { cmd = { "journalctl", "-f" }, each = function(line) print(line) end }
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        let argv = try argv(options["cmd"]) {
          .diagnostic(
            Diagnostic(
              .bindArgument,
              "\(call.name): option 'cmd': a list of strings expected, such as {\"journalctl\", \"-f\"}"))
        }
        var request = try processRequest(argv, options, withTimeout: false)
        request.collectsOutput = false
        let declaration = JobDeclaration(options: options, label: "tail(\(argv[0].text))", isEndless: true)
        try declare(call, declaration, TailWork(request, each: try options.function("each"), surface: self))
      },
    ]
  }
}

/// A query; its value is the list of rows.
final class QueryWork: JobWork {
  enum Database {
    /// Opened with the first run, closed with the job.
    case path(String)
    case open(DatabaseObject)
  }

  private let request: SQLRequest
  private let source: Database
  private var own: BindCore.Database?
  private unowned let surface: Surface

  init(_ request: SQLRequest, of source: Database, surface: Surface) {
    self.request = request
    self.source = source
    self.surface = surface
  }

  var name: String {
    switch source {
    case .path(let path): path
    case .open(let object): object.database.name
    }
  }

  func close() {
    own?.close()
    own = nil
  }

  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    switch source {
    case .open(let object):
      guard !object.database.isClosed else {
        tell(.ended(.failure(.disposed("database '\(name)'", scope: object.scope.name))))
        return nil
      }
      return run(on: object.database, tell)
    case .path(let path):
      if let own { return run(on: own, tell) }
      return open(path, tell)
    }
  }

  private func open(_ path: String, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    var query: JobRun?
    do throws(Refusal) {
      let opening = try surface.world.databases.open(path) { [weak self] result in
        switch result {
        case .success(let database):
          guard let self else { return database.close() }
          own = database
          query = run(on: database, tell)
        case .failure(let failure): tell(.ended(.failure(.diagnostic(Diagnostic(failure)))))
        }
      }
      return JobRun {
        opening.cancel()
        query?.cancel()
      }
    } catch {
      tell(.ended(.failure(.diagnostic(Diagnostic(error)))))
      return nil
    }
  }

  private func run(on database: BindCore.Database, _ tell: @escaping (LoadEvent) -> Void) -> JobRun {
    let token = database.run(request) { result in
      tell(.ended(result.map(\.list).mapError { .diagnostic(Diagnostic($0)) }))
    }
    return JobRun { token.cancel() }
  }
}
