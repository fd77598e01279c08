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
  private unowned(unsafe) var highest: Binding?
  /// The one that has written the target and has not let go.
  private unowned(unsafe) var holder: Binding?
  /// What the target held before conditional bindings took it; nil while none of them has it.
  private var displaced: Value?
  /// Those of what the target is a place in.
  private var around: [TargetClaims] = []
  /// Those of the places in the target.
  private var inside: [TargetClaims] = []
  /// Lines that were warned of: a loop that writes by hand says so once.
  var warned: Set<Site> = []

  init(_ target: Cell, around: [TargetClaims], inside: [TargetClaims]) {
    self.target = target
    leaf = target is LeafCell || target is RecordCell ? nil : target.leafAround
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
  }

  var isEmpty: Bool { bindings.isEmpty && links.isEmpty }
  /// A write by hand covers what a binding wrote: it is warned of.
  var isOneWay: Bool { !bindings.isEmpty }
  /// What a write by hand covers, or what covers it.
  var presentWriter: Binding? { holder ?? bindings.last { $0.isAboutToDeliver } }
  /// Of the one-way ones.
  var highestPriority: Double { bindings.last?.priority ?? 0 }
  var newest: Binding? { bindings.last ?? links.last }
  var all: [Binding] { bindings + links }

  /// The one-way binding that writes the target at present, by itself or with what is around it.
  var writer: Binding? { around.isEmpty ? highest : around.reduce(highest) { higher($0, $1.highest) } }

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
      binding.wasActive = true
      elect()
    }
    return writer === binding
  }

  /// The binding has nothing to deliver any more.
  func rest(_ binding: Binding) {
    keepPast(of: binding)
    binding.isActive = false
    elect()
  }

  /// The binding writes the target now.
  func take(for binding: Binding) throws(Failure) {
    if holder === binding { return }
    keepPast(of: binding)
    if !binding.isConditional {
      displaced = nil
    } else if displaced == nil {
      displaced = try uncovered()
    }
    holder = binding
    for claims in inside where !claims.isAbove(binding) {
      claims.keepPast(of: binding)
      (claims.holder, claims.displaced) = (nil, nil)
    }
    guard binding.replaces else { return }
    binding.replaces = false
    for claims in [self] + around + inside + binding.engine.claimsElsewhere(target) {
      for other in claims.all where other !== binding { other.stop() }
    }
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

  /// What the target holds, as if there were no conditional bindings.
  private func uncovered() throws(Failure) -> Value? {
    for outer in around {
      if holder == nil, let whole = outer.displaced { return target.value(in: whole, of: outer.target) }
    }
    guard var value = try target.peek() else { return nil }
    for inner in inside {
      if let displaced = inner.displaced { value = inner.target.replace(in: value, of: target, by: displaced) }
    }
    return value
  }

  private func isAbove(_ binding: Binding) -> Bool { highest?.outranks(binding) ?? false }

  /// The value without what higher bindings have in it: there stands what they wrote.
  func leavingOut(_ value: Value, for binding: Binding) throws(Failure) -> Value {
    if inside.isEmpty { return value }
    var value = value
    for inner in inside where inner.isAbove(binding) {
      if let present = try inner.target.peek() { value = inner.target.replace(in: value, of: target, by: present) }
    }
    return value
  }

  /// The condition of the binding does not hold any more.
  func release(_ binding: Binding) throws(Failure) {
    guard binding.isActive else { return }
    keepPast(of: binding)
    binding.isActive = false
    try handOver(from: binding)
  }

  /// The binding has ended, which stands also where the transaction fails that it has ended in. What it covered comes back,
  /// unless the whole script ends.
  func remove(_ binding: Binding) throws(Failure) {
    let hasWritten = holder === binding
    // It may have come to the top while it was paused.
    let isNext = holder == nil && writer === binding
    leave(binding)
    elect()
    guard hasWritten || isNext else { return }
    let before = displaced
    try target.engine.notingWhole { [self] () throws(Failure) in
      revive()
      try handOver(from: binding, or: before)
      lookAgainLater(after: binding, or: before)
    }
  }

  /// What was written before it ended may be taken back before all is committed, which is no change to anybody: by the
  /// callback itself, or by another one of the same wave.
  private func lookAgainLater(after binding: Binding, or before: Value?) {
    let engine = target.engine
    var chosen = choice
    let look = { [weak self] in
      guard let self else { return }
      chosen = lookAgain(after: binding, or: before, chosen: chosen)
    }
    engine.beforeEnd(look)
    if engine.overlay?.isHeld ?? false { engine.atCommit { engine.writeAfterwards(look) } }
  }

  private typealias Choice = (binding: Binding, value: Value)

  /// Who writes the target, and what that has to deliver.
  private var choice: Choice? {
    guard let binding = writer ?? links.last else { return nil }
    return ((try? binding.input.peek()) ?? nil).map { (binding, $0) }
  }

  private func lookAgain(after binding: Binding, or before: Value?, chosen: Choice?) -> Choice? {
    // One that has ended meanwhile has handed over by itself, and these may be claims to nothing by now.
    if chosen?.binding.isStopped ?? false || target.engine.claims[ObjectIdentifier(target)] !== self { return chosen }
    revive()
    let now = choice
    if now?.binding === chosen?.binding, now?.value == chosen?.value { return chosen }
    do { try handOver(from: binding, or: before) } catch { binding.failed(error, cause: target.engine.cause) }
    return now
  }

  /// Who is active follows from what is there now, which may be what was there before: down to the first that is.
  private func revive() {
    for binding in bindings.reversed() where binding.wasActive || binding.awaitsFirstDelivery {
      if !binding.isPaused, !binding.isSuspended {
        do { binding.isActive = try binding.input.peek() != nil } catch {}  // What fails stays as it is.
      }
      if binding.isActive { break }
    }
    elect()
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

  private func handOver(from binding: Binding) throws(Failure) {
    elect()
    guard holder === binding else { return }
    try handOver(from: binding, or: displaced)
  }

  /// - Parameter before: what the target held before conditional bindings took it.
  private func handOver(from binding: Binding, or before: Value?) throws(Failure) {
    // A conditional one that takes over covers the same.
    (holder, displaced) = (nil, before)
    defer { if holder == nil { displaced = nil } }
    try next(after: binding, or: before)
    // Those inside that it covered.
    for inner in inside
    where inner.highest != nil && inner.writer === inner.highest && !inner.isAbove(binding)
      || inner.writer == nil && !inner.links.isEmpty
    {
      try inner.next(after: binding, or: before.flatMap { inner.target.value(in: $0, of: target) })
    }
  }

  /// Whoever comes below that one writes, or the target gets back what it held before.
  private func next(after binding: Binding, or before: Value?) throws(Failure) {
    while let below = writer {
      if below.deliverAgain() { return }
      // Unless its condition has ended in the same wave.
      if below.isActive { break }
    }
    if writer == nil, links.last?.deliverAgain() ?? false { return }
    // A place that has gone holds nothing.
    guard let before, !target.isGone else { return }
    _ = try binding.put(leavingOut(before, for: binding), at: target)
  }
}

extension Engine {
  /// Those of the cell and of what it is a place in: what they write, it gets.
  func claimsAround(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    return [claims[ObjectIdentifier(cell)]].compactMap { $0 } + (cell.outerCell.map(claimsAround) ?? [])
  }

  /// That of the bindings whose targets have something in common with the cell.
  func highestPriority(over cell: Cell) -> Double {
    let target = cell.bindingTarget
    return (claimsAround(target) + claimsInside(target)).lazy.filter(\.isOneWay).map(\.highestPriority).max() ?? 0
  }

  /// Those of the places in the cell.
  func claimsInside(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    return cell.innerCells.flatMap { inner in
      [claims[ObjectIdentifier(inner)]].compactMap { $0 } + claimsInside(inner)
    }
  }

  /// Those of what stands at the same place now, or is around it or in it, and is reached in another way.
  func claimsElsewhere(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    var found = cell.aliases.flatMap { alias in
      [claims[ObjectIdentifier(alias)]].compactMap { $0 } + claimsInside(alias)
    }
    var around = cell.outerCell
    while let outer = around {
      found += outer.aliases.compactMap { claims[ObjectIdentifier($0)] }
      around = outer.outerCell
    }
    return found
  }

  func claim(_ binding: Binding, isShared: Bool) -> TargetClaims {
    let target = binding.target.bindingTarget
    let key = ObjectIdentifier(target)
    let all = claims[key] ?? TargetClaims(target, around: claimsAround(target), inside: claimsInside(target))
    claims[key] = all
    if let leaf = all.leaf { claimsOnPlaces[ObjectIdentifier(leaf), default: [:]][key] = all }
    claimCount += 1
    binding.claimNumber = claimCount
    if isShared { all.add(link: binding) } else { all.add(binding) }
    noteBound(all.leaf ?? target)
    return all
  }

  /// A record is bound with all its fields, and a leaf with the places in it.
  private func noteBound(_ target: Cell) {
    target.isBound =
      claimsAround(target).contains { $0.isOneWay }
      || claimsOnPlaces[ObjectIdentifier(target)]?.values.contains { $0.isOneWay } ?? false
    if let record = target as? RecordCell { for (_, field) in record.fields { noteBound(field) } }
  }

  func unclaim(_ target: Cell) {
    let key = ObjectIdentifier(target)
    guard let all = claims[key] else { return }
    if all.isEmpty {
      all.end()
      claims[key] = nil
      if let leaf = all.leaf {
        let id = ObjectIdentifier(leaf)
        claimsOnPlaces[id]?[key] = nil
        if claimsOnPlaces[id]?.isEmpty ?? false { claimsOnPlaces[id] = nil }
      }
    }
    noteBound(all.leaf ?? target)
  }
}
