import BindGraph

// Bindings that have their turn inside a function that reads what they are still to write: `Graph.settleAhead`.

extension Engine {
  /// Runs bindings as if what computes now did not run. Only inside what computes.
  func settleAhead(_ work: () -> Void) {
    guard mode == .pure else { return }
    guard let deliveringBinding else { return writing(into: nil, as: .settling, work) }
    settleAhead(insideWriteOf: deliveringBinding, work)
  }

  /// A check, or whether values are equal, is asked in the middle of a write: what that is about to change stays as it is.
  private func settleAhead(insideWriteOf binding: Unmanaged<Binding>, _ work: () -> Void) {
    let write = (writesTogether, collected, writesBack, hasNoticedRead, watching.pointee & Watch.looks)
    deliveringBinding = nil
    (writesTogether, collected, writesBack) = (false, nil, false)
    watching.pointee &= ~Watch.looks
    graph.settlingAhead(besides: binding._withUnsafeGuaranteedRef { $0.nodesWritten }) {
      writing(into: nil, as: .settling, work)
    }
    deliveringBinding = binding
    (writesTogether, collected, writesBack, hasNoticedRead) = (write.0, write.1, write.2, write.3)
    watching.pointee |= write.4
  }
}
