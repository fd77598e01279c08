public import BindCore
public import Dispatch

extension DispatchQueue: StateQueue {
  public func run(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}

extension StateListener {
  /// The main queue, unless the listener names another one.
  public var stateQueue: any StateQueue { DispatchQueue.main }
}
