import BindCore
import CUV

/// One libuv loop, owned by the thread that runs it: everything the World does in real time happens here.
///
/// One pass: due timers → `prepare` (the turn's end, then sleep until something happens) → descriptors, processes,
/// signals, file operations. `onTurn` runs after each batch of callbacks, always before the loop sleeps.
package final class EventLoop {
  let pointer: UnsafeMutablePointer<uv_loop_t>
  let timers = TimerQueue()
  /// What is open, kept alive here until libuv lets go of it.
  private var handles: [ObjectIdentifier: Handle] = [:]
  private var fileRequests = 0
  private var isRunning = false
  private var isStopping = false
  private var isClosing = false
  private(set) var isClosed = false
  /// True if a callback of the owner ran since the last `onTurn`.
  private var hasDelivered = false
  private var timerHandle: TimerHandle?
  /// Timers run, or have run in this pass: libuv runs what is armed as due then at once, and would come to nothing else.
  private var holdsTimers = false
  private var prepare: PrepareHandle?
  /// Filled by the stream that is being read, emptied in the same callback.
  let readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
  /// Runs that have to be ended before the loop can close.
  var processRuns: [ObjectIdentifier: ProcessRun] = [:]
  /// File operations and watches under way: cancelled when the loop closes.
  var activities: [ObjectIdentifier: any Token] = [:]
  var changeQueue: ChangeQueue?
  /// What speaks HTTP here; it must let go of its sockets before the loop can close.
  weak var network: RealNetwork?

  /// Called at the end of each turn: after callbacks have run, before the loop sleeps, and before `run` returns.
  package var onTurn: (() -> Void)?

  /// Wraps every callback of the owner, such as a script's time limit; calls what it is given once, at once.
  package var around: ((() -> Void) -> Void)?

  package init() throws(SystemError) {
    pointer = .allocate(capacity: 1)
    let code = uv_loop_init(pointer)
    guard code >= 0 else {
      pointer.deallocate()
      throw SystemError(code: code)
    }
    do throws(SystemError) {
      timerHandle = try TimerHandle(on: self) { [unowned self] in runDueTimers() }
      prepare = try PrepareHandle(on: self) { [unowned self] in beforeSleep() }
    } catch {
      close()
      throw error
    }
    timers.changed = { [unowned self] in arm() }
  }

  deinit {
    precondition(isClosed, "an event loop is closed before it is let go")
  }

  // MARK: Running

  /// Runs until nothing keeps it alive, or `stop`.
  package func run() {
    run(while: { true })
  }

  /// Runs as long as the condition holds (asked after each pass) and something keeps the loop alive.
  /// - Returns: false if it ended, by `stop` or because nothing was alive, while the condition still held.
  @discardableResult
  package func run(while condition: () -> Bool) -> Bool {
    isStopping = false
    while condition() {
      let isAlive = pass(UV_RUN_ONCE)
      if isStopping || !isAlive { return !condition() }
    }
    return true
  }

  /// As `run(while:)`, for `limit` at most; it also waits when nothing else keeps the loop alive.
  /// - Returns: false if the condition still holds.
  @discardableResult
  package func run(while condition: () -> Bool, atMost limit: Duration) -> Bool {
    var isOver = false
    let deadline = timers.add(due: now + limit, label: "deadline", kind: .inner) { isOver = true }
    defer { deadline.cancel() }
    run(while: { !isOver && condition() })
    return !condition()
  }

  /// One pass. With `waiting` it sleeps until something happens, if something keeps the loop alive.
  /// - Returns: whether something keeps the loop alive.
  @discardableResult
  package func runOnce(waiting: Bool) -> Bool {
    pass(waiting ? UV_RUN_ONCE : UV_RUN_NOWAIT)
  }

  /// Makes `run` return after this pass.
  package func stop() {
    isStopping = true
    uv_stop(pointer)
  }

  /// Whether a timer, process, watch or request keeps it going.
  package var isAlive: Bool { fileRequests > 0 || handles.values.contains { $0.isKeepingAlive } }

  private func pass(_ mode: uv_run_mode) -> Bool {
    precondition(!isRunning && !isClosed, "a loop is run from outside, while it is open")
    isRunning = true
    if isAlive {
      _ = uv_run(pointer, mode)
    } else {
      // libuv would not even look: a pass over what keeps nothing alive (wakes, signals, the main queue), asleep never.
      prepare?.isReferenced = true
      _ = uv_run(pointer, UV_RUN_NOWAIT)
      prepare?.isReferenced = false
    }
    isRunning = false
    armAgain()
    endTurn()
    return isAlive
  }

  /// Runs a callback of the owner, unless the loop is closing.
  func deliver(_ body: () -> Void) {
    guard !isClosing else { return }
    hasDelivered = true
    if let around { around(body) } else { body() }
  }

  /// After the timers. If they did something, `run` asks its condition before the loop sleeps: the pass ends awake.
  private func beforeSleep() {
    armAgain()
    if hasDelivered { uv_stop(pointer) }
    endTurn()
  }

  private func endTurn() {
    guard hasDelivered else { return }
    hasDelivered = false
    onTurn?()
  }

  /// The next pass ends a turn even if no callback runs.
  package func requestTurn() {
    hasDelivered = true
  }

  // MARK: Embedding in another loop

  /// Readable when there is something to do; -1 if the platform has none.
  package var backendDescriptor: Int32 { uv_backend_fd(pointer) }

  /// How long another loop may sleep before the next `runOnce(waiting: false)`; nil is for ever. Zero before the first
  /// one, and after a descriptor was added.
  package var backendTimeout: Duration? {
    uv_update_time(pointer)
    let milliseconds = uv_backend_timeout(pointer)
    return milliseconds < 0 ? nil : .milliseconds(Int64(milliseconds))
  }

  // MARK: Timers

  /// The monotonic clock now, not the start of this pass.
  var now: Instant { Instant(nanoseconds: Int64(truncatingIfNeeded: uv_hrtime())) }

  /// Runs `body` in the next pass.
  @discardableResult
  func soon(_ label: String, _ body: @escaping () -> Void) -> QueuedTimer {
    timers.add(due: now, label: label, kind: .inner, body: body)
  }

  /// Those due at the start, not the ones they make: a timer that makes itself again at once starves nobody.
  private func runDueTimers() {
    holdsTimers = true
    let instant = now
    let boundary = timers.nextSequence
    while let next = timers.next, next.due <= instant, next.sequence < boundary, let body = timers.takeNext() {
      hasDelivered = true
      // The World's own timers go on while the loop closes: they end what still runs.
      if next.kind == .inner { body() } else { deliver(body) }
    }
  }

  private func armAgain() {
    guard holdsTimers else { return }
    holdsTimers = false
    arm()
  }

  /// libuv's one timer follows the head of the queue.
  private func arm() {
    guard let timerHandle, !timerHandle.isClosing, !holdsTimers else { return }
    timerHandle.arm(due: timers.next?.due, now: now)
    timerHandle.isReferenced = timers.keptAliveCount > 0
  }

  // MARK: Handles

  func opened(_ handle: Handle) { handles[ObjectIdentifier(handle)] = handle }
  func closed(_ handle: Handle) { handles[ObjectIdentifier(handle)] = nil }
  func fileRequestStarted() { fileRequests += 1 }
  func fileRequestEnded() { fileRequests -= 1 }

  /// What libuv holds for us now, by kind; kinds with none are left out.
  package var handleCounts: [HandleKind: Int] {
    var counts: [HandleKind: Int] = fileRequests > 0 ? [.fileRequest: fileRequests] : [:]
    for handle in handles.values { counts[handle.kind, default: 0] += 1 }
    if let transfers = network?.transferCount, transfers > 0 { counts[.transfer] = transfers }
    return counts
  }

  /// Ends everything: processes get SIGTERM and, after `grace`, SIGKILL and are reaped; then every handle is closed.
  /// No callback of the owner runs from now on. A second call does nothing.
  package func close(grace: Duration = .seconds(2)) {
    guard !isClosing else { return }
    precondition(!isRunning, "a loop is not closed from one of its own callbacks")
    isClosing = true
    onTurn = nil
    for activity in Array(activities.values) { activity.cancel() }
    endProcesses(grace: grace)
    changeQueue = nil
    network?.close()
    timers.changed = {}
    timers.removeAll()
    for handle in Array(handles.values) { handle.close() }
    while uv_run(pointer, UV_RUN_DEFAULT) != 0 || fileRequests > 0 {}
    timerHandle = nil
    prepare = nil
    let code = uv_loop_close(pointer)
    precondition(code == 0 && handles.isEmpty, "everything on the loop is closed")
    pointer.deallocate()
    readBuffer.deallocate()
    isClosed = true
  }

  private func endProcesses(grace: Duration) {
    for run in processRuns.values { run.endWithLoop() }
    run(while: { !processRuns.isEmpty }, atMost: grace)
    for run in processRuns.values { run.kill() }
    // A process that even SIGKILL does not end (it hangs in the kernel) is left to init.
    run(while: { !processRuns.isEmpty }, atMost: grace)
    for run in processRuns.values { run.abandon() }
  }
}
