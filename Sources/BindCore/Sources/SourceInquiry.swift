import BindGraph

/// Whom the questions are for.
protocol SourceInquiryOwner: AnyObject {
  /// Something depends on what the answers are.
  var isObserved: Bool { get }
  /// Writes are under way outside, or have been since the last of them began.
  var hasSentWrites: Bool { get }
  var isSendingWrites: Bool { get }
  /// - Parameters:
  ///   - isForWrites: it was asked for because of writes, and says nothing of how they ended.
  ///   - isOld: a write was under way at some time of the question.
  func answered(_ result: Result<Value, Failure>, isForWrites: Bool, isOld: Bool)
}

/// The questions of a source to the outside: when it is asked, by hand, by polling and after writes, and which answers count.
final class SourceInquiry {
  weak var owner: (any SourceInquiryOwner)?
  private let name: String
  private let work: any SourceWork
  private let policy: SourceCell.Policy
  private let clock: any WorldClock
  private unowned let engine: Engine
  private var hasEnded = false

  /// What is being asked: it is open until its first answer, also where nothing calls it off.
  private struct Question {
    let number: Int
    /// A write was under way at some time of it: its answer may be older than the write.
    var isOld: Bool
    /// It was asked because of writes.
    let isForWrites: Bool
    var run: JobRun?
  }

  private var question: Question?
  private var lastNumber = 0
  private var wantsFetch = false
  /// Answers in a row that writes have overtaken.
  private var overtaken = 0
  /// The next question waits for writes to be quiet; its answer is taken although it may be from before a write.
  private var quiet: (since: Instant, timer: any Token)?
  private var takesOldAnswer = false

  private static let patience = 3
  private static let quietTime = Duration.milliseconds(250)
  private static let quietLimit = Duration.seconds(5)
  private var pollTimer: (any Token)?
  /// Somebody observes something outside: the script goes on.
  private var keeper: (any Token)?
  /// Changes come by themselves.
  var isNotified = false

  init(name: String, work: any SourceWork, policy: SourceCell.Policy, clock: any WorldClock, engine: Engine) {
    self.name = name
    self.work = work
    self.policy = policy
    self.clock = clock
    self.engine = engine
  }

  /// Asks the outside anew. A question under way is called off: the newest one counts.
  /// - Parameter isForWrites: because of writes.
  func ask(isForWrites: Bool = false) {
    guard policy.reads, work.canGet, !hasEnded, let owner else { return }
    callOff()
    pollTimer?.cancel()
    quiet?.timer.cancel()
    quiet = nil
    lastNumber += 1
    let number = lastNumber
    // What the answer tells may be from before that write or from after it.
    question = Question(number: number, isOld: owner.hasSentWrites, isForWrites: isForWrites)
    wantsFetch = false
    let origin = engine.cause
    var isBeginning = true
    let run = work.get { [weak self] result in
      guard let self else { return }
      let take = { [self] in engine.caused(by: origin) { answered(number, result) } }
      // What is answered at once belongs to whoever asks.
      if isBeginning { take() } else { engine.takeAnswer(take) }
    }
    isBeginning = false
    if question?.number == number { question?.run = run }
  }

  private func callOff() {
    let run = question?.run
    question = nil
    run?.cancel()
  }

  private func answered(_ number: Int, _ result: Result<Value, Failure>) {
    guard let asked = question, asked.number == number, !hasEnded, let owner else { return }
    question = nil
    if asked.isOld {
      // The answer may be from before a write: it is dropped, and asked for anew when the last write has ended.
      wantsFetch = true
      if !takesOldAnswer {
        overtaken += 1
        return askAnew(owner)
      }
    }
    (overtaken, takesOldAnswer) = (0, false)
    owner.answered(result, isForWrites: asked.isForWrites, isOld: asked.isOld)
    if asked.isOld, !owner.isSendingWrites { return ask(isForWrites: true) }
    guard let period = policy.poll, owner.isObserved else { return }
    schedulePoll(after: period)
  }

  /// After what writes have overtaken. Writes that never end starve no question.
  private func askAnew(_ owner: any SourceInquiryOwner) {
    if overtaken >= Self.patience {
      waitForQuiet()
    } else if !owner.isSendingWrites || !owner.hasSentWrites {
      // What has its turn after this is made of that answer.
      ask(isForWrites: true)
    }
  }

  private func waitForQuiet() {
    let since = quiet?.since ?? clock.now
    quiet?.timer.cancel()
    let due = min(clock.now + Self.quietTime, since + Self.quietLimit)
    let timer = clock.schedule(at: due, label: "get of \(name)") { [weak self] in
      self?.takesOldAnswer = true
      self?.ask(isForWrites: true)
    }
    quiet = (since, timer)
  }

  private func schedulePoll(after period: Duration) {
    pollTimer?.cancel()
    pollTimer = clock.schedule(after: period, label: "poll of \(name)") { [weak self] in self?.look() }
  }

  /// As it is polled: unless it is being asked already. To wait for quiet has no sense where nothing is being written.
  func look() { if question == nil, quiet == nil || !(owner?.isSendingWrites ?? false) { ask() } }

  func observationChanged(_ isObserved: Bool) {
    pollTimer?.cancel()
    pollTimer = nil
    keeper?.cancel()
    keeper = nil
    guard isObserved, !hasEnded else { return }
    if let period = policy.poll {
      schedulePoll(after: period)
    } else if isNotified {
      keeper = clock.schedule(after: .seconds(1 << 30), label: "observer of \(name)") {}
    }
  }

  /// An answer is awaited.
  var isAsking: Bool { question != nil || quiet != nil }

  // MARK: What writes mean for it

  func writeTouchesBase() {
    question?.isOld = true
    if quiet != nil { waitForQuiet() }
  }

  func baseIsUnknown() { wantsFetch = true }

  func writeSettled() {
    if wantsFetch, quiet == nil, let owner, !owner.isSendingWrites { ask(isForWrites: true) }
  }

  func end() {
    hasEnded = true
    callOff()
    pollTimer?.cancel()
    keeper?.cancel()
    quiet?.timer.cancel()
  }
}
