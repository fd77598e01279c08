import BindGraph

// Bindings that have their turn inside a function that reads what they are still to write: `Graph.settleAhead`.

extension Engine {
  /// Runs bindings as if what computes now did not run. Only inside what computes, and not inside a write: what is asked there (a check, whether
  /// values are equal) is in the middle of it. A check that is asked again (`TargetVerdict`) is to say what it says of what stands.
  func settleAhead(_ work: () -> Void) {
    guard mode == .pure, deliveringBinding == nil, !followsSpeculations else { return }
    writing(into: nil, as: .settling, work)
  }
}
