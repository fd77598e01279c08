extension Definition {
  /// Reads the notation. What cannot be read is left out; a test reads every definition.
  init(_ text: StaticString) { self.init(text.description) }

  init(_ text: String) {
    var lines = text.split(separator: "\n")[...]
    if let signature = lines.popFirst() { read(signature: signature) }
    for line in lines {
      switch line.first {
      case "-": read(option: line.dropFirst(2))
      case "+": read(group: line.dropFirst(2))
      case ">": example.append(String(line.dropFirst(2)))
      default: summary += (summary.isEmpty ? "" : " ") + line
      }
    }
  }

  private mutating func read(signature: Substring) {
    var list = signature
    if let arrow = signature.endOfParameters {
      list = signature[..<arrow]
      let behind = signature[signature.index(after: arrow)...].dropFirst(4)
      results = behind.isEmpty ? [] : behind.splitOutsideBrackets(at: ",").map { String($0.trimmed) }
    }
    for part in list.dropFirst().splitOutsideBrackets(at: ",") where !part.trimmed.isEmpty {
      let (name, type) = part.trimmed.cut(at: ": ")
      let isOptional = name.last == "?"
      parameters.append(
        Parameter(name: String(isOptional ? name.dropLast() : name), type: type ?? "options", isOptional: isOptional))
    }
  }

  private mutating func read(option: Substring) {
    let (name, rest) = option.cut(at: ": ")
    let (head, sentence) = (rest ?? "")[...].cut(at: ". ")
    let (type, value) = head.cut(at: " = ")
    guard name != "..." else {
      allowsOthers = true
      return
    }
    options.append(
      Option(name: String(name), type: String(type), defaultText: value, sentence: sentence ?? ""))
  }

  private mutating func read(group line: Substring) {
    let (name, excluded) = line.cut(at: " without ")
    guard let group = OptionGroup(rawValue: String(name)) else { return }
    let names = Set((excluded ?? "").split(separator: ",").map { $0.trimmed })
    let known = Set(options.map(\.name))
    options += group.options.filter { !names.contains($0.name[...]) && !known.contains($0.name) }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Before and behind the first place; nil behind if there is none.
  fileprivate func cut(at separator: String) -> (Substring, String?) {
    guard let range = firstRange(of: separator) else { return (self, nil) }
    return (self[..<range.lowerBound], String(self[range.upperBound...]))
  }

  /// The bracket that closes the first one.
  fileprivate var endOfParameters: Index? {
    var depth = 0
    for index in indices {
      if self[index] == "(" { depth += 1 }
      if self[index] == ")" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  fileprivate func splitOutsideBrackets(at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = startIndex
    for index in indices {
      switch self[index] {
      case "(", "{": depth += 1
      case ")", "}": depth -= 1
      case separator where depth == 0:
        parts.append(self[start..<index])
        start = self.index(after: index)
      default: break
      }
    }
    parts.append(self[start...])
    return parts
  }
}
