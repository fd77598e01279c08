/// Hears of one exchange: head, then pieces of the body, then the end. On the owner's thread, never inside `begin`.
package protocol TransferListener: AnyObject {
  func received(_ head: HTTPHead)
  func received(_ bytes: [UInt8])
  func progressed(_ progress: TransferProgress)
  /// Once, unless it is cancelled first. nil: the answer is complete.
  /// - Parameter wasSent: something of the request may have reached the other side.
  func ended(_ failure: WorldFailure?, wasSent: Bool)
}

/// An exchange under way. `cancel` takes it off the line: the connection is closed, or the stream of it reset.
package protocol Transfer: Token {
  /// Something of the request may have reached the other side.
  var wasSent: Bool { get }

  /// While it is true nothing is taken from the other side: it will not send more than what fits on the way.
  var isHeld: Bool { get set }
}

/// Performs exchanges. Implementations are reached through `Network` only: an `AdmittedRequest` comes from a gate.
package protocol NetworkPerformer: AnyObject {
  /// One request and its answer. No redirect is followed, no status is an error.
  func begin(_ request: AdmittedRequest, for listener: any TransferListener) -> any Transfer
}

/// The network as the rest of the program sees it: behind the gate, redirects followed, hosts spared.
///
/// Each host has a lane: six requests at once in the order in which they came, so many in a second, and a circuit that
/// opens when the host fails again and again.
package final class Network {
  let performer: any NetworkPerformer
  let gate: PermissionGate
  let clock: any WorldClock
  /// For hosts that have not been asked yet.
  package var limits = HostLane.Limits()

  /// Told when the circuit of a host opens, is probed or closes.
  package var onCircuit: ((WebAddress.Origin, CircuitBreaker.State) -> Void)?

  private var lanes: [WebAddress.Origin: HostLane] = [:]
  private var timers: [WebAddress.Origin: any Token] = [:]
  /// Requests in lanes: waiting or under way.
  private var hops: [Int: HTTPExchange] = [:]
  private var lastNumber = 0

  package init(performer: any NetworkPerformer, gate: PermissionGate, clock: any WorldClock) {
    self.performer = performer
    self.gate = gate
    self.clock = clock
  }

  /// Sends a request and follows its redirects; each hop passes the gate.
  /// - Parameters:
  ///   - onHead: the head of the final answer, before its body.
  ///   - onBody: each piece of the final answer's body; then nothing is collected and nothing limits its length.
  ///   - onProgress: at most every 50 ms, and the last one before `completion`.
  ///   - completion: once, never inside this call, unless the token is cancelled.
  /// - Throws: the refusal of the first hop. Whatever else goes wrong is in the result; a status is no failure.
  @discardableResult
  package func send(
    _ request: HTTPRequest, onHead: ((HTTPHead) -> Void)? = nil, onBody: (([UInt8]) -> Void)? = nil,
    onProgress: ((TransferProgress) -> Void)? = nil,
    completion: @escaping (Result<HTTPResponse, WorldFailure>) -> Void
  ) throws(Refusal) -> HTTPExchange {
    let admitted = try gate.admit(request)
    let exchange = HTTPExchange(
      admitted, on: self, onHead: onHead, onBody: onBody, onProgress: onProgress, completion: completion)
    exchange.enterLane()
    return exchange
  }

  // MARK: Lanes

  /// - Returns: the number of the hop in its lane.
  func join(_ exchange: HTTPExchange, _ request: HTTPRequest) -> Int {
    lastNumber += 1
    let origin = request.address.origin
    hops[lastNumber] = exchange
    if lanes.count > Self.rememberedHosts { forgetIdle() }
    lanes[origin, default: HostLane(limits: limits, at: clock.now)].join(lastNumber, isObserved: request.isObserved)
    return lastNumber
  }

  /// Begins what may begin now.
  func drive(_ origin: WebAddress.Origin) {
    timers.removeValue(forKey: origin)?.cancel()
    while let step = change(origin, { $0.next(at: clock.now) }) {
      switch step {
      case .start(let number): hops[number]?.begin()
      case .refuse(let number, let until):
        hops.removeValue(forKey: number)?.refuse(until: until)
      case .wait(let until):
        timers[origin] = clock.schedule(at: until, label: "requests to \(origin.name)") { [weak self] in
          self?.timers[origin] = nil
          self?.drive(origin)
        }
        return
      case .rest:
        forgetIfIdle(origin)
        return
      }
    }
  }

  /// One step of a lane; what becomes of its circuit is told.
  @discardableResult
  private func change<Answer>(_ origin: WebAddress.Origin, _ step: (inout HostLane) -> Answer) -> Answer? {
    guard var lane = lanes[origin] else { return nil }
    let before = lane.circuit
    let answer = step(&lane)
    lanes[origin] = lane
    if lane.circuit != before { onCircuit?(origin, lane.circuit) }
    return answer
  }

  /// A hop that waited is called off.
  func leave(_ number: Int, _ origin: WebAddress.Origin) {
    hops[number] = nil
    lanes[origin]?.leave(number)
    drive(origin)
  }

  /// A hop that was begun is over.
  func ended(_ number: Int, _ origin: WebAddress.Origin, _ verdict: HostLane.Verdict) {
    hops[number] = nil
    change(origin) { $0.ended(verdict, at: clock.now) }
    drive(origin)
  }

  /// Hosts whose lanes are kept although nothing is to be remembered of them.
  private static let rememberedHosts = 64

  private func forgetIdle() {
    let now = clock.now
    lanes = lanes.filter { !$1.isIdle(at: now) }
  }

  private func forgetIfIdle(_ origin: WebAddress.Origin) {
    if lanes[origin]?.isIdle(at: clock.now) ?? false { lanes[origin] = nil }
  }
}
