import BindCore

/// What an expectation found, in words: one sentence, then both sides in full where they do not fit into it.
struct Finding {
  /// Characters of a sentence that holds both sides.
  private static let sentenceLimit = 100
  /// Lines of a text that is shown whole.
  private static let lineLimit = 60

  /// Such as `to contain`; empty for equality.
  let relation: String
  let expected: Picture?
  let actual: Picture
  let isNegated: Bool
  /// What else there is to say of it.
  var notes: [String] = []

  init(_ relation: String, expected: Picture?, actual: Picture, isNegated: Bool, notes: [String] = []) {
    self.relation = relation
    self.expected = expected
    self.actual = actual
    self.isNegated = isNegated
    self.notes = notes
  }

  var diagnostic: Diagnostic {
    let wanted = [isNegated ? "not" : "", relation, expected?.text() ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
    let found = actual.text()
    if wanted.count + found.count <= Self.sentenceLimit, !isLong(actual), !(expected.map(isLong) ?? false) {
      return Diagnostic(.testFailed, "expected \(wanted), got \(found)", notes: differences + notes)
    }
    let words = [isNegated ? "not" : "", relation].filter { !$0.isEmpty }.joined(separator: " ")
    let sentence =
      words.isEmpty ? "the value is not the expected one" : "expected the value \(words) what is shown below"
    return Diagnostic(.testFailed, sentence, notes: sides + differences + notes)
  }

  private func isLong(_ picture: Picture) -> Bool {
    if case .string(let string) = picture { return string.bytes.contains(UInt8(ascii: "\n")) }
    return false
  }

  private var sides: [String] {
    var lines: [String] = []
    if let expected { lines += side("expected  ", expected) }
    return lines + side("got       ", actual)
  }

  private func side(_ lead: String, _ picture: Picture) -> [String] {
    guard case .string(let string) = picture, isLong(picture) else { return [lead + picture.text(limit: 1000)] }
    let lines = string.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let shown = lines.prefix(Self.lineLimit).map { "  \($0)" }
    return [lead + "\(lines.count) lines:\n" + shown.joined(separator: "\n")]
      + (lines.count > Self.lineLimit ? ["  … and \(lines.count - Self.lineLimit) more"] : [])
  }

  /// Where tables differ; of texts of several lines, the first line that does.
  private var differences: [String] {
    guard relation.isEmpty, !isNegated, let expected else { return [] }
    if case .string(let mine) = actual, case .string(let wanted) = expected, isLong(actual) || isLong(expected) {
      return lineDifference(mine.text, wanted.text)
    }
    return actual.differences(from: expected)
  }

  private func lineDifference(_ mine: String, _ wanted: String) -> [String] {
    let mine = mine.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(mine.count, wanted.count) {
      let left = index < mine.count ? Picture.quoted(ByteString(String(mine[index]))) : "nothing"
      let right = index < wanted.count ? Picture.quoted(ByteString(String(wanted[index]))) : "nothing"
      if left != right { return ["line \(index + 1): expected \(right), got \(left)"] }
    }
    return []
  }
}
