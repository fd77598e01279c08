import BindGraph

/// What one line writes by hand to a leaf that a one-way binding writes, or in which one writes a place, or around which one
/// writes a record. It is warned of where that really changes what the binding has written, and when it stands: what is
/// dropped, refused or taken back was no write.
final class WriteByHand {
  private let leaf: LeafCell
  private let site: Site
  /// Where it is told.
  private let scope: Scope
  /// Those of places in the leaf.
  private let inside: [Covered]
  /// Those of the leaf itself and of what it is a field of, the nearest first: that one is warned of.
  private let around: [Covered]
  /// The same where there is something to warn of.
  private let nearest: Covered?
  /// What the leaf held before the commit.
  private var committed: Value?
  /// The newest of its own.
  private var event = CauseID.none

  /// What a binding has written, and whether the line has changed it.
  private final class Covered {
    let claims: TargetClaims
    /// nil where there is none to tell of: who had the target has ended, or the line is known to write there.
    let writer: Binding?
    var isChanged = false
    /// The line writes after the end of what has written it, not before.
    var isAfterEnd = false
    /// What the line has written of it, or around it: there it has made another value, or has given it one, though that may be the one that was
    /// there.
    private(set) var places: [Cell] = []

    func note(_ place: Cell) { if places.last !== place { places.append(place) } }
    func forget() { places.removeAll() }

    init?(_ claims: TargetClaims, at site: Site) {
      let present = claims.presentWriter
      writer = claims.warned.contains(site) && !(present?.followsCheck ?? false) ? nil : present
      self.claims = claims
      // In what is committed at once nothing else may end.
      if writer == nil, !claims.isVacant, !claims.mayEnd || claims.target.engine.mode != .deferred { return nil }
    }
  }

  /// nil where there is nothing to warn of, or it has been told.
  fileprivate init?(to leaf: LeafCell, at site: Site, in engine: Engine) {
    (self.leaf, self.site) = (leaf, site)
    scope = engine.scope
    inside = engine.claimsOnPlaces[ObjectIdentifier(leaf)]?.values.compactMap { Covered($0, at: site) } ?? []
    let claims = engine.claimsAround(leaf).filter { $0.presentWriter != nil || $0.isVacant }
    around = claims.compactMap { Covered($0, at: site) }
    nearest = around.first.flatMap { $0.claims === claims.first ? $0 : nil }
    if inside.isEmpty, around.isEmpty { return nil }
  }

  /// What is told once.
  struct Line: Hashable {
    let leaf: ObjectIdentifier
    let site: Site
  }

  var line: Line { Line(leaf: ObjectIdentifier(leaf), site: site) }

  /// The line is about to write.
  /// - Parameter isPast: it has written that, and with it what may have ended the condition.
  func noteEnds(isPast: Bool = false) {
    for place in inside + around {
      let isLetGo = try? leaf.engine.unaccounted { () throws(Failure) in place.claims.isLetGo }
      let isAfterEnd = place.claims.isVacant || isLetGo ?? false
      if isAfterEnd, !place.isAfterEnd, !isPast { place.forget() }
      place.isAfterEnd = isAfterEnd
    }
    event = leaf.engine.nextCause
  }

  /// Who had the target ends now, after all that was written.
  func noteEnd(of claims: TargetClaims) {
    for place in inside + around where place.claims === claims { place.isAfterEnd = false }
  }

  /// What it has written there after who had the target has let go.
  func placesWritten(afterEndOf claims: TargetClaims) -> [Cell] {
    (inside + around).first { $0.claims === claims && $0.isAfterEnd }?.places ?? []
  }

  /// The line makes the one value of the other.
  /// - Parameters:
  ///   - written: the place in the leaf that it writes; nil where that is all of it.
  ///   - isGiven: it says which; false where it writes back what it has read.
  func look(from old: Value?, to new: Value, at written: Cell? = nil, isGiven: Bool = false) {
    let written = written?.bindingTarget ?? leaf
    if !around.isEmpty, isGiven || old != new { for place in around { place.note(written) } }
    let changes = changesInside(from: old, to: new) { $0.note(self.place(written, asOf: $0.claims, in: new)) }
    for (place, isChanged) in zip(inside, changes) where isChanged { place.isChanged = true }
    if isGiven {
      for place in inside where place.claims.mayEnd && place.claims.holds(written) {
        place.note(self.place(written, asOf: place.claims, in: new))
      }
    }
    if !changes.contains(true), let nearest, !nearest.isChanged { nearest.isChanged = old != new }
  }

  /// The place by the way to the target, since an element may move before the commit.
  private func place(_ written: Cell, asOf claims: TargetClaims, in whole: Value) -> Cell {
    let target = claims.target
    if written === leaf || written === target || written.isInside(target) || target.isInside(written) { return written }
    guard let own = target.steps(in: whole, of: leaf), let other = written.steps(in: whole, of: leaf) else {
      return written
    }
    if own.starts(with: other) { return target }
    guard other.starts(with: own) else { return written }
    return other.dropFirst(own.count).reduce(target) { (try? $0.child($1)) ?? $0 }
  }

  /// The same of a function, which is applied to the value of the moment.
  func looking(
    at change: @escaping (Value) throws(Failure) -> Value
  ) -> (Value) throws(Failure) -> Value {
    let written = leaf.engine.writtenPlace(in: leaf)
    return { [self] base throws(Failure) in
      let new = try change(base)
      look(from: base, to: new, at: written)
      return new
    }
  }

  /// Which of the places differ. What one of the two has no place for has gone or come: the binding's value was not changed there.
  /// - Parameter written: told of those, and of what has come.
  private func changesInside(
    from old: Value?, to new: Value, written: (Covered) -> Void = { _ in }
  ) -> [Bool] {
    func values(in whole: Value?) -> [Value?] {
      guard let whole else { return inside.map { _ in nil } }
      for place in inside { place.claims.target.learnPlaces(in: whole) }
      return inside.map { $0.claims.target.standing(in: whole) }
    }
    let (before, after) = (values(in: old), values(in: new))
    return inside.indices.map { index in
      guard let new = after[index], before[index] ?? .nil != new else { return false }
      written(inside[index])
      return before[index] != nil
    }
  }

  // MARK: The end

  /// All that is written with it is stored next.
  func beginCommit(of overlay: Overlay) {
    committed = leaf.stored
    for place in inside + around where !place.places.isEmpty && place.claims.mayEnd {
      // Another callback of the wave may have ended it; of what is derived, or bindings write, that is known when it has settled.
      if overlay.isHeld, place.claims.isLetGoByNow { place.isAfterEnd = true }
      place.claims.writtenByHand(in: place.places, by: place.isAfterEnd ? nil : event)
    }
  }

  /// It has been stored, and there is something to tell.
  var hasChanged: Bool {
    guard isChanged else { return false }
    // Of what is written outside it is not known yet.
    if !(leaf is SourceCell), let committed, let present = leaf.stored {
      for (place, isChanged) in zip(inside, changesInside(from: committed, to: present)) where !isChanged {
        place.isChanged = false
      }
      if let nearest, nearest.isChanged { nearest.isChanged = committed != present }
    }
    return isChanged
  }

  private var isChanged: Bool { nearest?.isChanged ?? false || inside.contains(where: \.isChanged) }

  /// Of what is written outside it is known later whether it stands.
  func stand() { if let source = leaf as? SourceCell { source.tellWhenWritten(self) } else { tell() } }

  /// Once for each line.
  func tell() {
    let covered = inside.sorted { $0.claims.number < $1.claims.number } + [nearest].compactMap { $0 }
    for place in covered where place.isChanged {
      guard let writer = place.writer else { continue }
      // What has let go in the same wave delivers no more; one below it may.
      let hasLetGo =
        place.isAfterEnd
        ? writer.hasLetGo || writer.isStopped
        : writer.hasLetGo && (writer.input as? GatedCell)?.isClosed(before: event) ?? false
      guard let next = hasLetGo ? place.claims.writer : writer else { continue }
      next.writtenByHand()
      tell(place.claims, next)
    }
  }

  private func tell(_ claims: TargetClaims, _ writer: Binding) {
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
}

/// It waits for the wave of its commit: bindings that go round take back what was written there.
final class HeldWarning: HeldAction {
  private let write: WriteByHand
  init(_ write: WriteByHand) { self.write = write }

  override func apply(in graph: Graph) { if !graph.hasSettlersInRing { write.stand() } }
}

extension Engine {
  /// What the running line is about to write there: by hand, unless a binding is delivering.
  func writeByHand(to leaf: LeafCell) -> WriteByHand? {
    guard deliveringBinding == nil, mode != .pure else { return nil }
    let site = presentPlace
    let known = overlay?.writeByHand(WriteByHand.Line(leaf: ObjectIdentifier(leaf), site: site))
    let write = (mode == .deferred ? known : nil) ?? WriteByHand(to: leaf, at: site, in: self)
    guard let write else { return nil }
    write.noteEnds()
    jointCheck?.add(write)
    return write
  }

  /// The body performs it.
  func telling(
    of write: WriteByHand, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    let outcome = try body()
    if case .refused = outcome { return outcome }
    tell(of: write)
    return outcome
  }

  /// If it is committed.
  func tell(of write: WriteByHand) {
    if mode == .deferred { overlayForWriting().tellAtCommit(of: write) } else { write.stand() }
  }

  /// What the leaf holds for the running callback, which has not asked.
  func present(in leaf: LeafCell) -> Value? {
    do throws(Failure) { return try unaccounted { () throws(Failure) in try seenValue(of: leaf) } } catch {
      return leaf.stored
    }
  }
}

extension LeafCell {
  /// The body writes that value where a binding may write too.
  @inline(never)
  final func byHand(
    writing new: Value, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    guard isBound else { return try body() }
    // What its own equality takes for the same is not written.
    if engine.mode != .deferred, (try? isSame(new)) ?? false { return try body() }
    guard let write = engine.writeByHand(to: self) else { return try body() }
    write.look(
      from: engine.present(in: self), to: new, at: engine.writtenPlace(in: self), isGiven: !engine.writesBack)
    return try engine.telling(of: write, body)
  }

  /// The body writes what that function makes of the value of the moment, where a binding may write too.
  @inline(never)
  final func byHand(
    changing change: @escaping (Value) throws(Failure) -> Value,
    _ body: (@escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    guard isBound, let write = engine.writeByHand(to: self) else { return try body(change) }
    return try engine.telling(of: write) { () throws(Failure) in try body(write.looking(at: change)) }
  }
}
