/// What runs scripts, as the engine asks it: an interpreter.
open class ScriptRuntime {
  public init() {}
  /// Where the script stands that runs right now.
  open func now() -> Site { .none }
  /// Of several, the one with the highest number runs innermost; 0: nothing of this one runs.
  open var entry: UInt64 { 0 }
  /// Runs it on a stack with room: nested calls of scripts are counted anew there, since their own limit says nothing.
  open func countingCallsAnew(_ work: () -> Void) { work() }
}

/// Several interpreters share an engine: the one that runs innermost is asked.
final class ScriptRuntimes: ScriptRuntime {
  var all: [ScriptRuntime] = []

  override func now() -> Site {
    var (innermost, highest): (ScriptRuntime?, UInt64) = (nil, 0)
    for runtime in all where runtime.entry > highest { (innermost, highest) = (runtime, runtime.entry) }
    return innermost?.now() ?? .none
  }

  override func countingCallsAnew(_ work: () -> Void) { countAnew(all[...], work) }

  private func countAnew(_ runtimes: ArraySlice<ScriptRuntime>, _ work: () -> Void) {
    guard let first = runtimes.first else { return work() }
    first.countingCallsAnew { countAnew(runtimes.dropFirst(), work) }
  }
}

extension Engine {
  /// Asks it too from now on.
  package func add(_ runtime: ScriptRuntime) {
    runtimes.all.append(runtime)
    chooseRuntime()
  }

  package func remove(_ runtime: ScriptRuntime) {
    runtimes.all.removeAll { $0 === runtime }
    chooseRuntime()
  }

  private func chooseRuntime() {
    runtime = runtimes.all.count > 1 ? .passUnretained(runtimes) : runtimes.all.first.map { .passUnretained($0) }
  }
}
