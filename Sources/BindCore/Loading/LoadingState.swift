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

/// Something that can be loaded, and that says how that stands.
///
/// ```swift
/// final class Article: LoadableObject {
///   let states = Bindable(LoadingState<String>.idle)
///   func load() { states.update(with: .loading); … }
/// }
/// ```
/// Isolation: the thread of its bindable.
public protocol LoadableObject: AnyObject {
  associatedtype Output
  /// The state and each that comes after it.
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

  /// What is idle starts when somebody looks.
  public func observerCame() { if case .idle = state { load() } }
  public func observerLeft() {}
}

/// A sequence has ended without a value.
public struct EmptySequence: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String { "the sequence has ended without a value" }
}
