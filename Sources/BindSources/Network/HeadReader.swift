import BindCore

/// Puts the head of an answer together from its lines, as libcurl hands them out; interim answers (1xx) are passed over.
struct HeadReader {
  private var status = 0
  private var version = ""
  private var headers = HTTPHeaders()

  /// - Parameter line: with its line end.
  /// - Returns: the head, at its last line.
  mutating func read(_ line: String) -> HTTPHead? {
    let line = String(line.reversed().drop { $0.isNewline }.reversed())
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ", maxSplits: 2)
      version = String(words[0].dropFirst(5))
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      headers = HTTPHeaders()
      return nil
    }
    if line.isEmpty { return status >= 200 ? HTTPHead(status: status, headers: headers, version: version) : nil }
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    headers.add(String(line[..<colon]), String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed()))
    return nil
  }
}
