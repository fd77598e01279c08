import BindCore
import BindJSON

/// The options of `bh.http` and `job.http` that say what is sent.
struct RequestOptions {

  private let options: Options

  init(_ options: Options) { self.options = options }

  /// - Parameter what: what the URL is in messages, such as `argument 1 (url)`.
  func request(_ method: String, _ url: String, what: String) throws(Failure) -> HTTPRequest {
    let address: WebAddress
    do throws(WebAddress.Malformed) { address = try WebAddress(url) } catch {
      throw mistake("\(what): '\(url)' is no URL: \(error.reason)")
    }
    guard HTTPHeaders.isName(method) else { throw mistake("'\(method)' is no method") }
    var request = HTTPRequest(method.uppercased(), address.appending(query: try pairs("query")))
    try addHeaders(to: &request)
    try addBody(to: &request)
    try addCredentials(to: &request)
    if let timeout = try options.duration("timeout") {
      guard timeout > .zero else { throw mistake("option 'timeout': a time longer than zero expected") }
      request.timeout = timeout
    }
    if let key = try options.string("idempotency_key") { try set("Idempotency-Key", key, in: &request) }
    return request
  }

  private func mistake(_ text: String) -> Failure {
    .diagnostic(Diagnostic(.bindArgument, "\(options.owner): \(text)"))
  }

  // MARK: Parts

  private func addHeaders(to request: inout HTTPRequest) throws(Failure) {
    for (name, value) in try pairs("headers") { try add(name, value, in: &request) }
  }

  private func add(_ name: String, _ value: String, in request: inout HTTPRequest) throws(Failure) {
    guard HTTPHeaders.isName(name) else { throw mistake("option 'headers': '\(name)' is no name of a header") }
    guard HTTPHeaders.isValue(value) else {
      throw mistake("option 'headers': the value of '\(name)' contains a control character")
    }
    request.headers.add(name, value)
  }

  private func set(_ name: String, _ value: String, in request: inout HTTPRequest) throws(Failure) {
    request.headers.remove(name)
    try add(name, value, in: &request)
  }

  private func addBody(to request: inout HTTPRequest) throws(Failure) {
    let given = ["json", "form", "body"].filter { options[ByteString($0)] != nil }
    guard given.count <= 1 else { throw mistake("only one of \(given.joined(separator: ", ")) can be the body") }
    let type: String
    if let value = options["json"] {
      do throws(JSONRefusal) { request.body = try JSON.encode(value) } catch {
        throw .diagnostic(Diagnostic(.jsonValue, "\(options.owner): option 'json': \(error.sentence)"))
      }
      type = "application/json"
    } else if options["form"] != nil {
      request.body = Array(FormText.encode(try pairs("form")).utf8)
      type = "application/x-www-form-urlencoded"
    } else if let value = options["body"] {
      guard case .string(let bytes) = value else {
        throw mistake("option 'body': string expected, got \(value.typeName) (a table goes into json= or form=)")
      }
      request.body = bytes.bytes
      type = "application/octet-stream"
    } else {
      return
    }
    if request.headers["Content-Type"] == nil { request.headers.add("Content-Type", type) }
  }

  private func addCredentials(to request: inout HTTPRequest) throws(Failure) {
    guard let value = options["auth"] else { return }
    let wrong = mistake("option 'auth': {user=, password=} or {bearer=} expected, got \(value.typeName)")
    let header: String
    switch value {
    case .record(let fields):
      let inner = try Options(owner: "\(options.owner): auth", fields: fields, group: .credentials)
      if let token = try inner.string("bearer") {
        header = "Bearer " + token
      } else if let user = try inner.string("user") {
        header = basic(user, try inner.string("password") ?? "")
      } else {
        throw wrong
      }
    default: throw wrong
    }
    try set("Authorization", header, in: &request)
  }

  private func basic(_ user: String, _ password: String) -> String {
    "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
  }

  /// Names with a scalar each, or a list of scalars; in the order of the names.
  private func pairs(_ option: ByteString) throws(Failure) -> [(name: String, value: String)] {
    guard let value = options[option] else { return [] }
    let fields: [Record.Field]
    switch value {
    case .record(let record): fields = record.fields
    case .list(let elements) where elements.isEmpty: fields = []
    default: throw mistake("option '\(option.text)': a table of names and values expected, got \(value.typeName)")
    }
    var pairs: [(name: String, value: String)] = []
    for (name, value) in fields {
      let values = if case .list(let elements) = value { elements } else { [value] }
      for value in values {
        switch value {
        case .string(let text): pairs.append((name.text, text.text))
        case .integer(let number): pairs.append((name.text, "\(number)"))
        case .number(let number): pairs.append((name.text, Value.text(of: number)))
        case .boolean(let flag): pairs.append((name.text, "\(flag)"))
        default:
          throw mistake(
            "option '\(option.text)': '\(name.text)': a string, number or boolean expected, got \(value.typeName)")
        }
      }
    }
    return pairs
  }
}
