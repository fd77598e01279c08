import BindCore
import CUV
import Glibc

/// Reads one regular file: open, look, read to the end, close; each step in the thread pool.
///
/// A request under way keeps the loop alive whatever `keepsAlive` says; it is short.
final class FileRead: Token {
  /// One read, if the size does not ask for more.
  static let pieceBytes = 64 << 10
  /// One read at most.
  static let largestPieceBytes = 4 << 20

  private let path: String
  private let name: String
  private let limit: Int
  private var offset: Int64
  private unowned let loop: EventLoop
  private var completion: ((Result<[UInt8], WorldFailure>) -> Void)?
  private var descriptor: Int32 = -1
  private var bytes: [UInt8] = []
  private var buffer = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  var keepsAlive = true

  init(
    path: String, name: String, from offset: Int64, limit: Int, loop: EventLoop,
    completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) {
    self.path = path
    self.name = name
    self.offset = max(offset, 0)
    self.limit = max(limit, 0)
    self.loop = loop
    self.completion = completion
    loop.activities[ObjectIdentifier(self)] = self
    open()
  }

  deinit { buffer.deallocate() }

  var isActive: Bool { completion != nil }

  func cancel() { completion = nil }

  private func step(
    _ operation: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<uv_fs_t>, uv_fs_cb) -> Int32,
    then next: @escaping (FileRead, Int, FileRequest) -> Void
  ) {
    let request = FileRequest(loop: loop)
    let code = request.start(operation) { result, request in
      next(self, result, request)
      request.cleanUp()
    }
    if code < 0 { loop.soon("file") { self.fail(Int(code)) } }
  }

  private func open() {
    // Not blocking: a pipe without a writer must not hold a thread of the pool.
    step { loop, request, done in
      uv_fs_open(loop, request, path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, 0, done)
    } then: { read, result, _ in
      guard result >= 0 else { return read.fail(result) }
      read.descriptor = Int32(result)
      read.look()
    }
  }

  private func look() {
    guard isActive else { return close() }
    guard standsWhereItWasAdmitted() else {
      return fail(WorldFailure(.file, "\(name) was moved while it was being opened"))
    }
    step { loop, request, done in
      uv_fs_fstat(loop, request, descriptor, done)
    } then: { read, result, request in
      guard result >= 0, let about = uv_fs_get_statbuf(request.pointer)?.pointee else { return read.fail(result) }
      let mode = FileMode(about.st_mode)
      guard mode == .regular else {
        let what = mode == .folder ? "a folder" : "no regular file"
        return read.fail(WorldFailure(.file, "\(read.name) is \(what)"))
      }
      let rest = Int64(clamping: about.st_size) - read.offset
      guard rest <= Int64(read.limit) else { return read.failTooLong() }
      read.buffer = .allocate(capacity: min(max(Int(rest) + 1, FileRead.pieceBytes), FileRead.largestPieceBytes))
      read.bytes.reserveCapacity(max(Int(rest), 0))
      read.readPiece()
    }
  }

  /// Whether what was opened is what the gate saw: a folder on the way may have been exchanged for a link since.
  private func standsWhereItWasAdmitted() -> Bool {
    let place = PathWalk.link(at: "/proc/self/fd/\(descriptor)")
    // Nothing to compare with (no /proc), or the file was replaced after it was opened.
    return place == nil || place == path || place == path + " (deleted)"
  }

  private func readPiece() {
    guard isActive else { return close() }
    step { loop, request, done in
      var piece = uv_buf_init(
        UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self), UInt32(buffer.count))
      return uv_fs_read(loop, request, descriptor, &piece, 1, offset, done)
    } then: { read, count, _ in
      guard count >= 0 else { return read.fail(count) }
      guard count > 0 else { return read.finish(.success(read.bytes)) }
      guard read.bytes.count + count <= read.limit else { return read.failTooLong() }
      read.bytes.append(contentsOf: read.buffer[..<count])
      read.offset += Int64(count)
      read.readPiece()
    }
  }

  private func failTooLong() { fail(WorldFailure(.file, "\(name) is longer than \(limit) bytes")) }

  private func fail(_ code: Int) { fail(WorldFailure(code: Int32(truncatingIfNeeded: code), file: name)) }

  private func fail(_ failure: WorldFailure) { finish(.failure(failure)) }

  private func finish(_ result: Result<[UInt8], WorldFailure>) {
    close()
    guard let completion else { return }
    self.completion = nil
    loop.deliver { completion(result) }
  }

  private func close() {
    loop.activities[ObjectIdentifier(self)] = nil
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }
}

extension WorldFailure {
  /// What an errno says about a file.
  init(code: Int32, file name: String) {
    let isMissing = code == UV_ENOENT.rawValue || code == UV_ENOTDIR.rawValue
    self.init(isMissing ? .notFound : .file, "\(name): \(SystemError(code: code))")
  }
}
