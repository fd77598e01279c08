import BindGraph

/// The bindings that have the same target, and which of the one-way ones writes it.
///
/// The active one with the highest priority writes, among equals the newest; those of what the target is a place in, and
/// of the places in it, count too. A conditional binding is active while its condition holds; when it lets go, the binding
/// below writes again, or the target gets back what it held before.
final class TargetClaims {
  let target: Cell
  /// What holds the target, if that is a place in it.
  let leaf: LeafCell?
  /// Which of them was there first.
  let number: Int
  /// Ascending by rank.
  private var bindings: [Binding] = []
  /// Two-way bindings onto the target: they are asked for no order, but a further binding needs one. While a one-way
  /// binding writes the target they rest.
  private var links: [Binding] = []
  /// The highest of the active one-way bindings of this very target.
  private(set) unowned(unsafe) var highest: Binding?
  /// The one that has written the target and has not let go; one that has ended, until the target is handed on.
  private(set) unowned(unsafe) var holder: Binding? { didSet { count() } }
  private var vacancy: Vacancy? { didSet { count() } }
  /// What the target held before conditional bindings took it, perhaps no value; nil while none of them has it.
  private(set) var displaced: Displaced? { didSet { count() } }
  /// What of that is counted around the target.
  private(set) var places: PlaceHeld
  /// What was written by hand when the condition of the holder had ended: in that wave, or the one before.
  private var overwritten: (places: [Overwritten], wave: UInt32) = ([], 0)
  private struct Overwritten {
    let cell: Cell
    /// What has written it, where it counts only after what has ended the condition; nil where it is known to.
    let event: CauseID?
  }
  /// Those of what the target is a place in.
  private(set) var around: [TargetClaims] = []
  /// Those of the places in the target.
  private(set) var inside: [TargetClaims] = []
  /// Lines that were warned of: a loop that writes by hand says so once.
  var warned: Set<Site> = []

  init(_ target: Cell, around: [TargetClaims], inside: [TargetClaims]) {
    self.target = target
    let leaf = target is LeafCell || target is RecordCell ? nil : target.leafAround
    self.leaf = leaf
    places = PlaceHeld(target, in: leaf)
    number = target.engine.claimCount
    self.around = around
    self.inside = inside
    for claims in around { claims.inside.append(self) }
    for claims in inside { claims.around.append(self) }
  }

  /// Nobody has the target any more. What it is a place in may still be written: who ended here last hands over to that.
  func end() {
    for claims in around { claims.inside.removeAll { $0 === self } }
    for claims in inside { claims.around.removeAll { $0 === self } }
    inside = []
    places.end(in: target.engine)
  }

  var isEmpty: Bool { bindings.isEmpty && links.isEmpty && vacancy == nil }
  /// What a one-way binding has written stands there, or will be handed on.
  var isHeld: Bool { holder != nil && !(displaced?.isAway ?? false) }
  /// Who had the target has ended, and it was not handed on yet.
  var isVacant: Bool { holder?.isStopped ?? false }
  /// Who has it has a condition, or has ended.
  var mayEnd: Bool { holder.map { $0.isConditional || $0.isStopped } ?? false }
  /// The condition of who has it does not hold any more, for the running callback.
  var isLetGo: Bool { (holder?.input as? GatedCell)?.isClosed ?? false }
  /// As far as it is known while writes are being applied.
  var isLetGoByNow: Bool { (holder?.input as? GatedCell)?.isStoredClosed ?? false }
  /// It will be, and what is written there until then is nobody's but the bindings'.
  var isToBeHandedOn: Bool { isVacant && !(vacancy?.isOverwritten ?? false) }
  /// A write by hand covers what a binding wrote: it is warned of.
  var isOneWay: Bool { !bindings.isEmpty || isVacant }
  /// What a write by hand covers, or what covers it.
  var presentWriter: Binding? {
    if let holder, !holder.isStopped { return holder }
    return bindings.last { $0.isAboutToDeliver || isVacant && $0.isActive }
  }
  /// Of the one-way ones.
  var highestPriority: Double { bindings.last?.priority ?? 0 }
  var newest: Binding? { bindings.last ?? links.last }
  var all: [Binding] { bindings + links }

  /// The one-way binding that writes the target at present, by itself or with what is around it.
  var writer: Binding? { around.isEmpty ? highest : around.reduce(highest) { higher($0, $1.highest) } }

  /// Who delivers when nobody has it any more.
  fileprivate var next: Binding? { writer ?? links.last }

  private func higher(_ one: Binding?, _ other: Binding?) -> Binding? {
    guard let one, let other else { return one ?? other }
    return other.outranks(one) ? other : one
  }

  func add(link: Binding) { links.append(link) }

  func add(_ binding: Binding) {
    let place = bindings.firstIndex { $0.outranks(binding) } ?? bindings.count
    bindings.insert(binding, at: place)
    elect()
  }

  private func elect() { highest = bindings.last { $0.isActive } }

  /// The binding has something to deliver. False when another one writes the target.
  func admit(_ binding: Binding) -> Bool {
    if !binding.isActive {
      keepPast(of: binding)
      binding.isActive = true
      elect()
    }
    return writer === binding
  }

  /// The binding has nothing to deliver any more.
  func rest(_ binding: Binding) throws(Failure) {
    if holder === binding { return try release(binding) }
    keepPast(of: binding)
    binding.isActive = false
    elect()
  }

  /// The binding writes the target now.
  func take(for binding: Binding) throws(Failure) {
    let wasAway = displaced?.isAway ?? false
    if holder === binding, !wasAway { return }
    keepPast(of: binding)
    if wasAway { (holder, displaced) = (nil, nil) }
    if let vacancy, holder === vacancy.binding, vacancy.isOverwritten {
      (holder, displaced) = (nil, nil)
    }
    try emptyLeftOvers(for: binding)
    if !binding.isConditional {
      displaced = nil
    } else if displaced == nil {
      displaced = try uncovered()
    }
    binding.engine.forgetLeftOvers(coveredAt: target)
    holder = binding
    for claims in inside where !claims.isAbove(binding) {
      claims.keepPast(of: binding)
      (claims.holder, claims.displaced) = (nil, nil)
    }
    guard binding.replaces else { return }
    binding.replaces = false
    for claims in [self] + around + inside + binding.engine.claimsElsewhere(target) {
      for other in claims.all where other.claimNumber < binding.claimNumber { other.stop() }
    }
  }

  /// The target is not there, and has refused what was written.
  func noteAway(for binding: Binding) {
    guard holder === binding, binding.isConditional else { return }
    keepPast(of: binding)
    displaced = .away
  }

  /// What has the target, or what it held, is another one.
  private func count() {
    if places.path.isEmpty { return }
    var share = PlaceHeld.Share()
    if isHeld, let holder {
      share.isHeld = true
      // An element is not made by its key.
      let makes = (places.path.firstIndex { $0 is KeyedCell } ?? places.path.count) - 1
      if holder.target.createsHops, vacancy?.binding !== holder { share.makes = max(makes, 0) }
    }
    if case .nothing(let outermost)? = displaced { share.made = places.path.firstIndex { $0 === outermost } ?? 0 }
    places.count(share, in: target.engine)
  }

  /// Who has the target may be taken back with the wave that gives it away.
  private func keepPast(of binding: Binding) {
    guard binding.engine.graph.isToSettle else { return }
    let (holder, displaced, wasActive) = (holder, displaced, binding.isActive)
    binding.engine.keepPast { [self] in
      binding.isActive = wasActive && !binding.isStopped
      self.holder = holder.flatMap { $0.isStopped ? nil : $0 }
      self.displaced = displaced
      elect()
    }
  }

  /// The condition of the binding does not hold any more.
  func release(_ binding: Binding) throws(Failure) {
    guard binding.isActive else { return }
    keepPast(of: binding)
    let hadTurn = writer === binding
    binding.isActive = false
    elect()
    if holder === binding {
      var before = displaced
      let written = writtenByHand(afterEndOf: binding)
      if try !keep(written, in: &before), !isNextDue { return letStand() }
      return try handOver(from: binding, or: before, besides: written)
    }
    // It had nothing to deliver, or was paused: the one below has the target, and may not have been heard.
    if hadTurn, !isVacant, let below = writer ?? links.last, below.owesDelivery { _ = below.deliverAgain() }
  }

  /// The binding has ended, which stands also where the transaction fails that it has ended in. What it covered comes back,
  /// unless the whole script ends.
  func remove(_ binding: Binding) throws(Failure) {
    let hadTurn = writer === binding
    leave(binding)
    elect()
    // It may have come to the top while it was paused; or had nothing to deliver, and the one below it was not heard.
    let isVacant =
      holder === binding || hadTurn && (holder == nil || (writer ?? links.last)?.owesDelivery ?? false)
    if isVacant, target.engine.mode == .settling { return try handOver(from: binding, or: displaced) }
    if isVacant {
      holder = binding
      if let overlay = target.engine.overlay, !isLetGo { overlay.noteEnd(of: self) }
      vacancy?.stop()
      vacancy = Vacancy(after: binding, of: self)
    }
    for claims in [self] + inside { try claims.vacancy?.request() }
  }

  /// All is written that was to be, and what holds now is committed.
  fileprivate func fill(_ vacancy: Vacancy) throws(Failure) {
    let binding = vacancy.binding
    // Who has taken it meanwhile knows nothing of what was covered in it.
    guard holder === binding else { return try handOverInside(from: binding) }
    keepPast(of: vacancy)
    guard vacancy.isOverwritten else {
      beginEarly()
      let covered = writer?.isConditional ?? true ? vacancy.covered : nil
      return try handOver(from: binding, or: displaced ?? covered)
    }
    // It was written over what stands there ahead. In parts beside it others may go on.
    letStand()
    try handOverInside(from: binding, besides: vacancy.written)
  }

  /// Whoever comes next has something to deliver that is as new as what was written by hand.
  private var isNextDue: Bool {
    guard let next = writer, next.owesDelivery else { return false }
    return next.owedIn == target.engine.graph.wave
  }

  /// What is there was written by hand, over what the next one had written.
  private func letStand() {
    if let next = highest, next === writer, ((try? next.input.peek()) ?? nil) != nil {
      holder = next
      if !next.isConditional { displaced = nil }
    } else {
      (holder, displaced) = (nil, nil)
    }
  }

  /// Bindings that go round take back what they have written, but not that one has ended: the target is handed on after them,
  /// once.
  private func keepPast(of vacancy: Vacancy) {
    let engine = target.engine
    guard engine.graph.isToSettle, !vacancy.isAgain else { return keepPast(of: vacancy.binding) }
    let displaced = displaced
    engine.keepPast { [self] in
      self.vacancy?.stop()
      let again = Vacancy(after: vacancy.binding, of: self, isAgain: true)
      (holder, self.displaced, self.vacancy) = (vacancy.binding, displaced, again)
      engine.claims[ObjectIdentifier(target)] = self
      engine.graph.hold(HeldVacancy(again))
    }
  }

  /// What stands there now is somebody's, whoever would have gone on in place of what has ended.
  /// - Parameter event: what has written it, where another callback of the wave, or a binding, may have ended the condition before it; nil
  ///   after the end.
  func writtenByHand(in cells: [Cell], by event: CauseID? = nil) {
    if event == nil, isVacant { vacancy?.written += cells }
    let wave = target.engine.graph.wave
    if overwritten.wave != wave { overwritten = ([], wave) }
    for cell in cells { overwritten.places.append(Overwritten(cell: cell, event: event)) }
  }

  /// What is part of the wave which ends the holder's condition.
  private func writtenByHand(afterEndOf binding: Binding) -> [Cell] {
    defer { overwritten.places = [] }
    guard target.engine.graph.wave &- overwritten.wave <= 1 else { return [] }
    return overwritten.places.compactMap { place in
      guard let event = place.event else { return place.cell }
      return (binding.input as? GatedCell)?.isClosed(before: event) ?? false ? place.cell : nil
    }
  }

  /// What was written by hand there since stands in what comes back.
  /// - Returns: false where all that is there was: nothing comes back.
  private func keep(_ cells: [Cell], in before: inout Displaced?) throws(Failure) -> Bool {
    for cell in cells {
      guard let container = container(of: cell) else { continue }
      guard container !== cell, let displaced = before, let kept = try cell.present else { return false }
      before = displaced.keeping(kept, at: cell, in: container)
    }
    return true
  }

  /// What was made in the same transaction would deliver after this wave: nobody is to see what would come before that.
  private func beginEarly() {
    for binding in bindings where binding.awaitsFirstDelivery && !binding.isActive && !binding.isPaused {
      guard ((try? binding.input.peek()) ?? nil) != nil else { continue }
      keepPast(of: binding)
      binding.isActive = true
    }
    elect()
  }

  /// Another one, if there is one now, takes its time.
  fileprivate func end(_ vacancy: Vacancy) {
    guard self.vacancy === vacancy else { return }
    self.vacancy = nil
    if holder === vacancy.binding { (holder, displaced) = (nil, nil) }
    target.engine.unclaim(target)
  }

  /// What the running callback sees until then: what the next one that has something would write, or what was there before.
  /// - Returns: whether that was written.
  fileprivate func writeAhead(for vacancy: Vacancy, in overlay: Overlay) throws(Failure) -> Bool {
    guard vacancy.binding.writeMode == .settling, !(target.settledLeaf is SourceCell), !target.isGone else {
      return false
    }
    var before = displaced ?? vacancy.covered
    guard try keep(overlay.placesWritten(afterEndOf: self), in: &before) else { return false }
    for (binding, outer) in candidates where !binding.isPaused && !binding.isSuspended {
      guard let input = (try? binding.input.peek()) ?? nil else { continue }
      guard let whole = (try? binding.transformed(input)) ?? nil else { continue }
      guard let value = outer.map({ target.value(in: whole, of: $0) }) ?? whole else { continue }
      _ = try binding.write(leavingOut(value, for: binding), to: target)
      return true
    }
    holder = nil
    defer { holder = vacancy.binding }
    if let link = links.last, link.deliverAgain() { return true }
    guard let before else { return false }
    _ = try giveBack(before, for: vacancy.binding) { value, place throws(Failure) in
      _ = try vacancy.binding.write(value, to: place)
    }
    return true
  }

  /// Those that may write the target, the highest first, and what they write with it if that is more.
  private var candidates: [(binding: Binding, outer: Cell?)] {
    let all = bindings.map { ($0, nil) } + around.flatMap { outer in outer.bindings.map { ($0, outer.target) } }
    return all.sorted { $0.0.outranks($1.0) }
  }

  /// The same where nothing is put back any more.
  func forget(_ binding: Binding) {
    leave(binding)
    if holder === binding { holder = nil }
    elect()
  }

  private func leave(_ binding: Binding) {
    bindings.removeAll { $0 === binding }
    links.removeAll { $0 === binding }
  }

  /// - Parameter before: what the target held before conditional bindings took it.
  private func handOver(
    from binding: Binding, or before: Displaced?, besides written: [Cell] = []
  ) throws(Failure) {
    // A conditional one that takes over covers the same.
    (holder, displaced) = (nil, before)
    defer { if holder == nil { displaced = nil } }
    try next(after: binding, or: before)
    try handOverInside(from: binding, besides: written)
    for cell in places.path { target.engine.forgetLeftOvers(in: cell) }
  }

  /// Those inside that it covered, or kept up, the outer ones first. Where they have nothing to deliver, what came back here stands.
  /// - Parameter written: by hand since: what stands there.
  private func handOverInside(from binding: Binding, besides written: [Cell] = []) throws(Failure) {
    if inside.isEmpty { return }
    for inner in inside.sorted(by: { $0.comesBefore($1, in: target) })
    where inner.highest != nil && inner.writer === inner.highest
      && (!inner.isAbove(binding) || inner.target.isDetached)
      || inner.writer == nil && !inner.links.isEmpty
    {
      if written.contains(where: { inner.container(of: $0) != nil }) { continue }
      try inner.next(after: binding, or: nil)
    }
  }

  /// The highest ones are paused and do not deliver: one below them does, if there is one.
  private func deliverBelowPaused() -> Bool {
    for (below, _) in candidates where below.isActive {
      if below.isPaused { continue }
      return below.deliverAgain()
    }
    return false
  }

  /// Whoever comes below that one writes, or the target gets back what it held before.
  private func next(after binding: Binding, or before: Displaced?) throws(Failure) {
    while let below = writer {
      if below.deliverAgain() { return }
      // Unless its condition has ended in the same wave.
      if below.isActive { break }
    }
    if writer?.isPaused ?? false, deliverBelowPaused() { return }
    if writer == nil, links.last?.deliverAgain() ?? false { return }
    // A place that has gone holds nothing.
    guard let before, !target.isGone else { return }
    try keepingLeftOvers { () throws(Failure) in
      let left = try giveBack(before, for: binding) { value, place throws(Failure) in
        _ = try binding.put(value, at: place)
      }
      if let left { target.engine.note(left, at: left.element) }
    }
  }
}

/// A binding has ended that had the target: who goes on, or whether the target gets back what it held, is settled with the
/// bindings of the wave that commits that end, or of the one after what has failed around it.
private final class Vacancy: Reaction {
  let binding: Binding
  let claims: TargetClaims
  /// What was written by hand after the binding had ended.
  var written: [Cell] = []
  var isOverwritten: Bool { !written.isEmpty }
  /// A wave that went round has taken back what was handed on.
  let isAgain: Bool
  /// What the target held when the binding ended, and what has been written ahead over it.
  private var left: Value?
  private var ahead: Value?
  private let signal: NodeID
  private let cause: CauseID

  init(after binding: Binding, of claims: TargetClaims, isAgain: Bool = false) {
    (self.binding, self.claims, self.isAgain) = (binding, claims, isAgain)
    let engine = binding.engine
    cause = engine.cause
    signal = engine.graph.makeSource(nil)
    super.init()
    if binding.writeMode == .settling {
      _ = engine.graph.makeSettler(
        self, input: signal, target: binding.target.settledTarget?.ensureNode() ?? .none)
    } else {
      _ = engine.graph.makeObserver(self, input: signal)
    }
  }

  /// What was written ahead has covered that of the binding.
  var covered: Displaced? { ahead == nil ? nil : left.map { .value($0) } }

  /// At the next commit; once more if that fails, or if another one ends that would have gone on.
  func request() throws(Failure) {
    let engine = binding.engine
    try engine.notingWhole { [self] () throws(Failure) in
      guard claims.isVacant else { return }
      // It has ended in a function that only computes.
      guard let overlay = engine.overlay else { return engine.graph.hold(HeldVacancy(self)) }
      if overlay.parent != nil || overlay.isHeld || overlay.isTransaction {
        // Where a function fails that was written there, the callback will.
        try? engine.unaccounted { () throws(Failure) in
          let present = try claims.target.peek()
          if present != ahead { (left, ahead) = (present, nil) }
          if try claims.writeAhead(for: self, in: overlay) { ahead = try claims.target.peek() }
        }
      }
      overlay.add(Request(self))
    }
  }

  /// With the bindings of the next wave.
  fileprivate func settle() { binding.engine.graph.changed(signal, cause: cause.index) }

  override func deliver(in graph: Graph) {
    if let next = claims.next, graph.settle(before: next.node) { return }
    let failure = binding.engine.runCallback(cause: cause, as: binding.writeMode) { () throws(Failure) in
      try claims.fill(self)
    }
    if let failure { binding.reportLost(failure) }
    claims.end(self)
    stop()
  }

  func stop() {
    binding.engine.graph.dispose(node)
    binding.engine.graph.dispose(signal)
  }

  private final class Request: PendingWrite {
    private let vacancy: Vacancy

    init(_ vacancy: Vacancy) {
      self.vacancy = vacancy
      super.init(target: vacancy, cause: vacancy.cause)
    }

    override func apply(in engine: Engine) { vacancy.settle() }
  }
}

private final class HeldVacancy: HeldAction {
  private let vacancy: Vacancy
  init(_ vacancy: Vacancy) { self.vacancy = vacancy }
  override func apply(in graph: Graph) { vacancy.settle() }
}
