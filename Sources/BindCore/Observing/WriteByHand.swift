import BindGraph

/// A write by hand to what a one-way binding writes. It is warned of when it stands: what is dropped, refused or taken back was
/// no write.
struct WriteByHand {
  let claims: TargetClaims
  let writer: Binding
  let site: Site
  /// Where it is told.
  let scope: Scope

  /// Once for each line.
  func tell() {
    guard claims.warned.insert(site).inserted else { return }
    scope.report(
      Report(
        Diagnostic(
          .bindOverwritten,
          "\(claims.target.name) was written by hand, but it follows \(writer.source.name): the value stands until the next delivery",
          severity: .warning, at: writer.engine.position(of: site),
          notes: ["bound \(writer.declaredAt)to \(writer.source.name)"]),
        during: "", isWarning: true))
  }

  /// What is told once.
  struct Line: Hashable {
    let claims: ObjectIdentifier
    let site: Site
  }

  var line: Line { Line(claims: ObjectIdentifier(claims), site: site) }
}

/// It waits for the wave of its commit: bindings that go round take back what was written there.
final class HeldWarning: HeldAction {
  private let write: WriteByHand
  init(_ write: WriteByHand) { self.write = write }

  override func apply(in graph: Graph) { if !graph.hasSettlersInRing { write.tell() } }
}

extension Engine {
  /// The body writes a cell that a binding writes: by hand, unless a binding is delivering.
  @inline(never)
  func writingByHand(
    to cell: Cell, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    guard deliveringBinding == nil, mode != .pure, let write = writeByHand(to: cell) else { return try body() }
    let outcome = try body()
    if case .refused = outcome { return outcome }
    if mode == .deferred { overlayForWriting().tellAtCommit(of: write) } else { write.tell() }
    return outcome
  }

  private func writeByHand(to cell: Cell) -> WriteByHand? {
    for claims in claimsAround(cell) {
      guard let writer = claims.presentWriter else { continue }
      let site = site()
      return claims.warned.contains(site) ? nil : WriteByHand(claims: claims, writer: writer, site: site, scope: scope)
    }
    return nil
  }
}
