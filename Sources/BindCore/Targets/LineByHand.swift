import BindGraph

/// What one line writes by hand to a leaf that a one-way binding writes, or in which one writes a place, or around which one
/// writes a record. It is warned of where that really changes what the binding has written, and when it stands: what is
/// dropped, refused or taken back was no write.
final class LineByHand {
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
  private static let few = 32
  /// What it has written, one after the other.
  private(set) var writes: [HandWrite] = []

  /// What a binding has written, and whether the line has changed it.
  private final class Covered {
    let claims: TargetClaims
    /// nil where there is none to tell of: who had the target has ended, or the line is known to write there.
    let writer: Binding?
    var isChanged = false
    /// The line writes after the end of what has written it, not before.
    var isAfterEnd = false
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
  struct ID: Hashable {
    let leaf: ObjectIdentifier
    let site: Site
  }

  var id: ID { ID(leaf: ObjectIdentifier(leaf), site: site) }

  /// The line is about to write.
  /// - Parameter isPast: it has written that, and with it what may have ended the condition.
  func noteEnds(isPast: Bool = false) {
    for place in inside + around {
      let isLetGo = try? leaf.engine.unaccounted { () throws(Failure) in place.claims.isLetGo }
      let isAfterEnd = place.claims.isVacant || isLetGo ?? false
      place.isAfterEnd = isAfterEnd
    }
    event = leaf.engine.nextCause
    if isPast { writes.last?.setEnded(ended, by: event) }
  }

  /// What it has written last may have ended conditions, and is written with that: those that look at it are asked now, and those that hear
  /// of it by bindings when it is committed.
  func noteOwnEnds() {
    guard leaf.engine.mode == .deferred else { return }
    if (inside + around).contains(where: { !$0.isAfterEnd && $0.claims.mayEnd(with: leaf) }) {
      return noteEnds(isPast: true)
    }
    event = leaf.engine.nextCause
    writes.last?.setEvent(event)
  }

  private var ended: [TargetClaims] { (inside + around).filter(\.isAfterEnd).map(\.claims) }

  /// Who had the target ends now, after all that was written.
  func noteEnd(of claims: TargetClaims) {
    for place in inside + around where place.claims === claims { place.isAfterEnd = false }
    for write in writes { write.hasNotEnded(claims) }
  }

  /// What it has written there after who had the target has let go.
  func placesWritten(afterEndOf claims: TargetClaims) -> [Cell] {
    writes.filter { write in write.ended.contains { $0 === claims } }
      .flatMap { $0.notes.filter { $0.claims === claims }.map(\.cell) }
  }

  /// The line makes the one value of the other.
  /// - Parameters:
  ///   - written: the place in the leaf that it writes; nil where that is all of it.
  ///   - isGiven: it says which; false where it writes back what it has read.
  func look(from old: Value?, to new: Value, at written: Cell? = nil, isGiven: Bool = false) {
    let write = HandWrite(to: leaf, at: written, isGiven: isGiven, by: event, after: ended)
    look(at: write, from: old, to: new)
    // In a loop there may be many.
    if writes.count < Self.few || !(writes.last?.join(write) ?? false) { writes.append(write) }
  }

  /// The line writes something that is looked at later, perhaps once more.
  func begin(at written: Cell? = nil, isGiven: Bool = false) -> HandWrite {
    let write = HandWrite(to: leaf, at: written, isGiven: isGiven, by: event, after: ended)
    writes.append(write)
    return write
  }

  /// What it was about to write last is refused.
  func forgetLast(after count: Int) { if writes.count > count { writes.removeLast() } }

  /// - Parameter write: which has begun.
  func look(at write: HandWrite, from old: Value?, to new: Value) {
    write.look(from: old, to: new)
    if write.isGiven || old != new { for place in around { write.note(place.claims, from: old, to: new) } }
    let changes = changesInside(from: old, to: new)
    for (place, change) in zip(inside, changes) {
      if change.isChanged { place.isChanged = true }
      let isGiven = write.isGiven && place.claims.mayEnd && place.claims.container(of: write.place) != nil
      if change.isWritten || isGiven { write.note(place.claims, from: old, to: new) }
    }
    if !changes.contains(where: \.isChanged), let nearest, !nearest.isChanged { nearest.isChanged = old != new }
  }

  /// The same of a function, which is applied to the value of the moment.
  func looking(
    at change: @escaping (Value) throws(Failure) -> Value, isGiven: Bool
  ) -> (Value) throws(Failure) -> Value {
    let write = begin(at: leaf.engine.writtenPlace(in: leaf), isGiven: isGiven)
    return { [self] base throws(Failure) in
      let new = try change(base)
      look(at: write, from: base, to: new)
      return new
    }
  }

  /// Which of the places differ. What one of the two has no place for has gone or come: the binding's value was not changed there.
  private func changesInside(from old: Value?, to new: Value) -> [(isWritten: Bool, isChanged: Bool)] {
    func values(in whole: Value?) -> [Value?] {
      guard let whole else { return inside.map { _ in nil } }
      for place in inside { place.claims.target.learnPlaces(in: whole) }
      return inside.map { $0.claims.target.standing(in: whole) }
    }
    let (before, after) = (values(in: old), values(in: new))
    return inside.indices.map { index in
      guard let new = after[index], before[index] ?? .nil != new else { return (false, false) }
      return (true, before[index] != nil)
    }
  }

  // MARK: The end

  /// All that is written with it is stored next.
  func beginCommit(of overlay: Overlay) {
    committed = leaf.stored
    // Another callback of the wave may have ended it; of what is derived, or bindings write, that is known when it has settled.
    let byNow = overlay.isHeld ? (inside + around).filter { !$0.isAfterEnd && $0.claims.isLetGoByNow } : []
    for place in byNow where writes.contains(where: { $0.notes.contains { $0.claims === place.claims } }) {
      place.isAfterEnd = true
    }
    if byNow.isEmpty { return }
    for write in writes {
      write.setEnded(write.ended + byNow.map(\.claims).filter { claims in !write.ended.contains { $0 === claims } })
    }
  }

  /// It has been stored, and there is something to tell.
  var hasChanged: Bool {
    guard isChanged else { return false }
    // Of what is written outside it is not known yet.
    if !(leaf is SourceCell), let committed, let present = leaf.stored {
      for (place, change) in zip(inside, changesInside(from: committed, to: present)) where !change.isChanged {
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
        place.isAfterEnd || leaf is SourceCell
        ? writer.hasLetGo || writer.isStopped || writer.isClosed
        : writer.hasLetGo && (writer.input as? GatedCell)?.isClosed(before: event) ?? false
      guard let next = hasLetGo ? place.claims.writer : writer, !hasLetGo || next !== writer else { continue }
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
  private let line: LineByHand
  init(_ line: LineByHand) { self.line = line }

  override func apply(in graph: Graph) { if !graph.hasSettlersInRing { line.stand() } }
}

extension Engine {
  /// What the running line is about to write there: by hand, unless a binding is delivering.
  func lineByHand(to leaf: LeafCell) -> LineByHand? {
    guard deliveringBinding == nil, mode != .pure else { return nil }
    let site = presentPlace
    let known = overlay?.lineByHand(LineByHand.ID(leaf: ObjectIdentifier(leaf), site: site))
    let line = (mode == .deferred ? known : nil) ?? LineByHand(to: leaf, at: site, in: self)
    guard let line else { return nil }
    line.noteEnds()
    jointCheck?.add(line)
    return line
  }

  /// The body performs it.
  func telling(
    of line: LineByHand, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    let count = line.writes.count - 1
    let outcome: WriteOutcome
    do { outcome = try body() } catch {
      line.forgetLast(after: count)
      throw error
    }
    if case .refused = outcome {
      line.forgetLast(after: count)
      return outcome
    }
    line.noteOwnEnds()
    tell(of: line)
    return outcome
  }

  /// If it is committed.
  func tell(of line: LineByHand) {
    if mode == .deferred { overlayForWriting().tellAtCommit(of: line) } else { line.stand() }
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
    try byHand(writing: new) { (_: HandWrite?) throws(Failure) in try body() }
  }

  /// The body gets what is known of that, where somebody asks.
  final func byHand(
    writing new: Value, _ body: (HandWrite?) throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    guard isBound else { return try body(nil) }
    if isOneWithItsEnds {
      return try writingAsOne { () throws(Failure) in try byHand(writing: new, body) }
    }
    let isGiven = !engine.writesBack
    engine.writesBack = false
    defer { engine.writesBack = !isGiven }
    let place = engine.writtenPlace(in: self)
    if engine.mode != .deferred, (try? isSame(new)) ?? false { return try body(nil) }
    guard let line = engine.lineByHand(to: self) else { return try body(nil) }
    let old = (self as? SourceCell).map(\.comingNow) ?? engine.present(in: self)
    line.look(from: old, to: new, at: place, isGiven: isGiven)
    return try engine.telling(of: line) { () throws(Failure) in try body(line.writes.last) }
  }

  /// By hand and at once, where somebody has something in it on a condition, which that may end: both are one.
  final var isOneWithItsEnds: Bool {
    guard hasBase, engine.mode == .immediate, engine.deliveringBinding == nil else { return false }
    // What is told to others when a source has confirmed it ends nothing now. A binding that is paused may have let go before.
    return followsHands || engine.claimsThatHold(with: self).contains { $0.isLetGoPaused || $0.mayEnd(with: self) }
  }

  private func writingAsOne(_ body: () throws(Failure) -> WriteOutcome) throws(Failure) -> WriteOutcome {
    let place = engine.placeWritten(in: self)
    return try engine.writingTogether { () throws(Failure) in
      if let place { try engine.writing(to: place, body) } else { try body() }
    }
  }

  /// The body writes what that function makes of the value of the moment, where a binding may write too.
  /// - Parameter isGiven: which is no matter of what that was.
  @inline(never)
  final func byHand(
    changing change: @escaping (Value) throws(Failure) -> Value, isGiven: Bool,
    _ body: (@escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome
  ) throws(Failure) -> WriteOutcome {
    if isBound, isOneWithItsEnds {
      return try writingAsOne { () throws(Failure) in try byHand(changing: change, isGiven: isGiven, body) }
    }
    guard isBound, let line = engine.lineByHand(to: self) else { return try body(change) }
    return try engine.telling(of: line) { () throws(Failure) in
      try body(line.looking(at: change, isGiven: isGiven))
    }
  }
}
