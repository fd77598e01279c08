import BindCore

/// Tries the two functions of a link or lens on values that the source may hold: there and back has to give the same.
struct ConverterCheck {
  let surface: Surface
  let source: Cell
  let to: LuaReference?
  let from: LuaReference?
  /// What messages call the two: `bh.link`, `Ref:through`.
  let owner: String

  /// The first sample that does not come back; nil if all do, or nothing is known of the source.
  func finding() -> Diagnostic? {
    guard let to, let from, let leaf = source.settledLeaf, source.name == leaf.name else { return nil }
    for sample in Self.samples(of: leaf.declaration) {
      guard case .accepted(let value)? = try? leaf.accept(sample) else { continue }
      if let finding = trial(value, to, from) { return finding }
    }
    return nil
  }

  private func trial(_ value: Value, _ to: LuaReference, _ from: LuaReference) -> Diagnostic? {
    let engine = surface.engine
    let shown: Value
    do {
      shown = try engine.runPure { () throws(Failure) in try surface.lua.compute(to, [value]) }
    } catch {
      let text = if case .raised(let error) = error { error.text } else { "\(error)" }
      return problem(.bindTransformFailed, "'to' raises for \(said(value)), which \(source.name) may hold: \(text)")
    }
    let answer: Link.Answer
    do {
      answer = try engine.runPure { () throws(Failure) in try surface.lua.answer(of: from, to: shown) }
    } catch { return nil }
    switch answer {
    case .refused(let reason, _):
      return problem(
        .bindUnstable, "'from' refuses \(said(shown)), which 'to' makes of \(said(value)): \(reason)")
    case .accepted(let back) where !agrees(value, back):
      return problem(
        .bindUnstable, "\(said(value)) becomes \(said(shown)), and 'from' makes \(said(back)) of it")
    default: return nil
    }
  }

  private func agrees(_ value: Value, _ back: Value) -> Bool {
    if value == back { return true }
    guard let left = value.asNumber, let right = back.asNumber else { return false }
    // The last digits of a float may be lost in words.
    return abs(left - right) <= 1e-9 * max(1, abs(left))
  }

  private func said(_ value: Value) -> String { value.isScalar ? "\(value)" : value.named }

  private func problem(_ id: DiagnosticID, _ text: String) -> Diagnostic {
    Diagnostic(id, "\(owner): \(text)", severity: .warning, at: surface.lua.position)
  }

  /// Plain values of the field's type, its default and its limits first.
  private static func samples(of declaration: FieldDeclaration) -> [Value] {
    var samples = declaration.defaultValue.isNil ? [] : [declaration.defaultValue]
    samples += declaration.oneOf
    let limits = [declaration.minimum, declaration.maximum].compactMap { $0 }
    switch declaration.type {
    case .integer:
      samples += limits.compactMap { Int64(exactly: $0) }.map { .integer($0) } + [0, 1, 7, -3].map { .integer($0) }
    case .number: samples += limits.map { .number($0) } + [0, 1, 0.5, -2].map { .number($0) }
    case .boolean: samples += [.boolean(true), .boolean(false)]
    case .string: samples += [.string("Ada Lovelace")]
    default: break
    }
    return samples
  }
}

extension Value {
  fileprivate var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
