// What is certain to go wrong is said when a binding is made, not at a delivery.

extension Binding {
  /// - Parameters:
  ///   - isConverted: a function stands between, so the types of the two ends are its own affair.
  ///   - owner: the function that was called, for messages; nil where the target says enough.
  ///   - end: what the function calls the target.
  ///   - mend: what is to be done about a nil that does not fit.
  /// - Throws: `bind.type` when no value of the source fits the target, or when the source may be nil and the target
  ///   must not; `bind.read_only`.
  package static func check(
    _ source: Cell, into target: Cell, isConverted: Bool = false, ifNil: IfNil = .raise, by owner: String? = nil,
    asEnd end: String = "target", mend: String = "give default= for what stands instead of nil, or skip_nil=true"
  ) throws(Failure) {
    let owner = owner.map { "\($0): " } ?? ""
    guard source.isReadable else { throw .writeOnlySource(source, by: owner) }
    guard target.isWritable else {
      if target is SourceCell { throw Failure.readOnlySource(target, by: owner) }
      throw .diagnostic(
        Diagnostic(
          .bindReadOnly, "\(owner)the \(end) \(target.name) is derived and cannot be written",
          notes: ["bind to what it is made from, or give the lens a 'from' function (:through{to=, from=})"]))
    }
    if case .use(let substitute) = ifNil { try check(default: substitute, for: target, owner) }
    try target.refuseUnknownPlace()
    guard !isConverted, let from = source.shape, let to = target.shape else { return }
    if let source = source as? RecordCell, let target = target as? RecordCell {
      for (name, field) in source.fields {
        guard let end = target.fields.first(where: { $0.name == name })?.cell else {
          throw Failure.noSuchField(.field(name), in: target, among: target.fields.map(\.name.text))
        }
        try check(field, into: end)
      }
      return
    }
    if let leaf = target as? LeafCell, leaf.declaration.takesWords {
      return try checkWords(from.type, source, leaf, owner)
    }
    guard to.type.mayHold(from.type) else {
      throw .diagnostic(
        Diagnostic(
          .bindType,
          "\(owner)\(target.name): \(to.type.name) expected, \(source.name) is of type \(from.type.name)",
          notes: ["give a function that converts"]))
    }
    if from.isOptional, !target.takesNil, case .raise = ifNil {
      throw .diagnostic(
        Diagnostic(
          .bindType, "\(owner)\(target.name) is required, \(source.name) is optional and may be nil",
          notes: [mend]))
    }
  }

  /// - Throws: `bind.argument` when both ends are one cell or place.
  package static func checkEnds(_ source: Cell, _ target: Cell, by owner: String) throws(Failure) {
    let isOnePlace = source.bindingTarget === target.bindingTarget && !source.isLens && !target.isLens
    guard source === target || isOnePlace else { return }
    throw .diagnostic(
      Diagnostic(
        .bindArgument, "\(owner): source and target are the same, \(target.name)",
        notes: ["name another target; what a cell may hold is said by bh.field{min=, max=, check=}"]))
  }

  /// A target that outlives the view or job it follows keeps a stale value without a sign: that is told when it is bound.
  /// - Parameter scope: where the binding is made.
  package static func warnOfLifetime(of source: Cell, into target: Cell, in scope: Scope) {
    let engine = source.engine
    guard let short = source.lifetime, !short.isScript, short !== engine.root, !engine.isOfHost(short),
      !(target.lifetime?.isInside(short) ?? false),
      !(scope.isInside(short) && target.isMade(in: scope, orAsFarAs: short))
    else { return }
    let diagnostic = Diagnostic(
      .bindLifetime, "\(target.name) lives longer than \(source.name), which ends with scope '\(short.name)'",
      severity: .warning, at: engine.position(of: engine.presentPlace),
      notes: ["afterwards \(target.name) keeps its last value"])
    scope.report(Report(diagnostic, during: "", isWarning: true))
  }

  private static func check(default substitute: Value, for target: Cell, _ owner: String) throws(Failure) {
    if (target as? LeafCell)?.declaration.takesWords ?? false { return }
    guard let type = target.shape?.type, case .failure = type.convert(substitute) else { return }
    throw .diagnostic(
      Diagnostic(
        .bindType, "\(owner)\(target.name): \(type.name) expected, default= is of type \(substitute.typeName)"))
  }

  private static func checkWords(
    _ type: FieldType, _ source: Cell, _ target: LeafCell, _ owner: String
  ) throws(Failure) {
    switch type {
    case .integer, .number, .string, .boolean, .any: return
    case .list, .map, .record:
      throw .diagnostic(
        Diagnostic(
          .bindType, "\(owner)\(target.name): string expected, \(source.name) is of type \(type.name)",
          notes: ["give a function that makes words of it"]))
    }
  }

  /// - Parameter end: what is to be written, also by way of a lens.
  /// - Throws: `bind.two_writers` when another binding or link writes the target, what that is a place in or a place in
  ///   it, and the rank does not say which one counts.
  package static func checkWriters(of end: Cell, rank: Rank, by owner: String) throws(Failure) {
    let target = end.bindingTarget
    let engine = target.engine
    let around = engine.claimsAround(target).compactMap(\.newest)
    let inside = engine.claimsInside(target).compactMap(\.newest)
    // An order among those that meet at one place by chance is not kept when they move.
    let elsewhere = engine.claimsElsewhere(target).compactMap(\.newest)
    let note: String
    let other: Binding?
    switch rank {
    case .replacing: return
    case .only:
      note = "give replace=true to end that one, or priority= so that the highest active one writes"
      other = (around + inside + elsewhere).first
    case .shared:
      other = (around + inside + elsewhere).first
      let end = other.map { $0.source.isUnnamed ? "its other end" : $0.source.name } ?? ""
      note = "stop() that one first, or link to \(end) instead"
    case .priority:
      let whole =
        around.first { $0.target.bindingTarget !== target && !$0.leavesPlacesOut }
        ?? (end.isLens ? inside.first : nil)
      note =
        whole == nil
        ? "it is the same place by another path: name it by the same one, or stop() that one first"
        : "one of them is a link or goes through a lens, which writes the whole: stop() that one first"
      other = whole ?? elsewhere.first
    }
    guard let other else { return }
    let verb = other is Link ? "linked" : "bound"
    let name = other.label.map { ", by '\($0)'" } ?? ""
    throw .diagnostic(
      Diagnostic(
        .bindTwoWriters,
        "\(owner): \(other.target.name) is \(verb) already \(other.declaredAt)to \(other.source.nameOrOrigin)\(name)",
        notes: [note]))
  }

  /// Where a higher binding has a place in its target, it can leave that place as it is.
  private var leavesPlacesOut: Bool { !(self is Link) && !target.isLens }
}

extension Cell {
  /// Nobody gave it a name, or what it is a place in.
  fileprivate var isUnnamed: Bool { (settledLeaf ?? self).name == Self.unnamed }

  /// Of what has no name also the line that made it or, where that is known no more, that wrote it last.
  fileprivate var nameOrOrigin: String {
    let whole = settledLeaf ?? self
    guard isUnnamed, whole.writtenAt.isKnown else { return name }
    return "\(name) (\(whole.writtenBy == .none ? "made" : "written last") at \(engine.words(for: whole.writtenAt)))"
  }

  /// What is written to it is converted on the way to its target.
  fileprivate var isLens: Bool { bindingTarget !== self && !createsHops }
}
