import BindCore
import Foundation
import Testing

import class BindHost.Host

/// What a program that depends on the package can write: this target sees what is public, and nothing else.
///
/// The engine is that of the thread, and each test has one of its own: `.ownThread`.
final class Client {
  let engine = Engine.current
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
///
/// Tasks of Swift's wait until a thread of theirs is free, which other tests may hold for minutes.
func turn(_ host: Host, until condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(240)
  while ContinuousClock.now < end {
    if condition() { return true }
    host.pump()
    usleep(500)
  }
  return condition()
}

/// Each test runs on a thread of its own, and so with an engine of its own.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    let executor = ThreadExecutor()
    defer { executor.end() }
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  static var ownThread: OwnThread { OwnThread() }
}

final class ThreadExecutor: TaskExecutor {
  private let condition = NSCondition()
  nonisolated(unsafe) private var jobs: [UnownedJob?] = []

  init() {
    Thread.detachNewThread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  private func next() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty { condition.wait() }
    return jobs.removeFirst()
  }

  private func add(_ job: UnownedJob?) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }
  /// Behind all that it has been given.
  func end() { add(nil) }
}
