/// Which requests a stub answers: a path, a whole URL, or a pattern of either; a method may stand in front.
package struct StubPattern: Hashable, Sendable {
  /// As it was given.
  package let text: String
  /// In capitals; nil: any.
  package let method: String?
  /// Without the method.
  package let url: String

  package init(_ text: String) {
    self.text = text
    let parts = text.split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[0].allSatisfy({ ("A"..."Z").contains($0) }) {
      method = String(parts[0])
      url = String(parts[1])
    } else {
      method = nil
      url = text
    }
  }

  /// It has what only a Lua pattern has: `%d`, `.*`, `.+`, `.-`, `[…]`.
  package var isLuaPattern: Bool {
    if url.contains(".*") || url.contains(".+") || url.contains(".-") || url.contains("[") { return true }
    var follows = false
    for character in url {
      if follows, "acdglpsuwxACDGLPSUWX.-?+*%".contains(character) { return true }
      follows = character == "%"
    }
    return false
  }
}
