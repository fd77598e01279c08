import CMicrohttpd

/// One request that has arrived: whoever serves it answers it, at once or later.
package final class ServedRequest {
  package let method: String
  /// Without the query, percent signs decoded.
  package let path: String
  package let body: [UInt8]
  private var pointer: OpaquePointer?
  private weak var server: HTTPServer?
  private var hasBegun = false
  /// Called when everything written so far has been taken: more may be written, now or later.
  package var onDrained: (() -> Void)?
  /// Called once, when the other side has left or everything was sent.
  package var onOver: (() -> Void)?

  init(_ pointer: OpaquePointer, server: HTTPServer) {
    self.pointer = pointer
    self.server = server
    method = String(cString: bh_request_method(pointer))
    path = String(cString: bh_request_path(pointer))
    var count = 0
    let bytes = bh_request_body(pointer, &count)
    body = bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  package func header(_ name: String) -> String? {
    pointer.flatMap { bh_request_header($0, name) }.map { String(cString: $0) }
  }

  package func query(_ name: String) -> String? {
    pointer.flatMap { bh_request_query($0, name) }.map { String(cString: $0) }
  }

  /// False when nobody waits for the answer any more.
  package var isOpen: Bool { pointer != nil }

  /// Bytes of the answer that wait to be sent.
  package var waitingCount: Int { pointer.map { bh_answer_waiting($0) } ?? 0 }

  /// The whole answer.
  package func answer(status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    begin(status: status, headers: headers, length: body.count)
    write(body)
    end()
  }

  /// Begins an answer. Only the first one counts.
  /// - Parameter length: nil: not known, sent in chunks.
  package func begin(status: Int, headers: [(name: String, value: String)] = [], length: Int? = nil) {
    guard let pointer, !hasBegun else { return }
    hasBegun = true
    let texts = headers.flatMap { [$0.name, $0.value] }.map { Array($0.utf8CString) }
    withPointers(to: texts[...], []) { lines in
      bh_answer_begin(pointer, Int32(status), lines, headers.count, length.map { Int64($0) } ?? -1)
    }
    server?.runSoon()
  }

  /// Pointers to all the texts at once.
  private func withPointers(
    to texts: ArraySlice<[CChar]>, _ found: [UnsafePointer<CChar>?], _ body: ([UnsafePointer<CChar>?]) -> Void
  ) {
    guard let first = texts.first else { return body(found) }
    first.withUnsafeBufferPointer { withPointers(to: texts.dropFirst(), found + [$0.baseAddress], body) }
  }

  package func write(_ bytes: [UInt8]) {
    guard let pointer, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { bh_answer_write(pointer, $0.baseAddress, $0.count) }
    server?.runSoon()
  }

  /// - Parameter cut: the connection is closed in the middle of the answer.
  package func end(cut: Bool = false) {
    guard let pointer else { return }
    bh_answer_end(pointer, cut)
    server?.runSoon()
  }

  func close() {
    pointer = nil
    let told = onOver
    onOver = nil
    onDrained = nil
    told?()
  }
}
