extension Ref where Content == Record {
  /// A record of sources, each with its type and rules; it is itself the Ref of the whole.
  ///
  /// ```swift
  /// let user = try Ref.model("user", ["name": "Ada", "age": .number(36, in: 0...150),
  ///                                   "address": ["country": "nz"]])
  /// let age: Ref<Int> = try user.at("age")
  /// ```
  /// - Throws: `bind.type` or `bind.invalid` where a default is refused by its own rules, `bind.path` for a name that begins with
  ///   a dollar sign.
  public static func model(
    _ name: String, _ fields: ModelField.Fields, engine: Engine = .current, file: StaticString = #fileID,
    line: UInt32 = #line
  ) throws(Failure) -> Ref {
    engine.checkThread()
    try fields.checkNames(of: name)
    let record = try RecordCell.build(fields.tree, name: name, engine: engine)
    record.noteDeclaration(at: engine.placing(file, line) { engine.takePlace() })
    return Ref(record)
  }
}

/// What a model says of one of its fields: a value, which declares its type, a declaration, or a record of further fields.
public enum ModelField {
  /// Names with what they stand for, in their order.
  public struct Fields: ExpressibleByDictionaryLiteral {
    let fields: [(String, ModelField)]
    public init(dictionaryLiteral elements: (String, ModelField)...) { fields = elements }
    public init(_ fields: [(String, ModelField)]) { self.fields = fields }
    /// - Throws: `bind.duplicate` for a name that is there twice.
    func checkNames(of model: String) throws(Failure) {
      var names: Set<String> = []
      for (name, field) in fields {
        guard names.insert(name).inserted else {
          throw .diagnostic(Diagnostic(.bindDuplicate, "\(model): the field '\(name)' is declared twice"))
        }
        if case .record(let inner) = field { try inner.checkNames(of: "\(model).\(name)") }
      }
    }

    var tree: [(name: ByteString, tree: FieldTree)] { fields.map { (ByteString($0.0), $0.1.tree) } }
  }

  case declared(FieldDeclaration)
  case record(Fields)

  /// A field of a Swift type.
  public static func value<Content: ScriptConvertible>(
    _ value: Content, check: ((Content) throws -> Content)? = nil
  ) -> ModelField {
    .declared(
      FieldDeclaration(
        type: Content.fieldType, defaultValue: value.scriptValue, isOptional: Content.isOptional, check: verdict(check)
      ).checked(as: Content.self))
  }

  /// A number that has limits.
  public static func number<Content: ScriptConvertible & Comparable>(
    _ value: Content, in range: ClosedRange<Content>
  ) -> ModelField where Content: BinaryInteger {
    .declared(
      FieldDeclaration(
        type: Content.fieldType, defaultValue: value.scriptValue, minimum: Double(range.lowerBound),
        maximum: Double(range.upperBound)))
  }

  /// A number that has limits.
  public static func number<Content: ScriptConvertible & BinaryFloatingPoint>(
    _ value: Content, in range: ClosedRange<Content>
  ) -> ModelField {
    .declared(
      FieldDeclaration(
        type: Content.fieldType, defaultValue: value.scriptValue, minimum: Double(range.lowerBound),
        maximum: Double(range.upperBound)))
  }

  /// One of several values.
  public static func choice<Content: ScriptConvertible>(_ value: Content, of choices: [Content]) -> ModelField {
    .declared(
      FieldDeclaration(
        type: Content.fieldType, defaultValue: value.scriptValue, isOptional: Content.isOptional,
        oneOf: choices.map(\.scriptValue)))
  }

  var tree: FieldTree {
    switch self {
    case .declared(let declaration): .leaf(declaration)
    case .record(let fields): .record(fields.tree)
    }
  }

  private static func verdict<Content: ScriptConvertible>(
    _ check: ((Content) throws -> Content)?
  ) -> ((Value) throws(Failure) -> FieldDeclaration.Verdict)? {
    guard let check else { return nil }
    return { value throws(Failure) in
      guard let content = Content(script: value) else {
        return .invalid("\(Content.fieldType.name) expected, got \(value.named)")
      }
      do {
        let taken = try check(content).scriptValue
        return taken == value ? .valid : .coerced(taken)
      } catch {
        if let failure = error as? Failure, case .diagnostic(let found) = failure, found.id == .bindPure {
          throw failure
        }
        return .invalid("\(error)")
      }
    }
  }
}

extension ModelField: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(dictionaryLiteral elements: (String, ModelField)...) { self = .record(Fields(elements)) }
  public init(stringLiteral value: String) { self = .value(value) }
  public init(integerLiteral value: Int) { self = .value(value) }
  public init(floatLiteral value: Double) { self = .value(value) }
  public init(booleanLiteral value: Bool) { self = .value(value) }
}

extension Bindable {
  /// A part of the value as a Ref, so that all that Refs can do can be done with it: each update of the bindable brings it up to
  /// date in the same wave, and a write to it is an update of the bindable. One part has one Ref; it keeps the bindable alive.
  /// - Parameter name: what messages call it, behind the name of the bindable.
  public func ref<Part: ScriptConvertible>(_ part: WritableKeyPath<Value, Part>, name: String = "part") -> Ref<Part> {
    Ref<Part>(exposedCell(of: part) { $0.field(name, part) })
  }

  /// A part that is only read.
  @_disfavoredOverload
  public func ref<Part: ScriptConvertible>(_ part: KeyPath<Value, Part>, name: String = "part") -> Ref<Part> {
    Ref<Part>(exposedCell(of: part) { $0.field(readOnly: name, part) })
  }
}
