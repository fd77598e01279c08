import BindCore

/// A request to this machine, which counts until it ends or is called off.
class RealToken: Token {
  private let token: any Token
  private let pending: Reality.Pending

  init(_ token: any Token, _ pending: Reality.Pending) {
    self.token = token
    self.pending = pending
  }

  final var isActive: Bool { token.isActive }

  final var keepsAlive: Bool {
    get { token.keepsAlive }
    set { token.keepsAlive = newValue }
  }

  final func cancel() {
    pending.end()
    token.cancel()
  }
}

final class RealProcessToken: RealToken, ProcessToken {
  private let process: any ProcessToken
  private let end: () -> Void

  init(_ process: any ProcessToken, _ pending: Reality.Pending) {
    self.process = process
    end = pending.end
    super.init(process, pending)
  }

  @available(*, unavailable) override init(_ token: any Token, _ pending: Reality.Pending) {
    preconditionFailure("not inherited")
  }

  func cancel(whenGone body: @escaping () -> Void) {
    end()
    process.cancel(whenGone: body)
  }
}

final class RealListener: TransferListener {
  private weak var listener: (any TransferListener)?
  private let pending: Reality.Pending

  init(_ listener: any TransferListener, _ pending: Reality.Pending) {
    self.listener = listener
    self.pending = pending
  }

  func received(_ head: HTTPHead) { listener?.received(head) }
  func received(_ bytes: [UInt8]) { listener?.received(bytes) }
  func progressed(_ progress: TransferProgress) { listener?.progressed(progress) }

  func ended(_ failure: WorldFailure?, wasSent: Bool) {
    pending.end()
    listener?.ended(failure, wasSent: wasSent)
  }
}

final class RealTransfer: RealToken, Transfer {
  private let transfer: any Transfer
  /// The performer holds it weakly.
  private let listener: RealListener

  init(_ transfer: any Transfer, _ listener: RealListener, _ pending: Reality.Pending) {
    self.transfer = transfer
    self.listener = listener
    super.init(transfer, pending)
  }

  @available(*, unavailable) override init(_ token: any Token, _ pending: Reality.Pending) {
    preconditionFailure("not inherited")
  }

  var wasSent: Bool { transfer.wasSent }

  var isHeld: Bool {
    get { transfer.isHeld }
    set { transfer.isHeld = newValue }
  }
}
