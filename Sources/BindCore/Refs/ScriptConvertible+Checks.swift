// What a type of Swift's says of the values of its cells.

extension ScriptConvertible {
  /// Refuses what is of the declared type and is no value of the Swift type; nil where there is nothing of the kind. What decodes is
  /// held as it is encoded: two values that Swift cannot tell apart are one.
  static var check: ((Value) throws(Failure) -> FieldDeclaration.Verdict)? {
    if Self.self == Int.self || Self.self == Double.self || Self.self == Bool.self || Self.self == Value.self {
      return nil
    }
    let isDecoded = isDecoded(Self.self)
    return { value in
      guard let content = Self(script: value) else { return .invalid("\(value) is no \(Self.self)") }
      guard isDecoded else { return .valid }
      let own = content.scriptValue
      if case .opaque = own { return .valid }
      return own == value ? .valid : .coerced(own)
    }
  }

  /// nil where decoding says nothing.
  static var coded: CodedShape? {
    guard isDecoded(Self.self) else { return nil }
    return CodedShape(
      unknownField: { whole, place, value in
        decodingTrace(of: whole)?.unknownField(at: place, in: value, besides: Self(script: whole)?.scriptValue)
      },
      isKey: { whole, place in decodingTrace(of: whole)?.isKey(at: place[...]) ?? false })
  }

  /// Of what is none of the type nothing is said: it is refused as a whole.
  private static func decodingTrace(of whole: Value) -> DecodingTrace? {
    guard let type = Self.self as? any Decodable.Type else { return nil }
    let trace = DecodingTrace()
    return (try? ValueDecoder.decode(type, from: whole, noting: trace)) == nil ? nil : trace
  }
}

/// Something that holds values of another type.
private protocol Holder { static var held: Any.Type { get } }
extension Optional: Holder { fileprivate static var held: Any.Type { Wrapped.self } }
extension Array: Holder { fileprivate static var held: Any.Type { Element.self } }
extension Dictionary: Holder { fileprivate static var held: Any.Type { Value.self } }

/// Decoding passes over fields that it does not know, in these and in what holds them.
private func isDecoded(_ type: Any.Type) -> Bool {
  type is any ScriptCodable.Type || (type as? any Holder.Type).map { isDecoded($0.held) } ?? false
}

extension FieldDeclaration {
  /// With what the Swift type says.
  func checked<Content: ScriptConvertible>(as type: Content.Type) -> FieldDeclaration {
    var declaration = self
    // To say nothing costs room, too.
    if declaration.check == nil, let check = Content.check { declaration.check = check }
    if let coded = Content.coded { declaration.coded = coded }
    return declaration
  }
}

extension Cell {
  /// Refuses fields that the Swift type does not have: nobody would ever see them.
  func refuseUnknownNames(merging fields: Record) throws(Failure) {
    guard let leaf = settledLeaf, let find = leaf.declaration.coded?.unknownField else { return }
    try refuse(by: find, (try peek() ?? .nil).merged(with: fields), naming: .record(fields), in: leaf)
  }

  /// The same of the place itself, and of what is written there as a whole.
  func refuseUnknownNames(writing value: Value) throws(Failure) {
    guard let leaf = settledLeaf, let find = leaf.declaration.coded?.unknownField else { return }
    if self !== leaf { return try refuse(by: find, value, naming: value, in: leaf) }
    if let found = find(value, [], value) { throw .unknown(found, in: leaf) }
  }

  /// The same before anything is written there.
  func refuseUnknownPlace() throws(Failure) {
    // What is no such place has a name of its own, or none.
    guard placeDepth > 0, settledLeaf?.isReadable ?? true else { return }
    try refuseUnknownNames(writing: .nil)
  }

  private func refuse(
    by find: UnknownField.Finder, _ value: Value, naming names: Value, in leaf: LeafCell
  ) throws(Failure) {
    guard let whole = try leaf.peek() else { return }
    let place = path.steps.dropFirst(leaf.path.steps.count)
    if let found = find(replace(in: whole, of: leaf, by: value), place, names) { throw .unknown(found, in: leaf) }
  }
}

extension Failure {
  static func unknown(_ field: UnknownField, in cell: Cell) -> Failure {
    let around = Path(Array(field.path.steps.dropLast()))
    let owner = around.steps.isEmpty ? cell.name : "\(cell.name).\(around)"
    let name = if case .field(let name)? = field.path.steps.last { name.text } else { "" }
    return .diagnostic(
      .unknownName(.bindUnknownField, owner: owner, noun: "field", name: name, known: field.known))
  }
}
