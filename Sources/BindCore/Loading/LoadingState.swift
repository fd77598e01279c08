/// Where loading stands.
///
/// A value that is loaded anew stays `loaded`, and so does one whose reload has failed: what was there is not hidden.
public enum LoadingState<Value> {
  case idle
  case loading
  case failed(any Error)
  case loaded(Value)

  public var value: Value? { if case .loaded(let value) = self { value } else { nil } }
  public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}

extension LoadingState: Sendable where Value: Sendable {}

/// Something that can be loaded, and that says how that stands: by its `state`, or by `states`. The one follows from the other.
///
/// ```swift
/// @Observable final class Article: LoadableObject {
///   private(set) var state = LoadingState<String>.idle
///   func load() { state = .loading; … }
/// }
/// final class Picture: LoadableObject {
///   let states = Bindable(LoadingState<[UInt8]>.idle)
///   func load() { states.update(with: .loading); … }
/// }
/// ```
/// Isolation: one thread, that of its bindable.
public protocol LoadableObject: AnyObject {
  associatedtype Output
  /// How it stands.
  var state: LoadingState<Output> { get }
  /// The state and each that comes after it.
  ///
  /// Where it follows from `state` it is another one each time, and there while somebody holds it. Changes are those of Swift's
  /// Observation: they arrive on the owner's thread, each in a turn of its own. A class that is no `@Observable` tells of none; its
  /// state is looked at when it has appeared in an `AsyncContent`, and after `load()` there.
  var states: Bindable<LoadingState<Output>> { get }
  /// Starts, unless it is under way.
  func load()
  /// Somebody wants the value from now on; asked for by `AsyncContent` when it appears.
  func observerCame()
  /// And no more.
  func observerLeft()
}

extension LoadableObject {
  public var state: LoadingState<Output> { states.value ?? .idle }
  public var states: Bindable<LoadingState<Output>> { FollowedState.states(of: self, engine: .current) }

  /// What is idle starts when somebody looks.
  public func observerCame() { if case .idle = state { load() } }
  public func observerLeft() {}
}

/// A sequence has ended without a value.
public struct EmptySequence: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String { "the sequence has ended without a value" }
}
