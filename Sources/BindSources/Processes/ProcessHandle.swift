import BindCore
import CUV
import Glibc

/// A child process in its own session and group, until it is reaped.
final class ProcessHandle: Handle {
  private var exited: ((ProcessStatus) -> Void)?

  /// What `uv_spawn` needs, as C strings and numbers.
  struct Launch {
    var executable: String
    var argv: [ByteString]
    var environment: [String]
    var cwd: String?
    /// Descriptors for the child's 0, 1 and 2; a negative one is `/dev/null`.
    var descriptors: (stdin: Int32, out: Int32, err: Int32)
  }

  init(_ launch: Launch, on loop: EventLoop, exited: @escaping (ProcessStatus) -> Void) throws(SystemError) {
    self.exited = exited
    var code: Int32 = 0
    try super.init(.process, type: UV_PROCESS, on: loop) { loop, memory in
      code = Self.spawn(launch, loop, memory.assumingMemoryBound(to: uv_process_t.self))
      return 0  // libuv has the handle also after a failed start: it must be closed like any other
    }
    bh_unblock_signal(SIGCHLD)
    guard code >= 0 else {
      close()
      throw SystemError(code: code)
    }
  }

  /// The process id, which is also its group's.
  var id: Int32 { uv_process_get_pid(typed(uv_process_t.self)) }

  override func willClose() { exited = nil }

  private static func spawn(
    _ launch: Launch, _ loop: UnsafeMutablePointer<uv_loop_t>, _ process: UnsafeMutablePointer<uv_process_t>
  ) -> Int32 {
    let argv = CStrings(launch.argv.map(\.bytes))
    let environment = CStrings(launch.environment.map { Array($0.utf8) })
    defer {
      argv.free()
      environment.free()
    }
    func stdio(_ descriptor: Int32) -> uv_stdio_container_t {
      var container = uv_stdio_container_t()
      container.flags = descriptor < 0 ? UV_IGNORE : UV_INHERIT_FD
      container.data.fd = descriptor
      return container
    }
    let (stdin, out, err) = launch.descriptors
    var containers = [stdio(stdin), stdio(out), stdio(err)]
    var options = uv_process_options_t()
    options.flags = UV_PROCESS_DETACHED.rawValue
    options.exit_cb = { process, status, signal in
      guard let handle = ProcessHandle.of(process), let exited = handle.exited else { return }
      handle.close()
      exited(signal != 0 ? .signalled(signal) : .exited(Int32(truncatingIfNeeded: status)))
    }
    options.args = argv.pointer
    options.env = environment.pointer
    return containers.withUnsafeMutableBufferPointer { containers in
      options.stdio = containers.baseAddress
      options.stdio_count = Int32(containers.count)
      return launch.executable.withCString { executable in
        options.file = executable
        guard let cwd = launch.cwd else { return uv_spawn(loop, process, &options) }
        return cwd.withCString { cwd in
          options.cwd = cwd
          return uv_spawn(loop, process, &options)
        }
      }
    }
  }
}

/// A null-terminated array of C strings.
private struct CStrings {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [[UInt8]]) {
    count = strings.count
    pointer = .allocate(capacity: strings.count + 1)
    for (index, bytes) in strings.enumerated() {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (place, byte) in bytes.enumerated() { copy[place] = CChar(bitPattern: byte) }
      copy[bytes.count] = 0
      (pointer + index).initialize(to: copy)
    }
    (pointer + count).initialize(to: nil)
  }

  func free() {
    for index in 0..<count { pointer[index]?.deallocate() }
    pointer.deallocate()
  }
}
