/// A place in a script.
public struct SourcePosition: Hashable, Sendable {
  /// The script's name as its author knows it: the path given on the command line, `-` or `-e`.
  public var script: String
  /// Counted from 1.
  public var line: Int
  /// Counted in characters from 1; nil where only the line is known. It is never guessed.
  public var column: Int?

  public init(script: String, line: Int, column: Int? = nil) {
    self.script = script
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `settings.lua:22:64`, or without the column where it is not known.
  public var description: String {
    guard let column else { return "\(script):\(line)" }
    return "\(script):\(line):\(column)"
  }
}
