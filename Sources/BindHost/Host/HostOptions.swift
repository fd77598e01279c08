public import BindCore
package import BindLua

/// What a host is made with.
public struct HostOptions {
  /// Bytes of Lua memory; 0 for no limit.
  public var memoryLimit: UInt64 = 256 << 20
  /// How long a script may run between two waits; zero for ever.
  public var timeLimit: Duration = .seconds(2)
  /// Waves that one outermost write may cause before it is `bind.cycle`.
  public var waveLimit = 100
  /// Errors in a row after which an observer is suspended.
  public var errorLimit = 10
  /// Observers, bindings and effects that may be alive before a script's next one is refused.
  public var observerLimit = 100_000
  /// Timers and sleeping tasks that may be pending before a script's next one is refused.
  public var timerLimit = 10_000
  /// Where scripts keep their states unless they name a store, instead of a file in their state folder. Swift `State`s in
  /// the same store and scripts share their values by key.
  public var store: (any Store)?
  /// The store in which jobs with `cluster=true` have their locks, such as `etcd://host:2379/app`; nil: the script's own.
  public var clusterStore: String?
  /// What stands in the global `arg`.
  public var arguments: [String] = []
  /// Whole lines of a script's `print`. Called on the host's thread.
  public var print: ([UInt8]) -> Void = { _ in }
  /// Events of loadables, jobs and writes are noted in the engine's trace.
  package var tracesEvents = false
  /// What scripts write down with `bh.log`. Called on the host's thread.
  package var log: (LogEntry) -> Void = { _ in }
  /// The runner, where the script is one of tests. It outlives the host.
  package weak var testing: (any TestDriver)?
  /// What scripts may reach outside.
  package var permissions: Permissions
  /// Errors and warnings that nobody caught. Called on the host's thread.
  package var report: (Report) -> Void

  package init(permissions: Permissions, report: @escaping (Report) -> Void) {
    self.permissions = permissions
    self.report = report
  }

  /// Nothing outside is permitted but `.lua` files below `scriptFolder`, for `require`; `allow` and `deny` change that.
  /// - Parameters:
  ///   - scriptFolder: absolute.
  ///   - onError: id, place and sentence of each error that no script caught.
  public init(scriptFolder: String, onError: @escaping (String) -> Void) {
    self.init(permissions: Permissions(scriptFolder: scriptFolder)) { report in
      onError(Diagnostic(report).description)
    }
  }
}
