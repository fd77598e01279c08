import BindCore
import BindLua
import BindSources
import Glibc

/// `bindhost test`: from the paths to the exit code.
package final class TestRun {
  private let options: TestOptions
  private let reporter: Reporter
  private let write: (String) -> Void
  private let usesColor: Bool
  private let usesASCII: Bool
  private let stop = TestStop()
  /// Of the file that runs now.
  private var sources: [String: String] = [:]
  private var bench: TestBench?

  /// - Parameters:
  ///   - reporter: for what is no result of a test.
  ///   - write: standard output.
  package init(
    _ options: TestOptions, reporter: Reporter, usesColor: Bool, usesASCII: Bool, write: @escaping (String) -> Void
  ) {
    self.options = options
    self.reporter = reporter
    self.usesColor = usesColor
    self.usesASCII = usesASCII
    self.write = write
  }

  /// Ends the process by the signal that stopped the tests, once the totals are written.
  package func perform() -> ExitCode {
    Signals.handled.block()
    stop.listen()
    let code = options.watches ? TestWatch(options.paths, stop: stop).perform(runOnce) : runOnce()
    stop.finish()
    if stop.isStopped { Signals.die(by: stop.received) }
    return code
  }

  private func runOnce() -> ExitCode {
    let files: [TestFile]
    do throws(Diagnostic) { files = try TestFile.find(options.paths, in: Self.workingFolder()) } catch {
      reporter.report(error)
      return .noSuchFile
    }
    let plan = TestPlan(options)
    let voice = TestVoice(write: write, usesColor: usesColor, usesASCII: usesASCII) { [unowned self] script in
      bench?.sources[script] ?? sources[script]
    }
    let output = options.format.reporter(voice)
    output.began(seed: plan.seed)
    let began = ContinuousClock.now
    var totals = TestTotals()
    var available = 0
    for file in plan.ordered(files) where !stop.isStopped {
      let goesOn = run(file, plan, &available, output) { result in
        totals.add(result)
        output.finished(result)
        return !(options.failsFast && result.status == .failed)
      }
      totals.files += 1
      if !goesOn { break }
    }
    totals.duration = ContinuousClock.now - began
    output.ended(totals, isComplete: !stop.isStopped)
    if totals.count == 0, !stop.isStopped {
      let words = options.filter.map { "--filter '\($0)' is in none of \(available) tests" } ?? "there are no tests"
      reporter.report(Diagnostic(.cliUsage, words))
      return .usage
    }
    return totals.failed > 0 || stop.isStopped ? .failure : .ok
  }

  /// - Parameter told: hears of each result; false ends the run.
  /// - Returns: whether the run goes on.
  private func run(
    _ file: TestFile, _ plan: TestPlan, _ available: inout Int, _ output: any TestReporter,
    _ told: (TestResult) -> Bool
  ) -> Bool {
    let bench: TestBench
    do { bench = try TestBench(file, options, stop: stop) } catch { return told(unreadable(file, error)) }
    self.bench = bench
    defer {
      sources.merge(bench.sources) { _, new in new }
      self.bench = nil
      bench.close()
    }
    let suite: TestSuite
    do { suite = try bench.read() } catch { return told(unreadable(file, error)) }
    available += suite.tests.count
    if !bench.printedWhileRead.isEmpty { output.read(file.name, printing: bench.printedWhileRead) }
    for test in plan.tests(of: suite, in: file) where !stop.isStopped {
      let result = bench.result(of: test)
      // What was stopped in the middle is no result.
      if stop.isStopped { return false }
      guard told(result) else { return false }
    }
    return true
  }

  private func unreadable(_ file: TestFile, _ error: any Error) -> TestResult {
    let diagnostic = error as? Diagnostic ?? Diagnostic(.hostInternal, "\(error)")
    return TestResult(file: file.name, error: diagnostic)
  }

  private static func workingFolder() -> String {
    guard let raw = getcwd(nil, 0) else { return "/" }
    defer { free(raw) }
    return String(cString: raw)
  }
}
