import BindCore
import BindHost
import Testing

/// What a program that depends on the package can write: this target sees what is public, and nothing else.
///
/// Each has an engine of its own; only what needs a host uses that of the thread.
final class Client {
  let engine = Engine()
  private(set) var reports: [Diagnostic] = []
  /// What was delivered, in order.
  var log: [String] = []

  init() { engine.onError { [unowned self] in reports.append($0) } }

  var ids: [DiagnosticID] { reports.map(\.id) }

  func ref<Content>(_ value: Content, _ name: String = "ref") -> Ref<Content> {
    Ref(value, name: name, engine: engine)
  }
}

/// The id of what the body throws.
func id(_ body: () throws -> Void) -> DiagnosticID? {
  do {
    try body()
    return nil
  } catch {
    return diagnostic(of: error)?.id
  }
}

func diagnostic(of error: any Error) -> Diagnostic? {
  switch error {
  case let diagnostic as Diagnostic: diagnostic
  case Failure.diagnostic(let diagnostic) as Failure: diagnostic
  default: nil
  }
}

struct Broken: Error, Equatable { var number = 1 }

struct Todo: ScriptCodable, Equatable {
  var id: Int
  var text: String
  var done = false
}

/// Turns a host's loop until something is so.
func turn(_ host: Host, until condition: () -> Bool) -> Bool {
  for _ in 0..<5000 {
    if condition() { return true }
    host.pump()
    waitAMillisecond()
  }
  return condition()
}

private func waitAMillisecond() {
  let end = ContinuousClock.now + .milliseconds(1)
  while ContinuousClock.now < end {}
}
