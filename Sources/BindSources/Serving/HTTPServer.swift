import CMicrohttpd
import BindCore

/// An HTTP server on loopback, on the loop: libmicrohttpd says which descriptor and which time it waits for.
///
/// It keeps the loop alive until it is stopped. Isolation: belongs to the loop's thread.
package final class HTTPServer {
  private unowned let loop: EventLoop
  private let handler: (ServedRequest) -> Void
  private var server: OpaquePointer?
  private var poll: PollHandle?
  private var timer: QueuedTimer?
  private var requests: [ObjectIdentifier: ServedRequest] = [:]
  package let port: Int

  /// Why there is no server.
  package struct Trouble: Error, Hashable, Sendable {
    /// One sentence without a full stop.
    package let message: String
  }

  /// - Parameters:
  ///   - port: 0 is any free one.
  ///   - handler: gets each request with its body, and answers it at once or later.
  package init(port: Int, on loop: EventLoop, handler: @escaping (ServedRequest) -> Void) throws(Trouble) {
    self.loop = loop
    self.handler = handler
    if let trouble = bh_server_open_library() {
      self.port = port
      throw Trouble(
        message: "a server needs libmicrohttpd, which cannot be used: \(String(cString: trouble)) "
          + "(on Debian: apt-get install libmicrohttpd12)")
    }
    var calls = bh_server_calls()
    let owner = Weak()
    calls.owner = Unmanaged.passRetained(owner).toOpaque()
    calls.arrived = { owner, request in Weak.server(of: owner)?.arrived(request) }
    calls.wanted = { owner, request in Weak.server(of: owner)?.wanted(request) }
    calls.over = { owner, request in Weak.server(of: owner)?.over(request) }
    self.owner = owner
    var code: Int32 = 0
    guard let started = bh_server_start(Int32(port), &calls, &code) else {
      self.port = port
      Unmanaged.passUnretained(owner).release()
      throw Trouble(message: "port \(port) cannot be served: \(SystemError(code: -code))")
    }
    server = started
    self.port = Int(bh_server_port(started))
    owner.server = self
    do throws(SystemError) {
      poll = try PollHandle(descriptor: bh_server_descriptor(started), on: loop) { [unowned self] in run() }
    } catch {
      stop()
      throw Trouble(message: "port \(port) cannot be served: \(error)")
    }
    arm()
  }

  private let owner: Weak

  /// What C holds of the server.
  private final class Weak {
    weak var server: HTTPServer?

    static func server(of owner: UnsafeMutableRawPointer?) -> HTTPServer? {
      owner.flatMap { Unmanaged<Weak>.fromOpaque($0).takeUnretainedValue().server }
    }
  }

  /// `http://127.0.0.1:8400`
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Requests that have not been answered to the end.
  package var openCount: Int { requests.count }

  private func run() {
    guard let server else { return }
    bh_server_run(server)
    arm()
  }

  /// Work that no descriptor tells of: an answer that can go on, a connection that has been idle.
  func runSoon() {
    timer?.cancel()
    timer = loop.soon("server") { [weak self] in self?.run() }
  }

  private func arm() {
    timer?.cancel()
    timer = nil
    guard let server else { return }
    let milliseconds = bh_server_timeout(server)
    guard milliseconds >= 0 else { return }
    timer = loop.timers.add(
      due: loop.now + .milliseconds(milliseconds), label: "server", kind: .inner, keepsAlive: false
    ) { [weak self] in self?.run() }
  }

  private func arrived(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    let request = ServedRequest(pointer, server: self)
    requests[ObjectIdentifier(request)] = request
    bh_request_set_tag(pointer, Unmanaged.passUnretained(request).toOpaque())
    loop.deliver { handler(request) }
  }

  private func wanted(_ pointer: OpaquePointer?) {
    guard let tag = pointer.flatMap({ bh_request_tag($0) }) else { return }
    let request = Unmanaged<ServedRequest>.fromOpaque(tag).takeUnretainedValue()
    if let body = request.onDrained { loop.deliver(body) }
  }

  private func over(_ pointer: OpaquePointer?) {
    guard let tag = pointer.flatMap({ bh_request_tag($0) }) else { return }
    let request = Unmanaged<ServedRequest>.fromOpaque(tag).takeUnretainedValue()
    requests[ObjectIdentifier(request)] = nil
    request.close()
  }

  /// Closes every connection. A second call does nothing.
  package func stop() {
    guard let server else { return }
    for request in Array(requests.values) {
      request.begin(status: 503)
      request.end(cut: true)
    }
    // What waited is looked at once more: none may be asleep when it stops.
    bh_server_run(server)
    self.server = nil
    timer?.cancel()
    timer = nil
    poll?.close()
    poll = nil
    bh_server_stop(server)
    owner.server = nil
    Unmanaged.passUnretained(owner).release()
  }

  deinit { precondition(server == nil, "a server is stopped before it is let go") }
}
