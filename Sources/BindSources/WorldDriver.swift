package import BindCore

/// A World and what moves it: a loop in real time, or jumps of a virtual clock. A host takes either.
package protocol WorldDriver: AnyObject {
  var world: World { get }

  /// Called at the end of each turn: after callbacks have run, before time passes, and before `run` returns.
  var onTurn: (() -> Void)? { get set }

  /// Wraps every callback of the owner, such as a script's time limit; calls what it is given once, at once.
  var around: ((() -> Void) -> Void)? { get set }

  /// Whether a timer, process, watch or read keeps the run going.
  var isAlive: Bool { get }

  /// Runs as long as the condition holds and something keeps the run alive.
  /// - Returns: false if it ended while the condition still held.
  @discardableResult
  func run(while condition: () -> Bool) -> Bool

  /// As `run(while:)`, until `limit` has passed on the World's clock at most.
  /// - Returns: false if the condition still holds.
  @discardableResult
  func run(while condition: () -> Bool, atMost limit: Duration) -> Bool

  /// An inbox for other threads; what is posted ends a turn soon.
  func makeInbox<Arrival: Sendable>(of type: Arrival.Type, capacity: Int) throws(SystemError) -> Inbox<Arrival>

  /// Ends everything. No callback runs after it. A second call does nothing.
  func close(grace: Duration)
}

extension RealWorld: WorldDriver {
  package var onTurn: (() -> Void)? {
    get { loop.onTurn }
    set { loop.onTurn = newValue }
  }

  package var around: ((() -> Void) -> Void)? {
    get { loop.around }
    set { loop.around = newValue }
  }

  package var isAlive: Bool { loop.isAlive }

  @discardableResult
  package func run(while condition: () -> Bool) -> Bool { loop.run(while: condition) }

  @discardableResult
  package func run(while condition: () -> Bool, atMost limit: Duration) -> Bool {
    loop.run(while: condition, atMost: limit)
  }

  package func makeInbox<Arrival: Sendable>(
    of type: Arrival.Type, capacity: Int
  ) throws(SystemError) -> Inbox<Arrival> {
    try loop.makeInbox(of: type, capacity: capacity)
  }
}
