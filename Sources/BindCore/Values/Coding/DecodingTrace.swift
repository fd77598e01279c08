/// What a decoder was asked for, place by place: which fields a type has, also those that are nil and so not written down.
final class DecodingTrace {
  /// The fields that somebody has looked for; nil: nobody wanted a record here.
  private var fields: [ByteString: DecodingTrace]?
  /// Which other names would have been taken; nil: none. A dictionary takes them all, and does not ask for what is not there.
  private var takes: ((ByteString) -> Bool)?
  private var elements: [Int: DecodingTrace] = [:]
  /// What was to be made of what stands here.
  private var types: [ObjectIdentifier] = []

  func wantsRecord() { fields = fields ?? [:] }

  /// All fields were looked at, of whatever name.
  func wantsFields(_ takes: @escaping (ByteString) -> Bool) {
    let others = self.takes
    self.takes = { name in takes(name) || others?(name) ?? false }
  }

  func field(_ name: ByteString) -> DecodingTrace {
    if let known = fields?[name] { return known }
    let field = DecodingTrace()
    fields = fields ?? [:]
    fields?[name] = field
    return field
  }

  func element(_ index: Int) -> DecodingTrace {
    if let known = elements[index] { return known }
    let element = DecodingTrace()
    elements[index] = element
    return element
  }

  func wants(_ type: Any.Type) { types.append(ObjectIdentifier(type)) }

  /// Where something of one of these types was to be made.
  func places(of wanted: Set<ObjectIdentifier>, below path: Path = Path()) -> [Path] {
    let inner =
      (fields ?? [:]).flatMap { $0.value.places(of: wanted, below: path.appending(.field($0.key))) }
      + elements.flatMap { $0.value.places(of: wanted, below: path.appending(.index($0.key + 1))) }
    return types.contains(where: wanted.contains) ? inner + [path] : inner
  }

  /// A field that nobody has looked for; nil where there is none.
  /// - Parameters:
  ///   - steps: the place that is asked about, from here on.
  ///   - value: whose fields are meant, of what stands at that place.
  ///   - written: what was decoded, encoded anew. What stands there has a meaning, too.
  func unknownField(
    at steps: ArraySlice<Path.Step>, in value: Value, besides written: Value?, below path: Path = Path()
  ) -> UnknownField? {
    guard let step = steps.first else { return unknownField(in: value, besides: written, below: path) }
    let (known, other) = (inner(step), written?[step])
    if let known {
      return known.unknownField(at: steps.dropFirst(), in: value, besides: other, below: path.appending(step))
    }
    return other == nil ? unknown(step, below: path) : nil
  }

  /// What may stand at that place or not, as a key of a dictionary, and nobody has looked for it by its name.
  func isKey(at steps: ArraySlice<Path.Step>) -> Bool {
    guard let step = steps.first else { return false }
    if steps.count > 1 { return inner(step)?.isKey(at: steps.dropFirst()) ?? false }
    guard case .field(let name) = step, fields?[name] == nil else { return false }
    return takes?(name) ?? false
  }

  private func unknownField(in value: Value, besides written: Value?, below path: Path) -> UnknownField? {
    let steps: [Path.Step] =
      switch value {
      case .record(let record): record.fields.map { .field($0.name) }
      case .list(let list): list.indices.map { .index($0 + 1) }
      default: []
      }
    for step in steps {
      if let found = unknownField(at: [step], in: value[step] ?? .nil, besides: written, below: path) { return found }
    }
    return nil
  }

  private func inner(_ step: Path.Step) -> DecodingTrace? {
    switch step {
    case .field(let name): fields?[name]
    case .index(let index): elements[index - 1]
    }
  }

  /// Where nobody wanted a record, all that stands there is known to whoever has taken it.
  private func unknown(_ step: Path.Step, below path: Path) -> UnknownField? {
    guard case .field(let name) = step, let fields, !(takes?(name) ?? false) else { return nil }
    return UnknownField(path: path.appending(step), known: fields.keys.sorted().map(\.text))
  }
}

/// What a Swift type that is decoded tells of the places in its values.
struct CodedShape {
  let unknownField: UnknownField.Finder
  /// The place, where nothing stands in that value, is a key of a dictionary.
  let isKey: (_ whole: Value, _ place: [Path.Step]) -> Bool
}

/// A field that its Swift type does not have.
struct UnknownField {
  /// Finds one at a place of what is to be written, or in a value that goes there.
  typealias Finder = (_ whole: Value, _ place: ArraySlice<Path.Step>, _ value: Value) -> UnknownField?

  let path: Path
  /// Those that it has there.
  let known: [String]
}
