/// What a model says of one field: its type, its default and what it refuses.
public struct FieldDeclaration {
  /// The answer of a check that a script or program wrote.
  public enum Verdict {
    case valid
    /// `raised` is the error that the check has handed on, if it did so.
    indirect case invalid(String, raised: ScriptError? = nil)
    case coerced(Value)
  }

  public var type: FieldType
  public var defaultValue: Value
  /// nil is then a legal value, and null clears it.
  public var isOptional: Bool
  /// Words for a person: numbers and booleans are taken too, as Lua's `tostring` says them; nil is no words.
  package var takesWords = false
  /// Whether a value of the right type needs a further look. Fields without take the short way.
  private(set) var hasConstraints = false
  private var comparison = Comparison.value

  /// What most fields have nothing of, so that a cell has no room for it.
  private struct Rules {
    var minimum: Double?
    var maximum: Double?
    var oneOf: [Value] = []
    var check: ((Value) throws(Failure) -> Verdict)?
    var documentation: String?
    var coded: CodedShape?
    var equals: ((Value, Value) throws(Failure) -> Bool)?
  }
  private enum Comparison: UInt8 { case value, identity, never, custom }
  private final class Box {
    let rules: Rules
    init(_ rules: Rules) { self.rules = rules }
  }
  private var box: Box?
  private var rules: Rules {
    get { box?.rules ?? Rules() }
    set {
      box = Box(newValue)
      hasConstraints =
        newValue.minimum != nil || newValue.maximum != nil || !newValue.oneOf.isEmpty || newValue.check != nil
    }
  }

  public var minimum: Double? {
    get { rules.minimum }
    set { rules.minimum = newValue }
  }
  public var maximum: Double? {
    get { rules.maximum }
    set { rules.maximum = newValue }
  }
  /// Empty means any value.
  public var oneOf: [Value] {
    get { rules.oneOf }
    set { rules.oneOf = newValue }
  }
  /// The default with those: all in it that may hold objects.
  package var values: Value {
    get { oneOf.isEmpty ? defaultValue : .list([defaultValue] + oneOf) }
    set {
      guard !oneOf.isEmpty, case .list(let values) = newValue else { return defaultValue = newValue }
      defaultValue = values[0]
      oneOf = Array(values.dropFirst())
    }
  }
  public var check: ((Value) throws(Failure) -> Verdict)? {
    get { rules.check }
    set { rules.check = newValue }
  }
  public var documentation: String? {
    get { rules.documentation }
    set { rules.documentation = newValue }
  }

  public var equality: Equality {
    get {
      switch comparison {
      case .value: .value
      case .identity: .identity
      case .never: .never
      case .custom: rules.equals.map { .custom($0) } ?? .value
      }
    }
    set {
      switch newValue {
      case .value: comparison = .value
      case .identity: comparison = .identity
      case .never: comparison = .never
      case .custom(let equals):
        comparison = .custom
        rules.equals = equals
      }
    }
  }

  /// Of a Swift type that is decoded.
  var coded: CodedShape? {
    get { box?.rules.coded }
    set { rules.coded = newValue }
  }

  public init(
    type: FieldType, defaultValue: Value, isOptional: Bool = false, minimum: Double? = nil, maximum: Double? = nil,
    oneOf: [Value] = [], check: ((Value) throws(Failure) -> Verdict)? = nil, equality: Equality = .value,
    documentation: String? = nil
  ) {
    self.type = type
    self.defaultValue = defaultValue
    self.isOptional = isOptional
    if minimum != nil || maximum != nil || !oneOf.isEmpty || check != nil || documentation != nil {
      rules = Rules(minimum: minimum, maximum: maximum, oneOf: oneOf, check: check, documentation: documentation)
    }
    self.equality = equality
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
