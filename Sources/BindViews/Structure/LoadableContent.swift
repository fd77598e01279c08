package import BindCore

/// `ui.async`: what is inside follows a loadable or a job. While it is mounted it counts as an observer, so it starts what
/// is lazy; what it shows changes with the presented face, not with each flicker of the real one.
package final class LoadableContent: Structure {
  /// Makes what is shown; nil where nothing was given.
  package struct Makers {
    package var faces: [Face: Maker] = [:]
    /// Drawn as a placeholder by `loaded`.
    package var sample: Value?
    /// The function for `loading` looks at the progress.
    package var followsProgress = false

    package init() {}
  }

  /// The function for one face.
  package struct Maker {
    let make: ([Value]) throws(Failure) -> View?
    package init(_ make: @escaping ([Value]) throws(Failure) -> View?) { self.make = make }
  }

  private unowned let view: View
  let loadable: Loadable
  private let makers: Makers
  private let retry: Value
  private let clock: any WorldClock
  private let content: Content
  private var flicker: FlickerGuard
  private var timer: (any Token)?
  private var observer: ClosureObserver?
  private var shown: Shown?

  /// Who still looks at what is no longer shown may come back: a view that is only redrawn calls nothing off.
  package static let lingering = Duration.seconds(1)

  /// What runs the function anew when it differs.
  private struct Shown: Equatable {
    let face: Face
    let maker: Face
    let arguments: [Value]
    let isSkeleton: Bool
  }

  package init(
    of view: View, _ loadable: Loadable, _ makers: Makers, guard flicker: FlickerGuard, retry: Value,
    clock: any WorldClock
  ) {
    self.view = view
    self.loadable = loadable
    self.makers = makers
    self.flicker = flicker
    self.retry = retry
    self.clock = clock
    content = Content(of: view)
  }

  // MARK: On the stage

  package func mounted() {
    guard observer == nil, !loadable.machine.isClosed, !view.isStopped else { return }
    if view.stage?.isWatched == false { (flicker.delay, flicker.minShow) = (.zero, .zero) }
    observer = LoadableLook(loadable).observe(in: view.scope) { [unowned self] _, _, _ in update() }
  }

  package func unmounted() {
    timer?.cancel()
    timer = nil
    if observer != nil { letGo() }
    observer?.stop()
    observer = nil
    flicker.leave()
  }

  package func stop() {
    unmounted()
    content.close()
  }

  /// The observer leaves now, the loadable is held a little longer.
  private func letGo() {
    guard loadable.options.policy.startsWhenObserved, loadable.options.policy.linger == .zero,
      loadable.machine.isActive, !loadable.machine.isClosed
    else { return }
    Lingering(loadable, for: Self.lingering, after: view.name, clock: clock)
  }

  // MARK: What is presented

  private func update() {
    guard observer != nil || !view.isStopped else { return }
    timer?.cancel()
    timer = nil
    let face = loadable.machine.face
    let isCalledOff = face == .failed && loadable.machine.attempts == 0
    if let due = flicker.update(face, isCalledOff: isCalledOff, at: clock.now) {
      timer = clock.schedule(at: due, label: "face of \(view.name)") { [weak self] in self?.due() }
    }
    guard let presented = flicker.presented else { return }
    // What was shown is shown a little longer; made anew it cannot be, once the value is gone.
    if presented.showsValue, !face.showsValue, loadable.cells.value(of: "value").isNil { return }
    present(presented)
  }

  private func due() {
    guard !view.isStopped else { return }
    do { try view.scope.engine.turn(.view, label: view.name) { update() } } catch {
      view.scope.report(Report(Engine.failure(error), during: view.name))
    }
  }

  private func present(_ face: Face) {
    let next = choice(face)
    tell(face, next)
    guard next != shown else { return }
    shown = next
    guard let maker = makers.faces[next.maker] else { return content.run(nil) }
    content.run { () throws(Failure) in try maker.make(next.arguments) }
  }

  private func choice(_ face: Face) -> Shown {
    let value = loadable.cells.value(of: "value")
    var maker = face
    var isSkeleton = false
    var arguments: [Value] = []
    switch face {
    case .idle: break
    case .loading:
      if let sample = makers.sample ?? loadable.options.placeholder {
        (maker, isSkeleton, arguments) = (.loaded, true, [sample])
      } else if makers.followsProgress {
        arguments = [loadable.cells.value(of: "progress")]
      }
    case .failed: arguments = [loadable.cells.value(of: "error").asError, retry]
    case .loaded, .reloading, .degraded:
      if makers.faces[face] == nil { maker = .loaded }
      arguments = [value]
    }
    return Shown(face: maker == .loaded ? .loaded : face, maker: maker, arguments: arguments, isSkeleton: isSkeleton)
  }

  private func tell(_ face: Face, _ next: Shown) {
    let error = face == .degraded ? loadable.cells.value(of: "error").reason : ""
    view.tell([
      ("face", .string(ByteString(face.rawValue))), ("skeleton", .boolean(next.isSkeleton)),
      ("reason", .string(ByteString(error))),
    ])
  }
}

extension Face {
  fileprivate var showsValue: Bool {
    switch self {
    case .loaded, .reloading, .degraded: true
    case .idle, .loading, .failed: false
    }
  }
}

extension Value {
  /// What a function gets for an error has a `message`, whatever a script has raised.
  fileprivate var asError: Value {
    if case .record = self { return self }
    return .record(Record([("kind", .string("script")), ("message", .string(ByteString(words)))]))
  }
}

extension RecordCell {
  func value(of name: String) -> Value {
    let cell = fields.first { $0.name.text == name }?.cell
    return ((try? cell?.peek()) ?? nil) ?? .nil
  }
}

/// All that a view shows of a loadable, as one value: it changes once a wave.
private final class LoadableLook: DerivedCell {
  private let loadable: Loadable

  init(_ loadable: Loadable) {
    self.loadable = loadable
    super.init(inputs: nil, name: loadable.name, engine: loadable.engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override func compute() -> Computation {
    var parts: [Value] = []
    do {
      for word in ["face", "value", "error", "progress", "attempts"] {
        parts.append(try loadable.cells.child(.field(ByteString(word))).get() ?? .nil)
      }
    } catch {
      return .failed(error)
    }
    return .value(.list(parts))
  }
}
