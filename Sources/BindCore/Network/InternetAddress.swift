/// An IPv4 or IPv6 address, so that two spellings of one address are one.
package struct InternetAddress: Hashable, Sendable {
  /// Sixteen, in the order of the wire; an IPv4 address is mapped: `::ffff:a.b.c.d`.
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads `127.0.0.1`, `::1`, `fe80::1%eth0` (the zone counts for nothing). No name, no other spelling of an IPv4 address.
  package init?(_ text: String) {
    let text = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    if let four = Self.four(text) {
      bytes = Self.mappedPrefix + four
    } else if text.utf8.contains(UInt8(ascii: ":")), let sixteen = Self.sixteen(text) {
      bytes = sixteen
    } else {
      return nil
    }
  }

  private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]

  package var isVersion4: Bool { bytes.starts(with: Self.mappedPrefix) }

  /// It leads to this machine: `127.0.0.0/8`, `::1`, and the unspecified address, which connects to it too.
  package var isLoopback: Bool {
    if isVersion4 { return bytes[12] == 127 || bytes[12...].allSatisfy { $0 == 0 } }
    return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
  }

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let numbers = parts.compactMap { part -> UInt8? in
      guard part.utf8.allSatisfy(isDigit), part == "0" || part.utf8.first != UInt8(ascii: "0") else { return nil }
      return UInt8(part)
    }
    return numbers.count == 4 ? numbers : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func sixteen(_ text: Substring) -> [UInt8]? {
    guard let gap = text.firstRange(of: "::") else {
      guard let all = groups(text), all.count == 16 else { return nil }
      return all
    }
    let rest = text[gap.upperBound...]
    guard !rest.hasPrefix(":"), rest.firstRange(of: "::") == nil,
      let head = text[..<gap.lowerBound].isEmpty ? [] : groups(text[..<gap.lowerBound], mayEndInFour: false),
      let tail = rest.isEmpty ? [] : groups(rest), head.count + tail.count <= 14
    else { return nil }
    return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  private static func groups(_ text: Substring, mayEndInFour: Bool = true) -> [UInt8]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, mayEndInFour, let last = four(part) {
        bytes += last
      } else {
        guard (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16),
          part.utf8.first != UInt8(ascii: "+")
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xff)]
      }
    }
    return bytes
  }
}

extension InternetAddress: CustomStringConvertible {
  /// `127.0.0.1`, or the short form of RFC 5952: `2001:db8::1`.
  package var description: String {
    if isVersion4 { return bytes[12...].map { "\($0)" }.joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    let gap = Self.longestGap(in: groups)
    func text(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard gap.count > 1 else { return text(groups[...]) }
    return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
  }

  private static func longestGap(in groups: [UInt16]) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in groups.indices {
      guard groups[index] == 0 else {
        start = index + 1
        continue
      }
      if index + 1 - start > longest.count { longest = start..<(index + 1) }
    }
    return longest
  }
}
