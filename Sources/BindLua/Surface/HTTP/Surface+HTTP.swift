import BindCore
import BindJSON

/// `bh.http`: requests through the gate, without blocking.
extension Surface {
  var httpFunctions: [Entry] {
    let verbs = ["get", "post", "put", "patch", "delete", "head"].map { verb in
      Entry(
        verb,
        """
        (url: string, options?) -> answer?, err?
        Sends a request with this method and waits for the answer; a status from 400 is an error. Needs --allow-net.
        + request
        + transfer
        > local res, err = bh.http.get("http://127.0.0.1:8400/me.json", { timeout = "5s" })
        > if res then print(res.json.name) else print(err.kind, err.message) end
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(2)
        try send(verb, options, call)
      }
    }
    return verbs + [
      Entry(
        "request",
        """
        (url: string, options?) -> answer?, err?
        Sends a request with any method and waits for the answer. Needs --allow-net.
        - method: string = "get". Such as "options".
        + request
        + transfer
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(2)
        try send(try options.string("method") ?? "get", options, call)
      }
    ]
  }

  private func send(_ method: String, _ options: Options, _ call: Call) throws(Failure) {
    let url = try call.string(1, "url").text
    var request = try RequestOptions(options).request(method, url, what: "argument 1 (url)")
    let stream = try options.function("stream")
    let progress = try options.function("progress")
    let place = lua.position
    let scope = try engine.openScope(for: call.name)
    request.isObserved = scope.isForObservers
    try tasks.wait(in: call) { [unowned self] done throws(Failure) in
      let told: (Result<HTTPResponse, WorldFailure>) -> Void = { [unowned self] result in
        done(answer(result, to: request, at: place))
      }
      do throws(Refusal) {
        if let stream {
          return try HTTPStream(
            request, function: stream, scope: scope, surface: self,
            onProgress: teller(progress, of: request, in: scope),
            fail: { done(.failure($0)) }, completion: told
          ).run()
        }
        let exchange = try world.network.send(
          request, onProgress: teller(progress, of: request, in: scope), completion: told)
        return JobRun { exchange.cancel() }
      } catch {
        throw .diagnostic(Diagnostic(error))
      }
    }
  }

  /// A handler of its own for each report: `{done=, total=, unit=, phase=}`.
  private func teller(
    _ function: LuaReference?, of request: HTTPRequest, in scope: Scope
  ) -> ((TransferProgress) -> Void)? {
    guard let function else { return nil }
    return { [unowned self] progress in
      handle(function, progress.value, in: scope, kind: .source, label: "progress of \(request.name)")
    }
  }

  /// What the waiting call returns: the answer, or `nil, err`. A refused permission raises.
  private func answer(
    _ result: Result<HTTPResponse, WorldFailure>, to request: HTTPRequest, at place: SourcePosition?
  ) -> Result<[Value], Failure> {
    func failed(_ failure: WorldFailure) -> Result<[Value], Failure> {
      let diagnostic = Diagnostic(http: failure)
      if failure.refusal != nil { return .failure(.diagnostic(diagnostic)) }
      return .success([.nil, errorValue(.diagnostic(diagnostic), at: place)])
    }
    switch result {
    case .failure(let failure): return failed(failure)
    case .success(let response):
      if let failure = response.failure(of: request, at: world.clock.date) { return failed(failure) }
      do { return .success([.opaque(try lua.makeAnswer(response.record))]) } catch { return .failure(Failure(error)) }
    }
  }

  /// `answer.json`, read for the first time: (body, url).
  func registerAnswers() throws {
    try lua.registerAnswers { [unowned self] call in
      guard let body = call[0].stringBytes else {
        throw raisable(.diagnostic(Diagnostic(.httpDecode, "an answer's body was taken away, so it has no json")))
      }
      do throws(JSONProblem) { try jsonParser.parse(body, big: .float) } catch {
        throw raisable(.diagnostic(Diagnostic(error, in: call[1].string?.text ?? "")))
      }
      warnOfPrecision(jsonParser.imprecise)
      call.returns(tape: jsonParser.tape)
    }
  }
}

extension HTTPResponse {
  /// As scripts see it, but for `json`.
  fileprivate var record: Record {
    let headers = head.headers.joined.map { (name: ByteString($0.name), value: Value.string($0.value)) }
    return Record([
      ("body", .string(ByteString(bytes: body))), ("headers", .record(Record(headers))),
      ("status", .integer(Int64(head.status))), ("url", .string(address.text)), ("version", .string(head.version)),
    ])
  }
}

extension TransferProgress {
  /// The request goes first, then the answer comes.
  private var isUpload: Bool { received == 0 && sent > 0 }

  /// As a job tells it.
  var loading: LoadEvent.Progress {
    let total = isUpload ? sentTotal : receivedTotal
    return LoadEvent.Progress(
      done: Double(isUpload ? sent : received), total: total.map { Double($0) }, unit: "bytes")
  }

  fileprivate var value: Value {
    var fields: [Record.Field] = [
      ("done", .integer(isUpload ? sent : received)), ("phase", .string(isUpload ? "upload" : "download")),
      ("unit", .string("bytes")),
    ]
    if let total = isUpload ? sentTotal : receivedTotal { fields.append(("total", .integer(total))) }
    return .record(Record(fields))
  }
}

extension Diagnostic {
  /// A request that failed, as scripts and reports see it.
  init(http failure: WorldFailure) {
    if let refusal = failure.refusal {
      self.init(refusal)
      return
    }
    let id: DiagnosticID =
      switch failure.kind {
      case .http: .httpStatus
      case .timeout: .httpTimeout
      case .decode: .httpDecode
      case .offline: .httpOffline
      default: .httpFailed
      }
    self.init(id, failure.message, kind: failure.kind, status: failure.status.map { Int($0) })
    circumstances.detail = failure.detail
    circumstances.retryAfter = failure.retryAfter
    circumstances.isFinal = failure.isFinal
    circumstances.body = failure.body
  }

  /// A body that is no JSON.
  init(_ problem: JSONProblem, in url: String) {
    self.init(.httpDecode, "the answer of \(url) is no JSON: \(problem.sentence)")
    circumstances.detail = "json"
  }
}
