/// What a model says of one field: its type, its default and what it refuses.
public struct FieldDeclaration {
  /// The answer of a check that a script or program wrote.
  public enum Verdict {
    case valid
    case invalid(String)
    case coerced(Value)
  }

  public var type: FieldType
  public var defaultValue: Value
  /// nil is then a legal value, and null clears it.
  public var isOptional: Bool
  public var minimum: Double?
  public var maximum: Double?
  /// Empty means any value.
  public var oneOf: [Value]
  public var check: ((Value) throws(Failure) -> Verdict)?
  public var equality: Equality
  public var documentation: String?
  /// Words for a person: numbers and booleans are taken too, as Lua's `tostring` says them; nil is no words.
  package var takesWords = false

  public init(
    type: FieldType, defaultValue: Value, isOptional: Bool = false, minimum: Double? = nil, maximum: Double? = nil,
    oneOf: [Value] = [], check: ((Value) throws(Failure) -> Verdict)? = nil, equality: Equality = .value,
    documentation: String? = nil
  ) {
    self.type = type
    self.defaultValue = defaultValue
    self.isOptional = isOptional
    self.minimum = minimum
    self.maximum = maximum
    self.oneOf = oneOf
    self.check = check
    self.equality = equality
    self.documentation = documentation
  }

  /// A cell of any type, as `bh.bindable` makes it.
  public static func any(_ value: Value) -> FieldDeclaration {
    FieldDeclaration(type: .any, defaultValue: value, isOptional: true)
  }

  /// A plain default declares its own type.
  public static func plain(_ value: Value) -> FieldDeclaration {
    FieldDeclaration(type: FieldType(ofDefault: value), defaultValue: value, isOptional: value.isNil)
  }

  /// What the field is where a record as it was read does not have it: nil, if it may be.
  var missingValue: Value { isOptional ? .nil : defaultValue }

  /// Whether a value of the right type needs no further look. Such fields take the short way.
  var hasConstraints: Bool { minimum != nil || maximum != nil || !oneOf.isEmpty || check != nil }
}

/// When two values of a cell count as the same, so that nobody is told.
public enum Equality {
  /// By content; references by identity.
  case value
  /// Lists and records too only if they are the very same object; in copied-in values that means: never.
  case identity
  /// Every write is a change.
  case never
  case custom((Value, Value) throws(Failure) -> Bool)
}
