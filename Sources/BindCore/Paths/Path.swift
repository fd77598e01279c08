/// Where a value sits below a model: `colors.primary`, `todos[2].done`, `hosts["a.b"].load`.
public struct Path: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// A field of a record or a key of a map.
    case field(ByteString)
    /// A place in a list, counted from 1 as in Lua.
    case index(Int)
  }

  public var steps: [Step]

  public init(_ steps: [Step] = []) { self.steps = steps }

  public func appending(_ step: Step) -> Path { Path(steps + [step]) }
}

/// What is wrong with the text of a path, and at which byte, counted from 1.
public struct PathSyntaxError: Error, Equatable {
  public let message: String
  public let column: Int
}

extension Path {
  /// Reads `a.b[2]["x.y"]`. A name is any run of bytes without `.`, `[`, `]` and quotes; others go in `["…"]`,
  /// where `\"` and `\\` stand for a quote and a backslash.
  public init(parsing text: ByteString) throws(PathSyntaxError) {
    var parser = PathParser(bytes: text.bytes)
    self.init(try parser.steps())
  }

  public init(parsing text: String) throws(PathSyntaxError) { try self.init(parsing: ByteString(text)) }
}

extension Path: CustomStringConvertible {
  /// The canonical text: parsing it gives the same path.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .field(let name) where name.isPlainPathName: text += text.isEmpty ? name.text : "." + name.text
      case .field(let name):
        let quoted = name.text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        text += "[\"\(quoted)\"]"
      }
    }
    return text
  }
}

extension Path.Step {
  /// What stands there below something of that name: `name.field`, `name[2]`.
  func name(below name: String) -> String {
    let suffix = Path([self]).description
    return suffix.hasPrefix("[") ? name + suffix : "\(name).\(suffix)"
  }
}

extension ByteString {
  fileprivate var isPlainPathName: Bool {
    !isEmpty && !bytes.contains { PathParser.delimiters.contains($0) }
  }
}

private struct PathParser {
  static let dot = UInt8(ascii: ".")
  static let open = UInt8(ascii: "[")
  static let close = UInt8(ascii: "]")
  static let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  static let backslash = UInt8(ascii: "\\")
  static let delimiters: [UInt8] = [dot, open, close] + quotes

  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func steps() throws(PathSyntaxError) -> [Path.Step] {
    guard !bytes.isEmpty else { throw failure("the path is empty") }
    var steps: [Path.Step] = []
    while position < bytes.count {
      if bytes[position] == Self.open {
        steps.append(try bracket())
      } else {
        if !steps.isEmpty {
          guard bytes[position] == Self.dot else { throw failure("'.' or '[' expected") }
          position += 1
        }
        steps.append(.field(try name()))
      }
    }
    return steps
  }

  private mutating func name() throws(PathSyntaxError) -> ByteString {
    let start = position
    while position < bytes.count, !Self.delimiters.contains(bytes[position]) { position += 1 }
    guard position > start else { throw failure("a field name is missing") }
    return ByteString(bytes: Array(bytes[start..<position]))
  }

  private mutating func bracket() throws(PathSyntaxError) -> Path.Step {
    position += 1
    guard position < bytes.count else { throw failure("']' is missing") }
    let step: Path.Step
    if Self.quotes.contains(bytes[position]) { step = .field(try quoted()) } else { step = .index(try index()) }
    guard position < bytes.count, bytes[position] == Self.close else { throw failure("']' is missing") }
    position += 1
    return step
  }

  private mutating func quoted() throws(PathSyntaxError) -> ByteString {
    let quote = bytes[position]
    position += 1
    var name: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == Self.backslash, position + 1 < bytes.count { position += 1 }
      name.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else { throw failure("the closing quote is missing") }
    position += 1
    return ByteString(bytes: name)
  }

  private mutating func index() throws(PathSyntaxError) -> Int {
    let start = position
    while position < bytes.count, bytes[position] != Self.close { position += 1 }
    guard let index = Int(String(decoding: bytes[start..<position], as: UTF8.self)), index >= 1 else {
      position = start
      throw failure("a list index (1, 2, …) or a quoted key is expected")
    }
    return index
  }

  private func failure(_ message: String) -> PathSyntaxError {
    PathSyntaxError(message: message, column: position + 1)
  }
}
