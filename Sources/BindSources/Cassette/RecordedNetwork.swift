import BindCore

/// A network whose answers are written down.
final class RecordedNetwork: NetworkPerformer {
  private let network: any NetworkPerformer
  private let recorder: CassetteRecorder
  private let clock: any WorldClock

  init(_ network: any NetworkPerformer, _ recorder: CassetteRecorder, clock: any WorldClock) {
    self.network = network
    self.recorder = recorder
    self.clock = clock
  }

  func begin(_ request: AdmittedRequest, for listener: any TransferListener) -> any Transfer {
    let tap = Tap(
      listener, recorder, recorder.ask(Cassette.question(request.request), input: request.request.body ?? []), clock)
    return TappedTransfer(network.begin(request, for: tap), tap)
  }

  /// The exchange as its owner holds it; the tap lives as long.
  private final class TappedTransfer: Transfer {
    private let transfer: any Transfer
    private let tap: Tap

    init(_ transfer: any Transfer, _ tap: Tap) {
      self.transfer = transfer
      self.tap = tap
    }

    var wasSent: Bool { transfer.wasSent }
    var isActive: Bool { transfer.isActive }
    var isHeld: Bool {
      get { transfer.isHeld }
      set { transfer.isHeld = newValue }
    }
    var keepsAlive: Bool {
      get { transfer.keepsAlive }
      set { transfer.keepsAlive = newValue }
    }
    func cancel() { transfer.cancel() }
  }

  /// Hears of an exchange before its listener.
  private final class Tap: TransferListener {
    private weak var listener: (any TransferListener)?
    private let recorder: CassetteRecorder
    private let entry: Int
    private let clock: any WorldClock
    private let start: Instant

    init(_ listener: any TransferListener, _ recorder: CassetteRecorder, _ entry: Int, _ clock: any WorldClock) {
      self.listener = listener
      self.recorder = recorder
      self.entry = entry
      self.clock = clock
      start = clock.now
    }

    private func note(_ what: Cassette.What) { recorder.note(what, in: entry, after: clock.now - start) }

    func received(_ head: HTTPHead) {
      note(.head(status: head.status, headers: Dictionary(head.headers.joined.map { ($0.name, $0.value) }) { $1 }))
      listener?.received(head)
    }

    func received(_ bytes: [UInt8]) {
      note(.body(bytes))
      listener?.received(bytes)
    }

    func progressed(_ progress: TransferProgress) { listener?.progressed(progress) }

    func ended(_ failure: WorldFailure?, wasSent: Bool) {
      note(
        failure.map { .failed(kind: $0.kind.rawValue, message: $0.message, detail: $0.detail) } ?? .complete)
      listener?.ended(failure, wasSent: wasSent)
    }
  }
}
