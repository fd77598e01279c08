/// What a loadable is made of, besides its rules.
package struct LoadableOptions {
  package var policy = LoadablePolicy()
  /// Makes the value of what was loaded; once for each.
  package var transform: ((Value) throws(Failure) -> Value)?
  /// A value to begin with, stale from the start.
  package var initial: Value?
  /// Shown while there is no value, and no value itself.
  package var placeholder: Value?
  /// Gets each loaded value in the same wave.
  package var target: Cell?
  package var streamMode = StreamMode.replace
  /// How many items of a stream are kept, the newest.
  package var itemLimit = Int.max
  /// How many items may wait for a script that is busy.
  package var buffer = 1024
  package var overflow = Overflow.latest
  /// A failure that no handler takes is reported.
  package var reportsFailures = false
  package var causeKind = CauseKind.source
  /// What causes and traces call its work; nil: `load of` and its name.
  package var label: String?
  /// The line that declares it; none: where it is made.
  package var place = Site.none
  /// Cells besides its own, in the order in which tools show them.
  package var factNames: [String] = []

  /// What becomes of items that nobody has taken in time.
  package enum Overflow: String, CaseIterable, Sendable {
    /// The oldest is dropped.
    case latest
    /// The newest is dropped.
    case drop
    /// The stream fails.
    case fail
  }

  package init() {}
}
