/// What a key of a terminal means.
enum Key: Equatable {
  case text(String)
  case enter, tab, backspace, delete, escape
  case left, right, up, down, home, end, wordLeft, wordRight, deleteWord
  /// Ctrl with a small letter.
  case control(Character)
}

/// Bytes of a terminal into keys; a sequence may arrive in parts.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  /// Between the marks of a paste: tabs are text there.
  private var isPasting = false

  mutating func decode(_ new: [UInt8]) -> [Key] {
    bytes += new
    var keys: [Key] = []
    var at = 0
    while at < bytes.count {
      guard let (key, length) = next(bytes[at...]) else { break }
      if let key { keys.append(key) }
      at += length
    }
    bytes.removeFirst(at)
    return keys
  }

  /// A key and its bytes; a nil key is to be ignored. nil: more bytes are needed.
  private mutating func next(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (isPasting ? .text("  ") : .tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (isPasting ? nil : .control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00..<0x20: return (nil, 1)
    default: return text(bytes)
    }
  }

  /// One scalar: what is no UTF-8 is left out.
  private func text(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    let first = bytes[bytes.startIndex]
    let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
    if length == 0 { return (nil, 1) }
    let wanted = bytes.prefix(length)
    if let bad = wanted.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return (nil, bad - bytes.startIndex) }
    if wanted.count < length { return nil }
    guard let string = String(validating: wanted, as: UTF8.self) else { return (nil, length) }
    // Controls beyond ASCII have no business in a line.
    return (string.unicodeScalars.allSatisfy { (0x80..<0xA0).contains($0.value) } ? nil : .text(string), length)
  }

  private mutating func escape(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    let second = bytes[bytes.startIndex + 1]
    switch second {
    case UInt8(ascii: "["): return sequence(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return (arrow(bytes[bytes.startIndex + 2], isWord: false), 3)
    case UInt8(ascii: "b"): return (.wordLeft, 2)
    case UInt8(ascii: "f"): return (.wordRight, 2)
    case 0x7F, 0x08: return (.deleteWord, 2)
    // Escape by itself, and then another sequence.
    case 0x1B: return (.escape, 1)
    default: return (nil, 2)
    }
  }

  /// `ESC [ parameters final`.
  private mutating func sequence(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return body.count > 16 ? (nil, bytes.count) : nil
    }
    let length = end - bytes.startIndex + 1
    let parameters = String(decoding: body[..<end], as: UTF8.self).split(separator: ";")
    if bytes[end] != UInt8(ascii: "~") { return (arrow(bytes[end], isWord: parameters.count > 1), length) }
    switch parameters.first {
    case "1", "7": return (.home, length)
    case "4", "8": return (.end, length)
    case "3": return (.delete, length)
    case "200": isPasting = true
    case "201": isPasting = false
    default: break
    }
    return (nil, length)
  }

  /// - Parameter isWord: with Ctrl or Alt, an arrow goes over a word.
  private func arrow(_ final: UInt8, isWord: Bool) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): isWord ? .wordRight : .right
    case UInt8(ascii: "D"): isWord ? .wordLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }
}
