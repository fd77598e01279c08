import BindGraph

/// Something that a scope owns and ends: an observer, a binding, a timer, a job, a view, a scope inside.
package protocol ScopeItem: AnyObject {
  /// Where the item stands in its scope's list; -1 when it belongs to none.
  var scopeIndex: Int { get set }
  /// Ends it. A second call does nothing; safe inside any callback, its own included.
  func stop()
}

/// The owner of what a script makes. Ends depth first, newest first; children before the parent's own cleanup.
///
/// Isolation: confined to its engine's thread.
public final class Scope {
  public let name: String
  package unowned(unsafe) let engine: Engine
  package private(set) weak var parent: Scope?
  package var scopeIndex = -1

  /// Invariant: `items[i]?.scopeIndex == i`; a nil is an item that ended by itself and has not been swept yet.
  private var items: [(any ScopeItem)?] = []
  private var liveItems = 0
  private var cleanups: [(number: Int, body: () throws -> Void)] = []
  private var lastCleanup = 0
  public private(set) var isClosed = false
  package private(set) var isClosing = false
  private weak var madeIn: Overlay?

  /// Errors of callbacks in this scope; nil passes them on to the parent, and at the root to the engine.
  package var onError: ((Report) -> Void)?
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
    madeIn = engine.overlay
  }

  /// The callback or transaction in which it was made has not ended.
  private var isNew: Bool {
    guard let madeIn else { return false }
    var overlay = engine.overlay
    while let present = overlay {
      if present === madeIn { return true }
      overlay = present.parent
    }
    return false
  }

  /// What is done here is looked at by somebody, so it comes before what is not. Scopes made inside it are as it is then.
  package var isForObservers: Bool

  /// The lock under which everything is written in it and in the scopes inside it; nil: under that of its parent.
  package var fence: StoreFence?

  /// The one that counts here.
  var presentFence: StoreFence? { fence ?? parent?.presentFence }

  /// The scope of a script's main chunk: what lives in it lives as long as the script.
  package var isScript = false

  /// The script that it belongs to ends: nothing is put back any more.
  var isEnding: Bool {
    var scope: Scope? = self
    while let present = scope {
      if present.isClosing, present.isScript || present.parent == nil { return true }
      scope = present.parent
    }
    return false
  }

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
    item.scopeIndex = items.count
    items.append(item)
    liveItems += 1
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
  /// If the callback or transaction fails in which it was asked for, it does not run, unless the scope ends with it.
  package func onClose(_ cleanup: @escaping () throws -> Void) {
    lastCleanup += 1
    let number = lastCleanup
    cleanups.append((number, cleanup))
    engine.registered(Registration { [weak self] in self?.cleanups.removeAll { $0.number == number } })
  }

  /// Ends everything inside, newest first, then runs the cleanups, newest first. A cleanup that raises is reported and
  /// does not stop the rest. Idempotent.
  public func close() { close(goesAlong: false) }

  /// - Parameter goesAlong: what is written meanwhile goes if the running callback fails.
  func close(goesAlong: Bool) {
    guard !isClosing else { return }
    isClosing = true
    // What is made and ended by one transaction goes with it altogether.
    if engine.isEnding || goesAlong || isNew { end() } else { engine.ending { end() } }
  }

  private func end() {
    while let item = items.popLast() {
      guard let item else { continue }
      item.scopeIndex = -1
      liveItems -= 1
      item.stop()
    }
    while let cleanup = cleanups.popLast() {
      do { try cleanup.body() } catch { report(Report(error, during: "cleanup of scope '\(name)'")) }
    }
    isClosed = true
    if !isScript { onError = nil }
    parent?.remove(self)
  }

  /// Nothing will be made in it any more: the scope around it forgets it.
  package func leave() { parent?.remove(self) }

  package func report(_ report: Report) {
    let report = engine.secrets.hide(report)
    var scope: Scope? = self
    while let present = scope {
      if let handler = present.onError { return tell(report, to: handler) }
      if let outlet = present.outlet { return outlet(report) }
      scope = present.parent
    }
    engine.onReport(report)
  }

  /// A handler is script code: it waits while bindings settle and while something is computed.
  private func tell(_ report: Report, to handler: (Report) -> Void) {
    switch engine.mode {
    case .pure, .settling: engine.graph.hold(HeldReport(report, to: self))
    // Inside a flush its writes are held like an observer's, its functions too.
    case .immediate where engine.graph.isFlushing:
      _ = engine.runCallback(cause: engine.cause) { () throws(Failure) in
        _ = engine.overlayForWriting()
        handler(report)
      }
    case .immediate, .deferred: handler(report)
    }
  }
}

extension Scope: ScopeItem {
  package func stop() { close() }
}
