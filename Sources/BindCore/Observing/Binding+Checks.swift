// What is certain to go wrong is said when a binding is made, not at a delivery.

extension Binding {
  /// - Parameters:
  ///   - isConverted: a function stands between, so the types of the two ends are its own affair.
  ///   - owner: the function that was called, for messages; nil where the target says enough.
  /// - Throws: `bind.type` when no value of the source fits the target, or when the source may be nil and the target
  ///   must not; `bind.read_only`.
  package static func check(
    _ source: Cell, into target: Cell, isConverted: Bool = false, ifNil: IfNil = .raise, by owner: String? = nil
  ) throws(Failure) {
    let owner = owner.map { "\($0): " } ?? ""
    guard source.isReadable else { throw .writeOnlySource(source, by: owner) }
    guard target.isWritable else {
      if target is SourceCell { throw Failure.readOnlySource(target, by: owner) }
      throw .diagnostic(
        Diagnostic(
          .bindReadOnly, "\(owner)the target \(target.name) is derived and cannot be written",
          notes: ["bind to what it is made from, or give the lens a 'from' function (:through{to=, from=})"]))
    }
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
    if from.isOptional, !to.isOptional, case .raise = ifNil {
      throw .diagnostic(
        Diagnostic(
          .bindType, "\(owner)\(target.name) is required, \(source.name) is optional and may be nil",
          notes: ["give default= for what stands instead of nil, or skip_nil=true"]))
    }
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

  /// - Parameter isTwoWay: what is made is a link, which takes no order.
  /// - Throws: `bind.two_writers` when another binding or link writes the target and neither `replaces` nor a priority
  ///   says which one counts.
  package static func checkWriters(of target: Cell, isTwoWay: Bool = false, by owner: String) throws(Failure) {
    let target = target.bindingTarget
    let engine = target.engine
    let others = engine.claimsAround(target) + ((target as? RecordCell).map(engine.claimsInside) ?? [])
    guard let other = others.compactMap(\.newest).first else { return }
    let verb = other is Link ? "linked" : "bound"
    throw .diagnostic(
      Diagnostic(
        .bindTwoWriters, "\(owner): \(other.target.name) is \(verb) already \(other.declaredAt)to \(other.source.name)",
        notes: [
          isTwoWay
            ? "stop() that one first, or link to \(other.source.name) instead"
            : "give replace=true to end that one, or priority= so that the highest active one writes"
        ]))
  }
}
