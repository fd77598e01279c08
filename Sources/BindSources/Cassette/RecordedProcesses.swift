import BindCore

/// Programs whose output is written down.
final class RecordedProcesses: ProcessPerformer {
  private let processes: any ProcessPerformer
  private let recorder: CassetteRecorder
  private let clock: any WorldClock

  init(_ processes: any ProcessPerformer, _ recorder: CassetteRecorder, clock: any WorldClock) {
    self.processes = processes
    self.recorder = recorder
    self.clock = clock
  }

  func spawn(
    _ process: AdmittedProcess, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) -> any ProcessToken {
    let start = clock.now
    let entry = recorder.ask(Cassette.question(process.request), input: process.request.stdin ?? [])
    let listener: (ProcessStream, [UInt8]) -> Void = { [recorder, clock] stream, bytes in
      recorder.note(.output(bytes, isError: stream == .err), in: entry, after: clock.now - start)
      onOutput?(stream, bytes)
    }
    return processes.spawn(process, onOutput: listener) { [recorder, clock] outcome in
      let what: Cassette.What =
        switch (outcome.status, outcome.failure) {
        case (.exited(let code)?, _): .exited(code)
        case (.signalled(let number)?, _): .signalled(number)
        case (nil, let failure?): .failed(kind: failure.kind.rawValue, message: failure.message, detail: failure.detail)
        case (nil, nil): .exited(0)
        }
      recorder.note(what, in: entry, after: clock.now - start)
      completion(outcome)
    }
  }
}
