/// Where a property of a Swift type stands in the record that the type becomes.
///
/// The name of the property is a guess only: coding keys may give it another one, and give its name to another property. So other
/// values are put there, and the property must show them.
enum PropertyPlace {
  case at(Path)
  /// It has no place of its own.
  case nowhere

  /// - Returns: nil where this value does not tell.
  init?<Content: ScriptConvertible, Part: ScriptConvertible>(
    of property: WritableKeyPath<Content, Part>, in content: Content
  ) {
    let (text, root) = ("\(property)", "\\\(Content.self).")
    let below = text.dropFirst(root.count)
    // What is computed has no name.
    guard text.hasPrefix(root), !below.contains("<") else {
      self = .nowhere
      return
    }
    let names = below.split(separator: ".", omittingEmptySubsequences: false)
    let path = Path(names.map { .field(ByteString(String($0))) })
    switch Proof(content, property, path).verdict {
    case true?: self = .at(path)
    case false?: self = .nowhere
    case nil: return nil
    }
  }
}

/// Whether a property is what stands at a path.
private struct Proof<Content: ScriptConvertible, Part: ScriptConvertible> {
  private let property: WritableKeyPath<Content, Part>
  private let path: Path
  private let whole: Value
  private let part: Value

  init(_ content: Content, _ property: WritableKeyPath<Content, Part>, _ path: Path) {
    (self.property, self.path) = (property, path)
    (whole, part) = (content.scriptValue, content[keyPath: property].scriptValue)
  }

  var verdict: Bool? {
    // What is nil may be left out; what is around it may not.
    guard case .record? = whole[path.steps.dropLast()] else { return nil }
    if (whole[path.steps[...]] ?? .nil) != part { return false }
    if let verdict = verdict(by: part.others(like: Part.self)) { return verdict }
    let places = placesOfItsType
    // What others of its type hold are values of its type. The only one of it is it.
    return verdict(by: places.compactMap { whole[$0.steps[...]] }) ?? (places == [path] ? true : nil)
  }

  private func verdict(by others: [Value]) -> Bool? {
    var verdict: Bool?
    for other in others {
      guard let other = Part(script: other)?.scriptValue, other != part else { continue }
      switch shows(other) {
      case true?: verdict = true
      case false?: return false
      case nil: break
      }
    }
    return verdict
  }

  /// Whether the property shows another value that is put there, and the whole is otherwise as it was; nil where the type takes
  /// no such value.
  private func shows(_ other: Value) -> Bool? {
    guard let changed = whole.replacing(path.steps[...], by: other), let content = Content(script: changed) else {
      return nil
    }
    let isShown = content[keyPath: property].scriptValue == other
    let isWritten = content.scriptValue == changed
    return isShown || isWritten ? isShown && isWritten : nil
  }

  /// Where something is decoded that the property could be.
  private var placesOfItsType: [Path] {
    guard let type = Content.self as? any ScriptCodable.Type else { return [] }
    let trace = DecodingTrace()
    guard (try? ValueDecoder.decode(type, from: whole, noting: trace)) != nil else { return [] }
    var types: Set = [ObjectIdentifier(Part.self)]
    if let optional = Part.self as? any OptionalType.Type { types.insert(ObjectIdentifier(optional.innermost)) }
    return trace.places(of: types)
  }
}

extension Value {
  fileprivate subscript(steps: ArraySlice<Path.Step>) -> Value? {
    var found: Value? = self
    for step in steps { found = found?[step] }
    return found
  }

  /// nil is left out, as an encoder does it.
  fileprivate func replacing(_ steps: ArraySlice<Path.Step>, by value: Value) -> Value? {
    guard let step = steps.first else { return value }
    guard steps.count > 1 else { return try? replacing(step, name: "", by: value) }
    guard let inner = self[step]?.replacing(steps.dropFirst(), by: value) else { return nil }
    return try? replacing(step, name: "", by: inner)
  }

  /// Some other values that may be of the same type.
  fileprivate func others<Part: ScriptConvertible>(like type: Part.Type) -> [Value] {
    var others = changed + Self.samples(of: Part.fieldType)
    if Part.isOptional { others.append(.nil) }
    if let type = Part.self as? any CaseIterable.Type { others += Self.cases(of: type) }
    return others
  }

  private static func cases<Case: CaseIterable>(of type: Case.Type) -> [Value] {
    type.allCases.prefix(4).compactMap { ($0 as? any ScriptConvertible)?.scriptValue }
  }

  private static func samples(of type: FieldType) -> [Value] {
    switch type {
    case .integer: [.integer(1)]
    case .number: [.number(1.5)]
    case .string: [.string("x")]
    case .boolean: [.boolean(true)]
    case .list(let element): [.list([])] + samples(of: element).map { .list([$0]) }
    case .map(let element): samples(of: element).map { .record(Record([("x", $0)])) }
    case .record, .any: []
    }
  }
}
