package import BindCore

/// Which face of a loadable is presented: `loading` only after a while, and then for a while at least.
///
/// A pure machine: the caller says what holds and what time it is, and asks again when it is told to. The stored state is
/// never delayed.
package struct FlickerGuard {
  /// Before `loading` is presented.
  package var delay = Duration.milliseconds(200)
  /// How long `loading` is presented at least.
  package var minShow = Duration.milliseconds(400)
  /// nil: nothing yet.
  package private(set) var presented: Face?
  private var loadingSince: Instant?
  private var shownSince: Instant?

  package init() {}

  /// - Parameter isCalledOff: the loading was cancelled: what is behind it is presented at once.
  /// - Returns: when to ask again; nil when what is presented is what holds.
  package mutating func update(_ face: Face, isCalledOff: Bool = false, at now: Instant) -> Instant? {
    if face == .loading {
      if presented == .loading { return nil }
      let since = loadingSince ?? now
      loadingSince = since
      if now < since + delay { return since + delay }
      shownSince = now
      presented = .loading
      return nil
    }
    loadingSince = nil
    if presented == .loading, face != .idle, !isCalledOff, let shownSince, now < shownSince + minShow {
      return shownSince + minShow
    }
    shownSince = nil
    presented = face
    return nil
  }

  /// Nobody looks any more.
  package mutating func leave() {
    presented = nil
    loadingSince = nil
    shownSince = nil
  }
}
