/// What a loadable hears of an attempt.
package enum LoadEvent {
  /// It has ended with its answer.
  case ended(Result<Value, Failure>)
  /// A stream has given something and goes on.
  case item(Value)
  /// A stream has nothing to give for now and goes on.
  case itemFailed(Failure)
  /// A stream has ended.
  case streamEnded
  /// So much is done, of so much in all if that is known.
  case progress(Progress)

  package struct Progress: Equatable, Sendable {
    package var done: Double
    package var total: Double?
    package var unit: String

    package init(done: Double, total: Double? = nil, unit: String = "") {
      self.done = done
      self.total = total
      self.unit = unit
    }
  }
}

/// What a loadable does to get its value: one attempt.
package protocol LoadableWork: AnyObject {
  /// `tell` may be called inside this call; after an end it does nothing, and neither when the attempt was called off.
  /// - Returns: what calls it off; nil when it has ended already.
  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun?
  /// How a cycle has ended: if `loaded`, what it gave is the value now; `failed` after that takes it back. Nothing may begin
  /// inside this call.
  func ended(_ outcome: LoadableMachine.Outcome, _ generation: Int, of loadable: Loadable)
  /// Nothing is known any more of what it has given.
  func forgotten()
}

extension LoadableWork {
  package func ended(_ outcome: LoadableMachine.Outcome, _ generation: Int, of loadable: Loadable) {}
  package func forgotten() {}
}

/// How the items of a stream become the value.
package enum StreamMode: String, CaseIterable, Sendable {
  /// The latest one.
  case replace
  /// The list of all, also over reloads.
  case append
  /// The list of all since the last start.
  case reset
  /// As `reset`, but a reload shows nothing before it has ended.
  case swap
}
