import BindCore
import BindJSON

/// `job.http`.
extension Surface {
  var httpJobFunctions: [Entry] {
    [
      Entry(
        "http",
        """
        (options) -> job
        A request at each run; the job's value is the decoded JSON, or the text if it is none.
        - url: string. Where to. Needs --allow-net.
        - method: string = "get". Such as "post".
        + request without timeout
        + job
        > local stats = job.http { url = "http://127.0.0.1:8400/stats.json", every = "5s" }
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        guard let url = try options.string("url") else {
          throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'url' is missing"))
        }
        let request = try RequestOptions(options).request(
          try options.string("method") ?? "get", url, what: "option 'url'")
        let label = "http(\(request.address.authority)\(request.address.path))"
        try declare(call, JobDeclaration(options: options, label: label), HTTPWork(request, surface: self))
      }
    ]
  }
}

/// A request; its value is the decoded JSON, or the text if it is none.
final class HTTPWork: JobWork {
  private let request: HTTPRequest
  private unowned let surface: Surface

  init(_ request: HTTPRequest, surface: Surface) {
    self.request = request
    self.surface = surface
  }

  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    do {
      var request = request
      request.isObserved = job.loadable.machine.isObserved
      let exchange = try surface.world.network.send(
        request, onProgress: { tell(.progress($0.loading)) }
      ) { [request, unowned surface] result in
        tell(
          .ended(
            result.flatMap { response in
              response.failure(of: request, at: surface.world.clock.date).map { .failure($0) } ?? .success(response)
            }
            .mapError { .diagnostic(Diagnostic(http: $0)) }
            .flatMap(Self.value)))
      }
      return JobRun { exchange.cancel() }
    } catch {
      tell(.ended(.failure(.diagnostic(Diagnostic(error)))))
      return nil
    }
  }

  /// An answer that calls itself JSON has to be some.
  private static func value(_ response: HTTPResponse) -> Result<Value, Failure> {
    do throws(JSONProblem) { return .success(try JSON.decode(response.body)) } catch {
      let type = response.head.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
      guard !type.hasSuffix("/json"), !type.hasSuffix("+json") else {
        return .failure(.diagnostic(Diagnostic(error, in: response.address.text)))
      }
      return .success(.string(ByteString(bytes: response.body)))
    }
  }
}
