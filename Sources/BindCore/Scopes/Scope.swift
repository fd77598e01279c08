import BindGraph

/// Something that a scope owns and ends: an observer, a binding, a timer, a job, a view, a scope inside.
package protocol ScopeItem: AnyObject {
  /// Where the item stands in its scope's list; -1 when it belongs to none.
  var scopeIndex: Int { get set }
  /// Ends it. A second call does nothing; safe inside any callback, its own included.
  func stop()
  /// It is about to end, and is not called any more.
  func fallSilent()
}

extension ScopeItem {
  package func fallSilent() {}
}

/// The owner of what a script makes. Ends depth first, newest first; children before the parent's own cleanup.
///
/// Isolation: confined to its engine's thread.
public final class Scope {
  public let name: String
  package unowned(unsafe) let engine: Engine
  package private(set) weak var parent: Scope?
  @exclusivity(unchecked) package var scopeIndex = -1

  /// Invariant: `items[i]?.scopeIndex == i`; a nil is an item that ended by itself and has not been swept yet.
  private var items: [(any ScopeItem)?] = []
  @exclusivity(unchecked) private var liveItems = 0
  private var cleanups: [(number: Int, body: () throws -> Void)] = []
  private var lastCleanup = 0
  @exclusivity(unchecked) public private(set) var isClosed = false
  @exclusivity(unchecked) package private(set) var isClosing = false
  /// It is about to end, and nothing in it is called any more.
  private(set) var isSilent = false
  /// The scope inside that began to close last and has not come to its end, and beside it the one that began before. Whoever closes
  /// them holds them meanwhile.
  @exclusivity(unchecked) private unowned(unsafe) var closingInside: Scope?
  @exclusivity(unchecked) private unowned(unsafe) var closingBefore: Scope?
  private var birth: Birth?
  /// Called when it begins to close, before anything in it ends.
  package var willClose: (() -> Void)?
  /// While it closes: what is written meanwhile goes if the running callback fails.
  private var goesAlong = false

  /// Errors of callbacks in this scope; nil passes them on to the parent, and at the root to the engine.
  package var onError: ((Report) throws(Failure) -> Void)?
  /// `onError` runs: what it reports itself goes on to the parent.
  private var isTelling = false
  /// The same of the host's, which only tells: it may do so at any time.
  package var outlet: ((Report) -> Void)?

  /// Scopes inside each other; what closes them and what reports from them goes from one to the next.
  package static let depthLimit = 1000
  let depth: Int

  /// - Parameter joins: false when something else inside the parent ends it, as an effect does with the scope of its run.
  package init(name: String, in parent: Scope?, joins: Bool = true, engine: Engine) {
    self.name = name
    self.engine = engine
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
    isForObservers = parent?.isForObservers ?? true
    if joins { parent?.add(self) }
    birth = Birth(in: engine)
  }

  /// Tells it from others.
  var number: UInt32 { UInt32(truncatingIfNeeded: birth?.number ?? 0) }

  /// What is done here is looked at by somebody, so it comes before what is not. Scopes made inside it are as it is then.
  @exclusivity(unchecked) package var isForObservers: Bool

  /// The lock under which everything is written in it and in the scopes inside it; nil: under that of its parent.
  package var fence: StoreFence?

  /// The one that counts here.
  var presentFence: StoreFence? { fence ?? parent?.presentFence }

  /// The scope of a script's main chunk: what lives in it lives as long as the script.
  @exclusivity(unchecked) package var isScript = false
  /// That of the script around it.
  package var script: Scope? { isScript ? self : parent?.script }

  /// The script that it belongs to ends: nothing is put back any more.
  var isEnding: Bool {
    var scope: Scope? = self
    while let present = scope {
      if present.isClosing, present.isScript || present.parent == nil { return true }
      scope = present.parent
    }
    return false
  }

  /// It closes, or one around it does.
  package var endsNow: Bool { isClosing || parent?.endsNow ?? false }

  /// Whether it is the other scope or one inside it.
  package func isInside(_ other: Scope) -> Bool {
    var scope: Scope? = self
    while let present = scope {
      if present === other { return true }
      scope = present.parent
    }
    return false
  }

  /// How many items live in it, nested scopes counted as one each.
  public var count: Int { liveItems }

  package func add(_ item: any ScopeItem) {
    adopt(item)
    engine.registered(item)
  }

  /// The item stays also where the running callback or transaction fails.
  func adopt(_ item: any ScopeItem) {
    item.scopeIndex = items.count
    items.append(item)
    liveItems += 1
  }

  /// It stands where that one stood, which has ended: what was made between the two is newer.
  package func add(_ item: any ScopeItem, insteadOf ended: any ScopeItem) {
    let index = ended.scopeIndex
    guard index >= 0, index < items.count, items[index] === ended else { return add(item) }
    items[index] = item
    ended.scopeIndex = -1
    item.scopeIndex = index
    engine.registered(item)
  }

  /// Forgets an item that ended by itself.
  package func remove(_ item: any ScopeItem) {
    let index = item.scopeIndex
    guard index >= 0, index < items.count, items[index] === item else { return }
    items[index] = nil
    item.scopeIndex = -1
    liveItems -= 1
    if !isClosing, items.count > 32, liveItems * 2 < items.count { sweep() }
  }

  private func sweep() {
    items.removeAll { $0 == nil }
    for (index, item) in items.enumerated() { item?.scopeIndex = index }
  }

  /// Runs once, after everything inside has ended, newest first.
  /// If the callback or transaction fails in which it was asked for, it does not run, unless that is the scope's own.
  package func onClose(_ cleanup: @escaping () throws -> Void) {
    lastCleanup += 1
    let number = lastCleanup
    cleanups.append((number, cleanup))
    engine.registered(Registration { [weak self] in self?.cleanups.removeAll { $0.number == number } })
  }

  /// Runs a part of the scope's own callback. If it fails, all that it has made goes: that ends, then what it wanted to be cleaned up is
  /// cleaned up. What is written or asked for meanwhile goes too. It may still fail after its end, when something that it has
  /// written is refused.
  package func cleaningUp<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    let mark = lastCleanup
    let result: Result
    do { result = try body() } catch {
      if let overlay = engine.overlay { engine.untracked { overlay.endItems() } }
      cleanUp(mark, lastCleanup)
      throw error
    }
    let last = lastCleanup
    if last != mark { engine.overlay?.cleanUpIfDropped { [weak self] in self?.cleanUp(mark, last) } }
    return result
  }

  /// What was asked for after the first of these numbers, up to the second.
  private func cleanUp(_ mark: Int, _ last: Int) {
    let latest = cleanups.filter { $0.number > mark && $0.number <= last }
    cleanups.removeAll { $0.number > mark && $0.number <= last }
    for cleanup in latest.reversed() { run(cleanup.body, goesAlong: true) }
  }

  /// Its code runs inside it, whoever closes it: while it closes nothing new can be made in it.
  private func run(_ cleanup: () throws -> Void, goesAlong: Bool) {
    do { try engine.inside(self) { try engine.ending(goesAlong: goesAlong, cleanup) } } catch {
      report(Report(error, during: "cleanup of scope '\(name)'"))
    }
  }

  /// Ends everything inside, newest first, then runs the cleanups, newest first. A cleanup that raises is reported and
  /// does not stop the rest. Idempotent.
  public func close() {
    guard !isClosing else { return }
    isClosing = true
    goesAlong = takesAlong(birth)
    let parent = parent
    closingBefore = parent?.closingInside
    parent?.closingInside = self
    if let willClose {
      self.willClose = nil
      willClose()
    }
    end()
    isClosed = true
    parent?.closingInside = closingBefore
    if !isScript { onError = nil }
    parent?.remove(self)
  }

  /// Where a cleanup has closed what is around it, that comes after what is left here.
  private func end() {
    var inner = closingInside
    while let scope = inner {
      scope.end()
      inner = scope.closingBefore
    }
    endItems()
    if !cleanups.isEmpty { silenceWhatEnds() }
    while let cleanup = cleanups.popLast() {
      run(cleanup.body, goesAlong: goesAlong)
      // What Swift makes without being able to raise.
      endItems()
    }
  }

  private func endItems() {
    while let item = items.popLast() {
      guard let item else { continue }
      item.scopeIndex = -1
      liveItems -= 1
      item.stop()
    }
  }

  /// Code of a script's is about to run while it closes, and may write: what ends with it, or with what closes around it, and has not
  /// ended yet hears nothing of that.
  package func silenceWhatEnds() {
    guard isClosing else { return }
    var outermost = self
    while let outer = outermost.parent, outer.isClosing { outermost = outer }
    outermost.fallSilent()
  }

  /// What was made in it then and ends now goes with the running callback or transaction.
  package func takesAlong(_ birth: Birth?) -> Bool {
    goesAlong || parent?.goesAlong ?? false || birth.map(engine.isNew) ?? false
  }

  /// Nothing will be made in it any more: the scope around it forgets it, and what is reported now goes to its handler for the last time.
  package func leave() {
    parent?.remove(self)
    engine.atEndOfTurn { [self] in onError = nil }
  }

  /// Who hears of what is reported here; nil: the engine tells it.
  var hearer: Scope? {
    var scope: Scope? = self
    while let present = scope, present.outlet == nil {
      if present.onError != nil, !present.isTelling { break }
      scope = present.parent
    }
    return scope
  }

  package func report(_ report: Report) {
    let report = engine.secrets.hide(report)
    guard let hearer else { return engine.tell(report) }
    if let handler = hearer.onError, !hearer.isTelling { return hearer.tell(report, to: handler) }
    if let outlet = hearer.outlet { engine.apartFromScripts { outlet(report) } }
  }

  /// A handler is script code, and what it writes is its own: it waits for the end of the callback or transaction that runs, of
  /// what is computed and of what settles. Its own errors and reports go on to the parent.
  private func tell(_ report: Report, to handler: (Report) throws(Failure) -> Void) {
    guard engine.mode == .immediate else { return engine.graph.hold(HeldReport(report, to: self)) }
    isTelling = true
    defer { isTelling = false }
    var failure: Failure?
    if engine.graph.isFlushing {
      // Its writes are held like an observer's, its functions too.
      failure = engine.runCallback(cause: engine.cause, isHandler: true) { () throws(Failure) in
        _ = engine.overlayForWriting()
        try handler(report)
      }
    } else {
      do { try handler(report) } catch { failure = error }
    }
    if let failure { self.report(Report(failure, during: "on_error of scope '\(name)'", trail: Self.told(report))) }
  }

  /// What a handler was told that has failed: nobody else has heard of it.
  private static func told(_ report: Report) -> [String] {
    let told = Diagnostic(report)
    let place = told.position.map { " at \($0)" } ?? ""
    return ["it was told of \(told.id.rawValue)\(place): \(told.message)"]
  }
}

extension Scope: ScopeItem {
  package func stop() { close() }

  package func fallSilent() {
    guard !isSilent else { return }
    isSilent = true
    for item in items { item?.fallSilent() }
  }
}
