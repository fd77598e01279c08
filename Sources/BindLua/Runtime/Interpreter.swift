package import BindCore
internal import CBindValue
internal import CLua

/// One Lua state with everything that crosses between it and Swift.
///
/// Confined to one thread; only `interrupt()` may be called from elsewhere. No Swift frame is ever unwound by Lua:
/// host functions answer with values or errors, and calls into Lua throw `LuaFailure`.
package final class Interpreter {
  let context: LuaContext
  /// Behind a pointer, so that a call from Lua reaches it without a check for exclusive access.
  let arena: UnsafeMutablePointer<Arena>
  /// Stops what runs now, from any thread.
  package let interruptor = Interruptor()
  var functions: [RegisteredFunction] = []
  /// What is asked of the host besides its functions.
  @exclusivity(unchecked) package var host: any InterpreterHost

  /// Called when what a collection has found is released.
  var onRelease: () -> Void = {}

  /// Bytes that scripts may hold: what is larger is not handed to them.
  private(set) var memoryLimit: UInt64

  /// What closing has left behind, in words: nothing, or there is a fault in the runtime.
  package private(set) var remains: [String] = []

  /// - Parameter memoryLimit: in bytes; 0 for none.
  /// - Returns: nil if there is no memory for a Lua state.
  package init?(host: any InterpreterHost, memoryLimit: UInt64 = 0) {
    self.host = host
    self.memoryLimit = memoryLimit == 0 ? .max : memoryLimit
    let box = LuaContext()
    context = box
    arena = .allocate(capacity: 1)
    arena.initialize(to: Arena())
    var table = Interpreter.hostFunctions
    let this = Unmanaged.passUnretained(self).toOpaque()
    guard let pointer = bh_open(&table, this, memoryLimit) else { return nil }
    box.pointer = pointer
    interruptor.aim(at: pointer)
  }

  deinit {
    if context.pointer != nil { _ = close() }
    arena.pointee.free()
    arena.deinitialize(count: 1)
    arena.deallocate()
  }

  /// The open C context.
  var lua: OpaquePointer {
    guard let pointer = context.pointer else { preconditionFailure("the interpreter is closed") }
    return pointer
  }

  /// What ends because it is closed can ask it for nothing any more.
  package private(set) var isClosed = false

  /// Closes Lua and releases every object that scripts held. A second call does nothing.
  ///
  /// - Returns: what was still alive by type; all zero when everything was ended in time.
  package func close() -> Counts {
    guard let pointer = context.pointer else { return Counts() }
    precondition(!bh_is_running(pointer), "an interpreter cannot be closed from inside a script")
    isClosed = true
    let left = counts
    interruptor.aim(at: nil)
    bh_close(pointer)
    releaseGarbage()
    arena.pointee.dropLeftovers()
    remains = counts.words
    context.pointer = nil
    bh_free(pointer)
    functions = []  // they may hold the interpreter
    host = ClosedHost()
    return left
  }
}

/// What the interpreter asks of its owner.
package protocol InterpreterHost: AnyObject {
  /// `print`: a whole line with its end.
  func print(_ bytes: UnsafeRawBufferPointer)
  /// The source text of a module and the name of its chunk, such as `@lib/prefs.lua`.
  func module(named name: ByteString) throws -> (source: ByteString, chunkName: String)
  /// The module begins to run, or is over.
  func moduleRuns(_ name: ByteString, begins: Bool)
  /// What `os.time()` and `os.date()` take for the present: seconds since 1970.
  var now: Double { get }
  /// A wait is over: its results, or an error.
  func resumed(_ wait: UInt64, _ call: inout HostCall) throws
}

extension InterpreterHost {
  package func moduleRuns(_ name: ByteString, begins: Bool) {}
}

/// The host of a closed interpreter: nobody calls it.
private final class ClosedHost: InterpreterHost {
  func print(_ bytes: UnsafeRawBufferPointer) {}
  func module(named name: ByteString) throws -> (source: ByteString, chunkName: String) { throw closed }
  func resumed(_ wait: UInt64, _ call: inout HostCall) throws { throw closed }
  var now: Double { 0 }
  private var closed: Diagnostic { Diagnostic(.hostInternal, "the interpreter is closed") }
}

// MARK: - What is alive

extension Interpreter {
  /// What is alive by type.
  package struct Counts: Equatable, Sendable {
    /// Lua's memory in bytes.
    package var memory: UInt64 = 0
    package var references: UInt64 = 0
    /// Host objects that scripts hold or that wait to be released.
    package var objects: UInt64 = 0
    package var anchors: UInt64 = 0
    /// Idle coroutines kept for the next call.
    package var idleThreads: UInt64 = 0
    /// Tasks that wait and suspended evaluations.
    package var running: UInt64 = 0
    package var trees: UInt64 = 0

    /// Those that are not zero; a reference lives as long as who has it in Swift.
    var words: [String] {
      [
        (memory, "bytes of Lua memory"), (objects, "objects"), (anchors, "anchors"), (running, "coroutines"),
        (trees, "trees"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }
  }

  package var counts: Counts {
    guard let pointer = context.pointer else { return Counts() }
    var counts = bh_counts()
    bh_count(pointer, &counts)
    return Counts(
      memory: counts.memory, references: counts.references, objects: counts.objects, anchors: counts.anchors,
      idleThreads: counts.threads, running: counts.running, trees: counts.trees)
  }

  /// A full collection, and the release of what it found.
  package func collect() {
    bh_collect(lua)
    releaseGarbage()
  }

  /// Releases host objects whose userdata is gone. Call it between turns: their deinits run here.
  package func releaseGarbage() {
    if context.pointer == nil { return }
    arena.pointee.dropLeftovers()
    context.releaseStrays()
    releaseCollected()
    onRelease()
  }

  /// Releases the host objects themselves, also while a script runs that may write.
  package func releaseCollected() {
    guard let pointer = context.pointer else { return }
    while let object = bh_take_garbage(pointer) { Unmanaged<HostObject>.fromOpaque(object).release() }
  }
}

// MARK: - Limits

extension Interpreter {
  package func setMemoryLimit(bytes: UInt64) {
    memoryLimit = bytes == 0 ? .max : bytes
    bh_set_memory_limit(lua, bytes)
  }

  /// How long one call from the host may run before it is stopped; 0 for ever.
  package func setTimeLimit(milliseconds: UInt32) { bh_set_time_limit(lua, milliseconds) }

  /// Something that Lua has called waits for a person, or for the outside: that time is not the script's.
  package func withoutTimeLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
    bh_limit_pause(lua)
    defer { bh_limit_resume(lua) }
    return try body()
  }

  /// Inside a body without: this is the script's time again.
  package func withTimeLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
    bh_limit_resume(lua)
    defer { bh_limit_pause(lua) }
    return try body()
  }

  /// Brackets a turn: limits and interrupts hold inside. Cost: one look at the clock.
  package func turn<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let pointer = lua
    bh_turn_begin(pointer)
    defer { bh_turn_end(pointer) }
    return try body()
  }

  package func beginTurn() { bh_turn_begin(lua) }
  package func endTurn() { bh_turn_end(lua) }

  /// While the word of an engine is not 0, every read of a cell asks `HostObject.read`, also where C could answer alone.
  /// - Parameter words: a `bh_common` that lives until this is called with nil.
  package func share(_ words: UnsafeMutableRawPointer?) {
    bh_share(lua, words?.assumingMemoryBound(to: bh_common.self))
  }

  /// Of the interpreters that share an engine, the one with the highest number runs innermost; 0: no script of this one runs.
  package var entry: UInt64 { bh_entry_number(lua) }

  /// A script of this interpreter is running, or waits for something that it has called.
  package var isRunning: Bool { context.pointer.map { bh_is_running($0) } ?? false }
}

/// Stops what an interpreter runs, from any thread.
///
/// Invariant: the pointer inside the lock is an open context, or nil; it is taken away before the context closes.
package final class Interruptor: Sendable {
  private struct Target: @unchecked Sendable {
    // `bh_interrupt` only stores an atomic flag; the lock keeps what it stores into alive meanwhile.
    var pointer: OpaquePointer?
  }

  private let target = Lock(Target(pointer: nil))

  /// Without effect while no turn is running, and once the interpreter is closed.
  package func interrupt() {
    target.withLock { target in
      if let pointer = target.pointer { bh_interrupt(pointer) }
    }
  }

  fileprivate func aim(at pointer: OpaquePointer?) {
    let next = Target(pointer: pointer)
    target.withLock { $0 = next }
  }
}
