import BindCore
import Glibc

/// The executable from its words to its exit code. Everything but running a script is done here.
package struct Program {
  package var environment: (String) -> String?
  package var isErrorTerminal: Bool
  package var isOutputTerminal = false
  /// Writes to standard output and standard error.
  package var output: (String) -> Void
  package var errors: (String) -> Void

  package init(
    environment: @escaping (String) -> String?, isErrorTerminal: Bool, output: @escaping (String) -> Void,
    errors: @escaping (String) -> Void
  ) {
    self.environment = environment
    self.isErrorTerminal = isErrorTerminal
    self.output = output
    self.errors = errors
  }

  /// This process.
  package static var current: Program {
    var program = Program(
      environment: { name in getenv(name).map { String(cString: $0) } },
      isErrorTerminal: isatty(STDERR_FILENO) == 1,
      output: { writeAll($0, to: STDOUT_FILENO) },
      errors: { writeAll($0, to: STDERR_FILENO) })
    program.isOutputTerminal = isatty(STDOUT_FILENO) == 1
    return program
  }

  /// - Parameters:
  ///   - words: what stands behind the program's name.
  ///   - run: runs a script that has been read; errors that nobody catches go to the reporter.
  package func main(
    _ words: [String], run: (RunOptions, ScriptText, Reporter) -> ExitCode
  ) -> ExitCode {
    let options: RunOptions
    do throws(Diagnostic) {
      switch try Command.parse(words) {
      case .help(let verb):
        output(HelpText.text(verb: verb))
        return .ok
      case .version:
        output(Library.versions)
        return .ok
      case .tool(let call): return call.perform(self)
      case .run(let parsed): options = parsed
      }
    } catch {
      reporter(color: .auto).report(error)
      return .usage
    }
    let reporter = reporter(color: options.color)
    do throws(Diagnostic) {
      let script = try ScriptText.load(options.script)
      reporter.know(script.bytes, of: script.name)
      return run(options, script, reporter)
    } catch {
      reporter.report(error)
      return .noSuchFile
    }
  }

  func reporter(color: RunOptions.ColorChoice) -> Reporter {
    Reporter(
      usesColor: color.usesColor(isTerminal: isErrorTerminal, environment: environment),
      usesASCII: prefersASCII(environment: environment), write: errors)
  }
}

/// Writes the whole text; what the other end does not want any more is dropped.
/// - Returns: 0, or the errno of what stopped it.
@discardableResult
func writeAll(_ text: String, to file: Int32) -> Int32 { writeAll(Array(text.utf8), to: file) }

@discardableResult
func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var descriptor = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

/// Opens what the caller of the process has closed of 0, 1 and 2 on nothing: else the next file opened would stand there.
package func openStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDWR)
  }
}
