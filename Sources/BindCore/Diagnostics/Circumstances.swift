/// What a failure of the outside says besides its kind; scripts see each as a field of the err table.
public struct Circumstances: Hashable, Sendable {
  /// What of the kind it is, in a word: `err.detail`, and `err.sub` too, such as `circuit`, `dns`, `refused`.
  public var detail: String?
  /// The other side asks for so long a pause: `err.retry_after`, in seconds.
  public var retryAfter: Duration?
  /// Whatever its kind, it is not tried again without being asked: `err.retryable` is false.
  public var isFinal = false
  /// Whatever its kind, it is tried again as the policy says: `err.retryable` is true.
  public var mayPass = false
  /// A loadable or job has tried it again as often as it may: who passes it on does not begin anew. `err.retried` is true.
  public var wasRetried = false
  /// The body of an answer that is an error: `err.body`.
  public var body: ByteString?

  public init() {}

  package var fields: [Record.Field] {
    var fields: [Record.Field] = []
    if let detail { fields += [("detail", .string(detail)), ("sub", .string(detail))] }
    if let retryAfter {
      let seconds = retryAfter.inSeconds
      fields.append(("retry_after", Int64(exactly: seconds).map { .integer($0) } ?? .number(seconds)))
    }
    if isFinal { fields.append(("retryable", .boolean(false))) }
    if mayPass { fields.append(("retryable", .boolean(true))) }
    if wasRetried { fields.append(("retried", .boolean(true))) }
    if let body { fields.append(("body", .string(body))) }
    return fields
  }

  /// Out of an err table: what a script returns, or lets pass.
  package init(_ record: Record) {
    if case .string(let text)? = record["detail"] ?? record["sub"] { detail = text.text }
    if case .string(let text)? = record["body"] { body = text }
    if case .boolean(let flag)? = record["retryable"] { (isFinal, mayPass) = (!flag, flag) }
    wasRetried = record["retried"] == .boolean(true)
    switch record["retry_after"] {
    case .integer(let seconds)?: retryAfter = Duration(.integer(seconds))
    case .number(let seconds)?: retryAfter = Duration(.number(seconds))
    default: break
    }
  }
}

extension Failure {
  package var circumstances: Circumstances {
    switch self {
    case .diagnostic(let diagnostic), .stopped(let diagnostic): diagnostic.circumstances
    case .raised(let error):
      if let diagnostic = error.diagnostic {
        diagnostic.circumstances
      } else if case .record(let fields) = error.value {
        Circumstances(fields)
      } else {
        Circumstances()
      }
    }
  }
}
