import BindCore
import BindJSON

/// `test.http`, `test.exec`, `test.fs`: what answers in place of the outside.
extension Surface {
  var testHTTPMethods: [Entry] {
    [
      Entry(
        "stub",
        """
        (pattern: string, fn: fn(req))
        Answers requests to a path, a host, both, or a whole URL: {status =, headers =, json = or body =}, or nil and an error. *
        stands for anything, a Lua pattern is looked for in the URL, and a method may stand in front: "POST /me.json". fn is a task: it
        may wait. Its req has method, url, headers, json and body.
        > test.http:stub("/me.json", function() return { json = { name = "Ada" } } end)
        """
      ) { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let pattern = StubPattern(try call.string(1, "pattern").text)
        let function = try call.function(2, "fn")
        let scope = try engine.openScope(for: call.name)
        let label = "stub \(pattern.text)"
        let find = pattern.isLuaPattern ? try stringFind() : nil
        let matches = find.map { find in
          { [unowned self] (url: String) in
            let found = try? lua.call(find, [.string(ByteString(url)), .string(ByteString(pattern.url))], results: 1)
            return !(found?.first?.isNil ?? true)
          }
        }
        driver.stub(url: pattern, at: lua.position, matches: matches) { [unowned self, unowned scope] request, answer in
          let task = tasks.start(
            function, arguments: [asked(request)], results: 2, in: scope, kind: .external, label: label
          ) { [unowned self, unowned scope] result in
            do throws(Failure) { answer(try stubAnswer(result)) } catch {
              scope.report(Report(error, during: label))
              answer(.failure(WorldFailure(.network, "\(request.name): its stub failed", detail: "stub")))
            }
          }
          return JobRun { task.stop() }
        }
      }
    ]
  }

  /// Without memory for more its headers are found as they are written.
  private func asked(_ request: HTTPRequest) -> Value {
    (try? lua.makeRequest(request.stubFields)).map { .opaque($0) } ?? .record(request.stubFields)
  }

  /// `{status=, headers=, json=|body=}`, or `nil, err`.
  private func stubAnswer(_ result: Result<[Value], Failure>) throws(Failure) -> StubAnswer {
    let values = try result.get()
    if values[0].isNil { return .failure(stubFailure(values[1], otherwise: .network)) }
    guard case .record(let fields) = values[0] else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument,
          "a stub returns a table {status=, headers=, json=|body=} or nil, {kind=}, got \(values[0].typeName)"))
    }
    let options = try Options(
      owner: "the answer of a stub", fields: fields, names: ["status", "headers", "json", "body"])
    var headers = HTTPHeaders()
    if case .record(let given)? = options["headers"] {
      for (name, value) in given.fields { headers.add(name.text, value.words) }
    }
    var body: [UInt8] = []
    if let value = options["json"] {
      do throws(JSONRefusal) { body = try JSON.encode(value) } catch {
        throw .diagnostic(Diagnostic(.jsonValue, "the answer of a stub: option 'json': \(error.sentence)"))
      }
      if headers["Content-Type"] == nil { headers.add("Content-Type", "application/json") }
    } else if case .string(let bytes)? = options["body"] {
      body = bytes.bytes
    } else if let other = options["body"] {
      throw options.wrong("body", expected: "string", other)
    }
    return .answer(status: try options.count("status") ?? 200, headers: headers, body: body)
  }

  var testExecMethods: [Entry] {
    [
      Entry(
        "stub",
        """
        (name: string, fn: fn(cmd, options))
        Answers for a program: {out =, err =, status =}, or nil and an error.
        """
      ) { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let name = try call.string(1, "name").text
        let function = try call.function(2, "fn")
        let scope = try engine.openScope(for: call.name)
        let label = "stub \(name)"
        driver.stub(program: name, at: lua.position) { [unowned self, unowned scope] request, answer in
          let task = tasks.start(
            function, arguments: [.list(request.argv.map { .string($0) }), request.stubOptions], results: 2, in: scope,
            kind: .external, label: label
          ) { [unowned self, unowned scope] result in
            do throws(Failure) { answer(try stubOutcome(result, of: name)) } catch {
              scope.report(Report(error, during: label))
              answer(.failure(WorldFailure(.file, "\(name): its stub failed")))
            }
          }
          return JobRun { task.stop() }
        }
      }
    ]
  }

  /// What `bh.exec` returns: `{out, err, status}`, the output alone, or `nil, err`.
  private func stubOutcome(_ result: Result<[Value], Failure>, of name: String) throws(Failure) -> StubOutcome {
    let values = try result.get()
    switch values[0] {
    case .nil:
      let failure = stubFailure(values[1], otherwise: .exit)
      switch (failure.kind, failure.status) {
      case (.exit, let status): return .ended(out: [], err: failure.body?.bytes ?? [], .exited(status ?? 1))
      case (.signal, let number): return .ended(out: [], err: [], .signalled(number ?? 15))
      default: return .failure(failure)
      }
    case .string(let text): return .ended(out: text.bytes, err: [], .exited(0))
    case .record(let fields):
      let options = try Options(owner: "the result of a stub", fields: fields, names: ["out", "err", "status"])
      let status = try options.count("status") ?? 0
      return .ended(
        out: Array((try options.string("out") ?? "").utf8), err: Array((try options.string("err") ?? "").utf8),
        .exited(Int32(clamping: status)))
    default:
      throw .diagnostic(
        Diagnostic(
          .bindArgument,
          "a stub of a program returns a table {out=, err=, status=} or nil, {kind=}, got \(values[0].typeName)"))
    }
  }

  /// `nil, {kind=, message=, status=}`, or `nil, "text"`.
  private func stubFailure(_ value: Value, otherwise kind: ErrorKind) -> WorldFailure {
    switch value {
    case .record(let fields):
      var found = kind
      if case .string(let word)? = fields["kind"], let known = ErrorKind(rawValue: word.text) { found = known }
      var failure = WorldFailure(found, fields["message"]?.words ?? "the stub answered: \(found.rawValue)")
      if case .integer(let status)? = fields["status"] { failure.status = Int32(clamping: status) }
      if case .string(let text)? = fields["err"] { failure.body = text }
      return failure
    case .string(let text): return WorldFailure(kind, text.text)
    default: return WorldFailure(kind, "the stub gave no answer")
    }
  }

  var testFileMethods: [Entry] {
    [
      Entry(
        "write",
        """
        (path: string, text: string)
        Puts a file there.
        """
      ) { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let path = try call.path(1)
        let text = try call.string(2, "text")
        // A watch that sees it is a turn of its own.
        try outside(call) { _ in
          driver.write(file: path, text.bytes)
          return []
        }
      }
    ]
  }
}

extension HTTPRequest {
  /// `method url headers json body`, as a stub gets it.
  fileprivate var stubFields: Record {
    let fields = headers.joined.map { (name: ByteString($0.name), value: Value.string($0.value)) }
    var record = Record([
      ("headers", .record(Record(fields))), ("method", .string(ByteString(method))),
      ("path", .string(ByteString(address.path))), ("url", .string(ByteString(address.text))),
    ])
    if let body {
      record["body"] = .string(ByteString(bytes: body))
      record["json"] = try? JSON.decode(body)
    }
    return record
  }
}

extension ProcessRequest {
  /// What the second argument of `bh.exec` says.
  fileprivate var stubOptions: Value {
    var record = Record()
    if let stdin { record["stdin"] = .string(ByteString(bytes: stdin)) }
    if let cwd { record["cwd"] = .string(ByteString(cwd)) }
    if let timeout { record["timeout"] = .number(Double(timeout.wholeNanoseconds) / 1e9) }
    if !environment.isEmpty {
      record["env"] = .record(
        Record(environment.sorted { $0.key < $1.key }.map { (name: ByteString($0.key), value: .string($0.value)) }))
    }
    return .record(record)
  }
}
