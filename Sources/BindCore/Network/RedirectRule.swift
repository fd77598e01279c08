/// Where a redirect leads and what is sent there (RFC 9110, 15.4): a pure rule.
package enum RedirectRule {
  /// More in a row is taken for a loop.
  package static let limit = 10

  package enum Next {
    /// The answer is no redirect.
    case none
    case follow(HTTPRequest)
    case malformed(location: String, WebAddress.Malformed)
  }

  package static func next(after head: HTTPHead, to request: HTTPRequest) -> Next {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else { return .none }
    var next = request
    do { next.address = try request.address.resolving(location) } catch {
      return .malformed(location: location, error)
    }
    let becomesGet =
      head.status == 303 ? request.method != "HEAD" : head.status <= 302 && request.method == "POST"
    if becomesGet {
      next.method = "GET"
      next.body = nil
      for name in ["Content-Type", "Content-Length", "Content-Encoding"] { next.headers.remove(name) }
    }
    if next.address.origin != request.address.origin {
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.headers.remove(name) }
    }
    return .follow(next)
  }
}
