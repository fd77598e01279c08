package import BindCore
package import CBindValue
import CSimdjson

/// simdjson with its buffers, used again and again. Belongs to one owner at a time.
package final class JSONParser {
  /// Buffers for longer texts are given back by `trim`, at the latest before the next text.
  private static let keptCapacityBytes = 4 << 20

  private let parser: OpaquePointer?
  /// The document that was parsed last; its pointers live until the next one.
  package let tape: UnsafeMutablePointer<bh_tape>
  /// The first integer of the last document that became a float because it does not fit 64 bits.
  package private(set) var imprecise: JSONProblem?
  private var isLarge = false

  package init() {
    parser = bh_json_open(UInt32(JSON.depthLimit))
    tape = .allocate(capacity: 1)
    tape.initialize(to: bh_tape())
  }

  deinit {
    bh_json_close(parser)
    tape.deallocate()
  }

  /// Gives back what a long text has left behind. The tape's pointers end with it.
  package func trim() {
    guard isLarge, let parser else { return }
    isLarge = false
    bh_json_trim(parser, Self.keptCapacityBytes)
  }

  /// One document as a value.
  package func value(of text: [UInt8], big: JSON.BigIntegers = .float) throws(JSONProblem) -> Value {
    let problem: JSONProblem? = text.withUnsafeBytes { bytes in
      do throws(JSONProblem) {
        try parse(bytes, big: big)
        return nil
      } catch { return error }
    }
    if let problem { throw problem }
    var reader = TapeReader(tape.pointee)
    return reader.document()
  }

  /// Fills `tape`. A byte order mark in front is passed over.
  package func parse(_ text: UnsafeRawBufferPointer, big: JSON.BigIntegers = .float) throws(JSONProblem) {
    imprecise = nil
    guard parser != nil else { throw Self.starved }
    trim()
    isLarge = text.count > Self.keptCapacityBytes
    guard text.count <= JSON.lengthLimitBytes else {
      throw JSONProblem(
        message: "the text is longer than \(JSON.lengthLimitBytes >> 20) MB", line: 1, column: 1, excerpt: "")
    }
    let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: text.dropFirst(3)) : text
    var unsignedCount = 0
    var status = parseOnce(text, &unsignedCount)
    if status == BH_JSON_NUMBER, let rewritten = BigNumbers.rewritten(text, big) {
      // simdjson reads no integer beyond 64 bits: written as a float, or as a string, it does.
      if big == .float { imprecise = BigNumbers.first(in: text) }
      status = rewritten.withUnsafeBytes { parseOnce($0, &unsignedCount) }
    }
    switch status {
    case BH_JSON_OK: break
    case BH_JSON_NO_MEMORY: throw Self.starved
    default:
      throw JSONScan.problem(in: text)
        ?? JSONProblem(message: "the text is no JSON document", line: 1, column: 1, excerpt: "")
    }
    tape.pointee.keeps_digits = big == .string
    if unsignedCount > 0, big == .float { imprecise = imprecise ?? BigNumbers.first(in: text) }
  }

  private func parseOnce(_ text: UnsafeRawBufferPointer, _ unsignedCount: inout Int) -> bh_json_status {
    bh_json_status(UInt32(bh_json_parse(parser, text.baseAddress, text.count, tape, &unsignedCount)))
  }

  private static var starved: JSONProblem {
    JSONProblem(message: "not enough memory", line: 1, column: 1, excerpt: "", isMemory: true)
  }
}
