/// The bindings that have the same target, and which of the one-way ones writes it.
///
/// The active one with the highest priority writes, among equals the newest. A conditional binding is active while its
/// condition holds; when the last one lets go, the target gets back what it held before, or the binding below writes again.
final class TargetClaims {
  private let target: Cell
  /// Ascending by priority, among equals by age.
  private var bindings: [Binding] = []
  /// Two-way bindings onto the target: they are asked for no order, but a further binding needs one. While a one-way
  /// binding writes the target they rest.
  private var links: [Binding] = []
  private(set) unowned(unsafe) var writer: Binding?
  /// What the target held before a conditional binding took it.
  private var displaced: Value?
  /// Lines that were warned of: a loop that writes by hand says so once.
  private var warned: Set<UInt64> = []

  init(_ target: Cell) { self.target = target }

  var isEmpty: Bool { bindings.isEmpty && links.isEmpty }
  /// A write by hand covers what a binding wrote: it is warned of.
  var isOneWay: Bool { !bindings.isEmpty }
  var highestPriority: Double { bindings.last?.priority ?? 0 }
  var newest: Binding? { bindings.last ?? links.last }

  func add(link: Binding) { links.append(link) }

  func add(_ binding: Binding) {
    let place = bindings.firstIndex { $0.priority > binding.priority } ?? bindings.count
    bindings.insert(binding, at: place)
    elect()
  }

  private func elect() { writer = bindings.last { $0.isActive } }

  /// The binding has something to deliver. False when another one writes the target.
  func admit(_ binding: Binding) throws(Failure) -> Bool {
    if !binding.isActive {
      let before = writer
      binding.isActive = true
      elect()
      if writer === binding, before == nil, displaced == nil { displaced = try target.peek() }
    }
    guard writer === binding else { return false }
    guard !binding.hasWritten else { return true }
    binding.hasWritten = true
    if binding.replaces { for other in bindings + links where other !== binding { other.stop() } }
    return true
  }

  /// The condition of the binding does not hold any more.
  func release(_ binding: Binding) throws(Failure) {
    guard binding.isActive else { return }
    binding.isActive = false
    try handOver(from: binding)
  }

  /// The binding has ended. What it covered comes back, unless the whole script ends.
  func remove(_ binding: Binding, restoring: Bool) throws(Failure) {
    bindings.removeAll { $0 === binding }
    links.removeAll { $0 === binding }
    guard restoring, binding.hasWritten else { return elect() }
    try handOver(from: binding)
  }

  private func handOver(from binding: Binding) throws(Failure) {
    guard writer === binding else { return elect() }
    elect()
    if let next = writer { return next.deliverAgain() }
    guard let value = displaced else { return }
    displaced = nil
    if let link = links.last { return link.deliverAgain() }
    try binding.engine.delivering(binding) { () throws(Failure) in _ = try target.write(value) }
  }

  // MARK: Words

  func noteWriteByHand(in engine: Engine) {
    guard let writer, writer.hasWritten || writer.isAboutToDeliver else { return }
    let site = engine.site()
    guard warned.insert(UInt64(site.script) << 32 | UInt64(site.line)).inserted else { return }
    engine.scope.report(
      Report(
        Diagnostic(
          .bindOverwritten,
          "\(target.name) was written by hand, but it follows \(writer.source.name): the value stands until the next delivery",
          severity: .warning, at: engine.position(of: site),
          notes: ["bound \(writer.declaredAt)to \(writer.source.name)"]),
        during: "", isWarning: true))
  }
}

extension Engine {
  /// A cell that a binding writes was written: by hand, unless a binding is delivering.
  func noteWriteByHand(to cell: Cell) {
    guard deliveringBinding == nil, mode != .pure else { return }
    claimsAround(cell).first { $0.isOneWay }?.noteWriteByHand(in: self)
  }

  /// Those of the cell and of the records around it: what they write, it gets.
  func claimsAround(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    return [claims[ObjectIdentifier(cell)]].compactMap { $0 } + (cell.enclosing.map(claimsAround) ?? [])
  }

  func claim(_ binding: Binding, isShared: Bool) -> TargetClaims {
    let target = binding.target.bindingTarget
    let key = ObjectIdentifier(target)
    let all = claims[key] ?? TargetClaims(target)
    claims[key] = all
    if isShared { all.add(link: binding) } else { all.add(binding) }
    noteBound(target)
    return all
  }

  /// Those of what is in a record.
  func claimsInside(_ record: RecordCell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    return record.fields.flatMap { field in
      [claims[ObjectIdentifier(field.cell)]].compactMap { $0 } + ((field.cell as? RecordCell).map(claimsInside) ?? [])
    }
  }

  /// A record is bound with all its fields.
  private func noteBound(_ target: Cell) {
    target.isBound = claimsAround(target).contains { $0.isOneWay }
    if let record = target as? RecordCell { for (_, field) in record.fields { noteBound(field) } }
  }

  func unclaim(_ target: Cell) {
    let key = ObjectIdentifier(target)
    guard let all = claims[key] else { return }
    if all.isEmpty { claims[key] = nil }
    noteBound(target)
  }
}
