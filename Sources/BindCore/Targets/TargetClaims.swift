import BindGraph

/// The bindings that have the same target, and which of the one-way ones writes it.
///
/// The active one with the highest priority writes, among equals the newest; those of what the target is a place in, and
/// of the places in it, count too. A conditional binding is active while its condition holds; when it lets go, the binding
/// below writes again, or the target gets what is there without it: `LeafBase`.
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
  private(set) var links: [Binding] = []
  /// The highest of the active one-way bindings of this very target.
  private(set) unowned(unsafe) var highest: Binding?
  /// The one that has written the target and has not let go; one that has ended, until the target is handed on.
  private(set) unowned(unsafe) var holder: Binding? { didSet { count() } }
  var vacancy: Vacancy? { didSet { count() } }
  /// The target was not there when it was written last.
  private var isAway = false { didSet { count() } }
  /// What of that is counted around the target.
  private(set) var places: PlaceHeld
  /// The leaves that the holder has something in; empty where what they hold cannot be asked.
  let leaves: [LeafCell]
  /// The holder is counted as one that has a condition.
  private(set) var isCounted = false
  /// What was written by hand when the condition of the holder had ended: in that wave, or the one before.
  var overwritten: (places: [Overwritten], wave: UInt32) = ([], 0)
  /// What was there without the holder before what was written by hand after the end of its condition, until it is known to have ended.
  var beforeEnd: BeforeEnd?
  /// What stood last in a place that is away in a source, where that has never shown it.
  var unseen: Value?
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
    leaves = (leaf ?? target).leavesWithBase
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

  var isSource: Bool { target.settledLeaf is SourceCell }
  var isEmpty: Bool { bindings.isEmpty && links.isEmpty && vacancy == nil }
  /// What a one-way binding has written stands there, or will be handed on.
  var isHeld: Bool { holder != nil && !isAway }
  /// The same by one that has a condition, or had one: what the target holds without it is kept.
  var isHeldOnCondition: Bool { isCounted && !isAway }
  /// Who had the target has ended, and it was not handed on yet.
  var isVacant: Bool { holder?.isStopped ?? false }
  /// Who has it has a condition, or has ended.
  var mayEnd: Bool { holder.map { $0.isConditional || $0.isStopped } ?? false }
  /// The condition of who has it does not hold any more, for the running callback.
  var isLetGo: Bool { holder?.isClosed ?? false }
  /// The condition of who has it follows from that leaf, or may.
  func mayEnd(with leaf: LeafCell) -> Bool {
    guard isHeldOnCondition, let gate = (holder?.input as? GatedCell)?.gate, !isLetGoPaused else { return false }
    return gate.settledLeaf.map { $0 === leaf } ?? true
  }
  /// It does not, and who has the target is paused: that keeps it until it goes on.
  var isLetGoPaused: Bool { (holder?.isPaused ?? false) && isLetGo }
  /// As far as it is known while writes are being applied.
  var isLetGoByNow: Bool { (holder?.input as? GatedCell)?.isStoredClosed ?? false }
  /// It will be, and what is written there until then is nobody's but the bindings'.
  var isToBeHandedOn: Bool {
    isVacant && !(vacancy?.isOverwritten ?? false) || around.contains { $0.isToBeHandedOn(at: self) }
  }

  /// So is that place in it.
  private func isToBeHandedOn(at place: TargetClaims) -> Bool {
    isVacant && !(vacancy?.written.contains { place.container(of: $0.note.cell) != nil } ?? false)
  }
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
  var next: Binding? { writer ?? links.last }

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
  /// - Returns: who has had it.
  func take(for binding: Binding) throws(Failure) -> Binding? {
    let previous = holder
    if holder === binding, !isAway { return previous }
    keepPast(of: binding)
    isAway = false
    try settlePast()
    for claims in inside where !claims.isAbove(binding) { try claims.settlePast() }
    try emptyLeftOvers(for: binding)
    if binding.isConditional, !isHeldOnCondition { keepComing(for: binding) }
    (holder, beforeEnd) = (binding, nil)
    for claims in inside where !claims.isAbove(binding) {
      claims.keepPast(of: binding)
      claims.beforeEnd = nil
      (claims.holder, claims.isAway) = (nil, false)
    }
    guard binding.replaces else { return previous }
    binding.replaces = false
    for claims in [self] + around + inside + binding.engine.claimsElsewhere(target) {
      for other in claims.all where other.claimNumber < binding.claimNumber { other.stop() }
    }
    return previous
  }

  /// The target has refused what that one has written: what stands there is still the other one's.
  func leave(to previous: Binding?, after binding: Binding) {
    guard holder === binding, let previous, previous !== binding, previous.isActive, !previous.isStopped else { return }
    keepPast(of: binding)
    holder = previous
  }

  /// The binding has written the target, or has asked for that.
  func noteWritten(_ value: Value, by binding: Binding) throws(Failure) {
    unseen = nil
    if binding.isConditional {
      if let leaf, target.engine.base(of: leaf)?.hasMoved ?? false, try isAwayInSource() { return }
      try clearMoved(for: binding)
    } else if !binding.engine.bases.isEmpty, try !isAwayInSource() {
      keepBelow(value, of: binding)
    }
  }

  /// The place of a source is away, and what is asked for there is not written.
  private func isAwayInSource() throws(Failure) -> Bool {
    guard let leaf, leaf.hasBase, isSource else { return false }
    return try target.comingValue == nil
  }

  /// It has no condition: without those that have one this stands there, whoever writes the target.
  func keepBelow(_ value: Value, of binding: Binding) {
    guard candidates.first(where: { $0.binding.isActive && !$0.binding.isConditional })?.binding === binding else {
      return
    }
    let others = inside.filter { claims in
      claims.bindings.contains { $0.isActive && !$0.isConditional && $0.outranks(binding) }
    }
    target.engine.delivering(binding) { followBase(value, besides: others) }
  }

  /// Another one takes what the holder had: what was written by hand after the end of that stands, and nothing of it if the condition holds
  /// again.
  private func settlePast() throws(Failure) {
    takeBackEnd()
    guard let holder, isCounted else { return }
    if let vacancy, holder === vacancy.binding {
      _ = try keepInBase(vacancy.written)
    } else if !overwritten.places.isEmpty, isLetGoByNow {
      _ = try keepInBase(writtenByHand(afterEndOf: holder))
    }
  }

  /// The target is not there, and has refused what was written.
  func noteAway(for binding: Binding) {
    guard holder === binding, binding.isConditional else { return }
    keepPast(of: binding)
    isAway = true
  }

  /// What has the target, or what it held, is another one.
  private func count() {
    let isConditional = holder?.isConditional ?? false
    if isConditional != isCounted {
      isCounted = isConditional
      if isConditional { retainBases() } else { releaseBases() }
    }
    if places.path.isEmpty { return }
    var share = PlaceHeld.Share()
    if isHeld, let holder {
      share.isHeld = true
      // An element is not made by its key.
      let makes = (places.path.firstIndex { $0 is KeyedCell } ?? places.path.count) - 1
      if holder.target.createsHops, vacancy?.binding !== holder { share.makes = max(makes, 0) }
    }
    places.count(share, in: target.engine)
  }

  private func retainBases() { for leaf in leaves { target.engine.retainBase(of: leaf) } }
  private func releaseBases() { for leaf in leaves { target.engine.releaseBase(of: leaf) } }

  /// Who has the target may be taken back with the wave that gives it away.
  private func keepPast(of binding: Binding) {
    guard binding.engine.graph.isToSettle else { return }
    let (holder, wasAway, wasActive) = (holder, isAway, binding.isActive)
    binding.engine.keepPast { [self] in
      binding.isActive = wasActive && !binding.isStopped
      self.holder = holder.flatMap { $0.isStopped ? nil : $0 }
      isAway = wasAway
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
      let written = writtenByHand(afterEndOf: binding)
      if !written.isEmpty { standUntilRefused(after: binding) }
      if try keepInBase(written), !isNextDue { return try letStand(after: binding, besides: written) }
      return try handOver(from: binding, or: displaced, besides: written)
    }
    // It had nothing to deliver, or was paused: the one below has the target, and may not have been heard.
    guard hadTurn, !isVacant else { return }
    if let below = writer ?? links.last, below.owesDelivery { _ = below.deliverAgain() }
    for inner in inside where inner.writer == nil {
      guard let link = inner.links.last else { continue }
      if link.owesDelivery { _ = link.deliverAgain() } else { try link.catchUp() }
    }
  }

  /// The binding has ended, which stands also where the transaction fails that it has ended in. What it covered comes back,
  /// unless the whole script ends.
  func remove(_ binding: Binding) throws(Failure) {
    let hadTurn = writer === binding
    leave(binding)
    elect()
    // It may have come to the top while it was paused; or had nothing to deliver, and the one below it was not heard.
    let isVacant =
      holder === binding
      || hadTurn && vacancy == nil && (holder == nil || (writer ?? links.last)?.owesDelivery ?? false)
    if isVacant, target.engine.mode == .settling { return try handOver(from: binding, or: displaced) }
    if isVacant {
      holder = binding
      if let overlay = target.engine.overlay, !isLetGo { overlay.noteEnd(of: self) }
      vacancy?.stop()
      let vacancy = Vacancy(after: binding, of: self)
      vacancy.written = writtenByHand(afterEndOf: binding)
      self.vacancy = vacancy
    }
    for claims in [self] + inside { try claims.vacancy?.request() }
  }

  /// All is written that was to be, and what holds now is committed.
  func fill(_ vacancy: Vacancy) throws(Failure) {
    let binding = vacancy.binding
    // Who has taken it meanwhile knows nothing of what was covered in it.
    guard holder === binding, binding.isOver else { return try handOverInside(from: binding) }
    keepPast(of: vacancy)
    if vacancy.isOverwritten || vacancy.ahead != nil { standUntilRefused(after: binding) }
    let isAll = try keepInBase(vacancy.written)
    // What was written by hand beside what stands there ahead may be gone with that.
    if vacancy.ahead != nil, let leaf { target.engine.base(of: leaf)?.noteMoved() }
    let isOverNext = vacancy.aheadBy != nil && vacancy.aheadBy === writer
    guard vacancy.isOverwritten, isAll || isOverNext || !isCounted else {
      beginEarly()
      let covered = writer?.isConditional ?? true ? vacancy.covered : nil
      return try handOver(from: binding, or: displaced ?? covered, besides: vacancy.written)
    }
    // It was written over what stands there ahead. In parts beside it others may go on.
    try letStand(after: binding, besides: vacancy.written)
  }

  /// What was written by hand after the end of that binding does not stand: it ends once more, without that.
  func endAlone(after standing: StandingByHand) {
    guard vacancy == nil, next == nil || next === standing.next else {
      // Somebody else has it meanwhile, and gives back what was there without the binding.
      if let before = standing.before, basePart(at: target) == standing.written { putBack(before) }
      return
    }
    (holder, isAway) = (standing.binding, false)
    if let before = standing.before { putBack(before) }
    // What has come back with what was refused may be anywhere in a list.
    for leaf in leaves { target.engine.base(of: leaf)?.noteMoved() }
    let vacancy = Vacancy(after: standing.binding, of: self)
    self.vacancy = vacancy
    vacancy.settle()
  }

  /// Whoever comes next has something to deliver that is as new as what was written by hand.
  var isNextDue: Bool { writer.map { $0.newsIn == target.engine.graph.wave } ?? false }

  /// What is there was written by hand, over what the next one had written.
  /// - Parameter written: beside which others may go on inside.
  private func letStand(after binding: Binding, besides written: [Overwritten]) throws(Failure) {
    beforeEnd = nil
    retainBases()
    defer { releaseBases() }
    standOverNext()
    try handOverInside(from: binding, besides: written)
    try clearMoved(for: binding)
    // What was written by hand may be what the link knows of as the binding's.
    if writer == nil { try links.last?.catchUp() }
  }

  /// Whoever comes next has the target, though something else stands there.
  func standOverNext() {
    let next = highest.flatMap { next in
      next === writer && ((try? next.input.peek()) ?? nil) != nil ? next : nil
    }
    if let next { keepPast(of: next) }
    (holder, isAway) = (next, false)
  }

  /// Bindings that go round take back what they have written, but not that one has ended: the target is handed on after them,
  /// once.
  private func keepPast(of vacancy: Vacancy) {
    let engine = target.engine
    guard engine.graph.isToSettle, !vacancy.isAgain else { return keepPast(of: vacancy.binding) }
    let wasAway = isAway
    engine.keepPast { [self] in
      self.vacancy?.stop()
      let again = Vacancy(after: vacancy.binding, of: self, isAgain: true)
      (holder, isAway, self.vacancy) = (vacancy.binding, wasAway, again)
      engine.claims[ObjectIdentifier(target)] = self
      engine.graph.hold(HeldVacancy(again))
    }
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
  func end(_ vacancy: Vacancy) {
    guard self.vacancy === vacancy else { return }
    self.vacancy = nil
    if holder === vacancy.binding, vacancy.binding.isOver { (holder, isAway) = (nil, false) }
    target.engine.unclaim(target)
  }

  /// What the running callback sees until then: what the next one that has something would write, or what was there before.
  /// - Returns: whether that was written.
  func writeAhead(for vacancy: Vacancy, in overlay: Overlay) throws(Failure) -> Bool {
    guard vacancy.binding.writeMode == .settling, !isAway else { return false }
    if try target.isGoneAtLast { return false }
    // What another callback of the wave has written comes before it.
    if leaves.contains(where: { target.engine.isHeldByAnother($0) }) { return false }
    var before = displaced ?? vacancy.covered
    for cell in overlay.placesWritten(afterEndOf: self) {
      guard let container = container(of: cell) else { continue }
      guard container !== cell, let kept = try cell.present else { return false }
      before = before?.keeping(kept, at: cell, in: container)
    }
    for (binding, outer) in candidates where !binding.isPaused && !binding.isSuspended {
      guard let input = (try? binding.input.peek()) ?? nil else { continue }
      guard let whole = (try? binding.transformed(input)) ?? nil else { continue }
      guard let value = outer.map({ target.value(in: whole, of: $0) }) ?? whole else { continue }
      _ = try binding.write(leavingOut(value, for: binding), to: target)
      vacancy.aheadBy = binding
      return true
    }
    retainBases()
    defer { releaseBases() }
    holder = nil
    defer { holder = vacancy.binding }
    if let link = linkThatSays(after: vacancy.binding, or: before) {
      let owes = link.owesDelivery
      defer { link.owesDelivery = owes }
      if link.deliverAgain() { return true }
    }
    guard let before else { return false }
    for step in try writes(givingBack: before, for: vacancy.binding) {
      if let value = step.value {
        _ = try vacancy.binding.write(value, to: step.cell)
      } else {
        try vacancy.binding.vacate(step.cell)
      }
    }
    return true
  }

  /// Those that may write the target, the highest first, and what they write with it if that is more.
  var candidates: [(binding: Binding, outer: Cell?)] {
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

  /// - Parameter before: what the target holds without the binding.
  private func handOver(
    from binding: Binding, or before: Displaced?, besides written: [Overwritten] = []
  ) throws(Failure) {
    beforeEnd = nil
    // A conditional one that takes over covers the same.
    retainBases()
    defer { releaseBases() }
    let outer = target.engine.handingOver
    target.engine.handingOver = written.isEmpty ? .alone : .withWritten
    defer { target.engine.handingOver = outer }
    if !isCounted, case .value(let value)? = before { putInBase(value, at: target) }
    if before == nil, isCounted { endWhenKnown(binding) }
    if isCounted { standUntilTaken(after: binding) }
    // A place that was never there has nothing of what stands around it.
    let stands = isAway && writer != nil && writer !== highest
    (holder, isAway) = (nil, false)
    if !stands, try next(after: binding, or: before), !isNextDue { try put(written[...], in: target, after: binding) }
    try handOverInside(from: binding, besides: written)
    try clearMoved(for: binding)
  }
}
