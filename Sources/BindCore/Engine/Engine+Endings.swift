import BindGraph

// What is written because something ends: that has ended, so it stands, also where the callback or transaction fails in which
// it happened.

/// When something was made: what is made and ended by one transaction goes with it altogether.
package struct Birth {
  let number: UInt64

  package init(in engine: Engine) {
    engine.births += 1
    number = engine.births
  }
}

/// What becomes of the writes that are made now, if the overlay is dropped that they go to.
enum Noting {
  /// They go.
  case nothing
  /// They stand if all goes well at this end.
  case ending
  /// They stand.
  case standing
}

/// What shows at once what is pending, as a control does that is edited: how it was before.
///
/// Taken back when all else is that was written and registered, since it shows that.
class PendingEdit {
  /// Whoever shows it; what it was before the first of its edits is what counts.
  let shower: AnyObject

  init(of shower: AnyObject) { self.shower = shower }

  /// - Parameter outer: what is dropped was a part of that, which is shown now.
  func takeBack(to outer: Overlay?) { preconditionFailure("to be overridden") }
}

/// A write that is made anew where it stands although its overlay is dropped.
struct NotedWrite {
  /// What wrote it has come to its end.
  var stands: Bool
  let body: () throws -> Void
}

extension Engine {
  /// It was made by the callback or transaction that runs now.
  package func isNew(_ birth: Birth) -> Bool { birth.number > (overlay?.outermost.births ?? .max) }

  /// Runs what belongs to the end of something: all of its writes or none, on no reader's account.
  /// - Parameter goesAlong: the writes go if the running callback or transaction fails; otherwise they stand.
  package func ending(goesAlong: Bool, _ body: () throws -> Void) throws {
    guard mode == .deferred || mode == .immediate else { return try body() }
    try untracked { () throws in
      try unit(isTransaction: false, ends: true) {
        let outer = noting
        noting = goesAlong ? .nothing : .ending
        defer { noting = outer }
        try body()
      }
    }
  }

  /// A write has been made, and this makes it anew.
  func note(_ write: @escaping () throws -> Void) {
    overlay?.note(NotedWrite(stands: noting == .standing, body: write))
  }

  /// What is made anew is worked out anew: of what a failed transaction had written nothing comes back with it.
  func notingWhole(_ body: @escaping () throws(Failure) -> Void) throws(Failure) {
    let outer = noting
    guard outer != .nothing, mode == .deferred else { return try body() }
    // Also where the callback has written nothing yet.
    overlayForWriting().note(NotedWrite(stands: outer == .standing) { [self] in try notingWhole(body) })
    noting = .nothing
    defer { noting = outer }
    try body()
  }

  /// Nothing of it counts, nor what is written, made and asked for because that ends which was made in it. What was written
  /// because something older has ended is written anew.
  func drop(_ dropped: Overlay) {
    let (outer, outerMode, outerNoting) = (overlay, mode, noting)
    mode = .deferred
    noting = .nothing
    var (standing, edits) = (dropped.standing, dropped.edits)
    var ended = dropped
    for _ in 0..<Scope.depthLimit {
      let byCleanups = unheard(in: outer, since: dropped) { ended.endRegistered(in: graph) }
      // What is put back here is as it was before.
      _ = unheard(in: outer, since: dropped) { ended.takeBackRegistered() }
      standing += byCleanups.standing
      edits += byCleanups.edits
      ended = byCleanups
      if !ended.hasRegistrations { break }
    }
    _ = unheard(in: outer, since: dropped) { takeBack(edits, to: outer) }
    leave(to: outer, outerMode)
    noting = outerNoting
    redo(standing)
  }

  /// What is written and made inside, which goes nowhere.
  private func unheard(in outer: Overlay?, since dropped: Overlay, _ body: () -> Void) -> Overlay {
    let unheard = Overlay(parent: outer, isHeld: false, births: dropped.births, in: graph)
    overlay = unheard
    body()
    unheard.unmark(in: graph)
    return unheard
  }

  private func takeBack(_ edits: [PendingEdit], to outer: Overlay?) {
    isTakingBackEdits = true
    defer { isTakingBackEdits = false }
    var known: Set<ObjectIdentifier> = []
    for edit in edits where known.insert(ObjectIdentifier(edit.shower)).inserted { edit.takeBack(to: outer) }
  }

  private func redo(_ writes: [NotedWrite]) {
    if writes.isEmpty { return }
    let outerNoting = noting
    defer { noting = outerNoting }
    if mode == .deferred {
      // Whoever goes on sees them, and may fail in its turn.
      noting = .standing
      return redoAll(writes)
    }
    noting = .nothing
    if graph.isFlushing {
      // From here on they are nobody's but the engine's own.
      let (outer, outerMode) = (overlay, mode)
      let own = Overlay(parent: nil, isHeld: true, stands: true, births: births, in: graph)
      overlay = own
      mode = .deferred
      redoAll(writes)
      leave(to: outer, outerMode)
      graph.hold(HeldOverlay(own, in: scope))
    } else {
      do { try transaction { redoAll(writes) } } catch { scope.report(Report(error, during: "cleanup")) }
    }
  }

  private func redoAll(_ writes: [NotedWrite]) {
    for write in writes {
      do { try write.body() } catch { scope.report(Report(error, during: "cleanup")) }
    }
  }
}
