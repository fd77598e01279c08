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
  /// That of the leaf itself, or of what it is a field of.
  private let around: Covered?
  /// What the leaf held before the commit.
  private var committed: Value?
  /// That of the commit.
  private var event = CauseID.none

  /// What a binding has written, and whether the line has changed it.
  private final class Covered {
    let claims: TargetClaims
    /// nil where there is none to tell of: who had the target has ended, or the line is known to write there.
    let writer: Binding?
    var isChanged = false
    /// The line gives it a value of its own, though that may be the one that is there.
    var isGiven = false
    /// It was changed after that end, not before.
    var isAfterEnd = false

    init?(_ claims: TargetClaims, at site: Site) {
      let present = claims.presentWriter
      writer = claims.warned.contains(site) && !(present?.followsCheck ?? false) ? nil : present
      self.claims = claims
      if writer == nil, !claims.isVacant { return nil }
    }
  }

  /// nil where there is nothing to warn of, or it has been told.
  fileprivate init?(to leaf: LeafCell, at site: Site, in engine: Engine) {
    (self.leaf, self.site) = (leaf, site)
    scope = engine.scope
    inside = engine.claimsOnPlaces[ObjectIdentifier(leaf)]?.values.compactMap { Covered($0, at: site) } ?? []
    let claims = engine.claimsAround(leaf).first { $0.presentWriter != nil || $0.isVacant }
    around = claims.flatMap { Covered($0, at: site) }
    if inside.isEmpty, around == nil { return nil }
  }

  /// What is told once.
  struct Line: Hashable {
    let leaf: ObjectIdentifier
    let site: Site
  }

  var line: Line { Line(leaf: ObjectIdentifier(leaf), site: site) }

  /// The line is about to write.
  func noteEnds() {
    for place in inside + [around].compactMap({ $0 }) {
      let isLetGo = try? leaf.engine.unaccounted { () throws(Failure) in place.claims.isLetGo }
      place.isAfterEnd = place.claims.isVacant || isLetGo ?? false
    }
  }

  /// The line makes the one value of the other.
  /// - Parameter isGiven: it says which; false where it writes back what it has read.
  func look(from old: Value?, to new: Value, isGiven: Bool = false) {
    if isGiven { around?.isGiven = true }
    let changes = changesInside(from: old, to: new)
    for (place, isChanged) in zip(inside, changes) where isChanged { place.isChanged = true }
    if !changes.contains(true), let around, !around.isChanged { around.isChanged = old != new }
  }

  /// The same of a function, which is applied to the value of the moment.
  func looking(
    at change: @escaping (Value) throws(Failure) -> Value
  ) -> (Value) throws(Failure) -> Value {
    { [self] base throws(Failure) in
      let new = try change(base)
      look(from: base, to: new)
      return new
    }
  }

  /// Which of the places differ. What one of the two has no place for has gone or come, and was not written.
  private func changesInside(from old: Value?, to new: Value) -> [Bool] {
    guard let old else { return inside.map { _ in false } }
    func values(in whole: Value) -> [Value?] {
      for place in inside { place.claims.target.learnPlaces(in: whole) }
      return inside.map { $0.claims.target.standing(in: whole) }
    }
    return zip(values(in: old), values(in: new)).map { before, after in
      before != nil && after != nil && before != after
    }
  }

  // MARK: The end

  /// All that is written with it is stored next.
  func beginCommit(of overlay: Overlay) {
    committed = leaf.stored
    let written: [Cell] = (overlay.ownWrite(to: leaf) as? CellWrite)?.placesAlone ?? [leaf]
    event = overlay.ownWrite(to: leaf)?.cause ?? .none
    for place in inside + [around].compactMap({ $0 }) where place.isChanged || place.isGiven {
      // Another callback of the wave may have ended it; of what is derived that is known when it has settled.
      let isLetGo = overlay.isHeld ? place.claims.isLetGoByNow : false
      if isLetGo ?? false { place.isAfterEnd = true }
      if place.isAfterEnd || isLetGo == nil {
        place.claims.writtenByHand(in: written, by: place.isAfterEnd ? nil : event)
      }
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
      if let around, around.isChanged { around.isChanged = committed != present }
    }
    return isChanged
  }

  private var isChanged: Bool { around?.isChanged ?? false || inside.contains(where: \.isChanged) }

  /// Of what is written outside it is known later whether it stands.
  func stand() { if let source = leaf as? SourceCell { source.tellWhenWritten(self) } else { tell() } }

  /// Once for each line.
  func tell() {
    let covered = inside.sorted { $0.claims.number < $1.claims.number } + [around].compactMap { $0 }
    for place in covered where place.isChanged {
      guard let writer = place.writer else { continue }
      // What has let go in the same wave delivers no more; one below it may.
      let isAfterEnd = place.isAfterEnd || (writer.input as? GatedCell)?.isDecided(before: event) ?? false
      guard let next = isAfterEnd && writer.hasLetGo ? place.claims.writer : writer else { continue }
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
    write?.noteEnds()
    if let write { jointCheck?.add(write) }
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
    write.look(from: engine.present(in: self), to: new, isGiven: !engine.writesBack)
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
