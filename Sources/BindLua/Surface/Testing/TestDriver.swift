package import BindCore

/// What a test does to the world around the script: moves the clock, answers for hosts and programs, loads the script.
///
/// Implemented by the runner of tests. What moves time or stands for a person is asked for with `later`, because it is no
/// part of any callback.
package protocol TestDriver: AnyObject {
  /// Where the tests of the file that is being read are noted; nil once it has been read.
  var reading: TestReading? { get }
  /// A view was looked for and is not there: it may explain what fails next on that line.
  func missed(_ sentence: String, at place: SourcePosition)

  /// Runs something outside every turn, soon; then, in a turn, what it gives back.
  /// - Parameter movesTime: refused while time is moving.
  /// - Throws: `bind.yield`.
  func later(movesTime: Bool, _ body: @escaping () -> (() -> Void)) throws(Failure)
  /// A turn of its own.
  func turn(_ body: () -> Void)

  /// Runs everything due up to and including the present and `time`.
  /// - Throws: what stops the test.
  func advance(by time: Duration) throws(Failure)
  /// Jumps to the next event that is due until then and runs it.
  /// - Returns: false if there is none.
  func runNext(until end: Instant) throws(Failure) -> Bool
  /// What the script has waiting for its time.
  var pendingTimers: Int { get }
  /// Time passes and nothing runs.
  func sleep(for time: Duration)
  func set(date: WallTime)
  func change(isOnline: Bool?, isHidden: Bool?)

  /// Runs a script's main chunk until it has ended or waits for time to pass.
  /// - Returns: what the chunk returned, so far.
  func run(script path: String, allowing: [TestAllowance]) throws(Failure) -> Value

  /// - Parameter matches: looks at the URL where the pattern is one of Lua's; nil: `*` stands for anything.
  func stub(
    url pattern: StubPattern, at place: SourcePosition?, matches: ((String) -> Bool)?,
    _ body: @escaping (HTTPRequest, @escaping (StubAnswer) -> Void) -> JobRun?)
  func stub(
    program: String, at place: SourcePosition?,
    _ body: @escaping (ProcessRequest, @escaping (StubOutcome) -> Void) -> JobRun?)
  func write(file path: String, _ bytes: [UInt8])

  /// What a person sees now.
  func screen(columns: Int?, rows: Int?) throws(Failure) -> String
  /// Compares with what was kept under that name, or keeps it.
  /// - Throws: `test.snapshot`.
  func compare(snapshot name: String, with text: String) throws(Failure)
  /// What happened since the test began, a line for each event.
  var trace: [String] { get }
}

/// Something real that a test lets its script reach.
package struct TestAllowance: Hashable, Sendable {
  package let kind: Permissions.Kind
  /// Separated by commas, as the flags take it; nil: everything.
  package let names: String?

  package init(kind: Permissions.Kind, names: String?) {
    self.kind = kind
    self.names = names
  }
}

/// What a stub says to a request.
package enum StubAnswer {
  case answer(status: Int, headers: HTTPHeaders, body: [UInt8])
  case failure(WorldFailure)
}

/// How a stub's program ends.
package enum StubOutcome {
  case ended(out: [UInt8], err: [UInt8], ProcessStatus)
  case failure(WorldFailure)
}
