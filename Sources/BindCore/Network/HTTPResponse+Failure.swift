extension HTTPResponse {
  /// What a status from 400 means; nil below it.
  /// - Parameter now: the wall clock, for a pause that is given as a date.
  package func failure(of request: HTTPRequest, at now: WallTime) -> WorldFailure? {
    guard head.status >= 400 else { return nil }
    var failure = WorldFailure(
      .http, "\(request.name) was answered with \(head.status)\(Self.words(head.status))", status: Int32(head.status))
    failure.body = ByteString(bytes: body)
    failure.retryAfter = head.headers["Retry-After"].flatMap { RetryAfter.pause($0, at: now) }
    failure.isFinal = !request.isIdempotent && ErrorKind.http.isRetryable(status: head.status)
    return failure
  }

  /// What RFC 9110 calls it.
  private static func words(_ status: Int) -> String {
    let words =
      switch status {
      case 400: "Bad Request"
      case 401: "Unauthorized"
      case 403: "Forbidden"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 406: "Not Acceptable"
      case 408: "Request Timeout"
      case 409: "Conflict"
      case 410: "Gone"
      case 412: "Precondition Failed"
      case 413: "Content Too Large"
      case 415: "Unsupported Media Type"
      case 422: "Unprocessable Content"
      case 425: "Too Early"
      case 429: "Too Many Requests"
      case 500: "Internal Server Error"
      case 501: "Not Implemented"
      case 502: "Bad Gateway"
      case 503: "Service Unavailable"
      case 504: "Gateway Timeout"
      default: ""
      }
    return words.isEmpty ? "" : " (\(words))"
  }
}
