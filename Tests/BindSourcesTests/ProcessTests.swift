import BindCore
import BindSources
import Foundation
import Testing

@Suite("Real processes", .serialized) struct ProcessTests {
  @Test func outputErrorsAndStatusComeBack() throws {
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .shell("echo out; echo err >&2; exit 3"))
      #expect(text(outcome.out) == "out\n")
      #expect(text(outcome.err) == "err\n")
      #expect(outcome.status == .exited(3))
      #expect(outcome.failure?.kind == .exit)
      #expect(outcome.failure?.status == 3)
    }
  }

  @Test func successIsNoFailure() throws {
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .init(argv: ["true"]))
      #expect(outcome.status == .exited(0))
      #expect(outcome.failure == nil)
    }
  }

  @Test func argumentsReachTheProgramAsTheyAre() throws {
    try withRealWorld { real throws in
      let odd = ByteString(bytes: [0x24, 0x28, 0xff, 0x27, 0x20, 0x2a])
      let outcome = try real.outcome(of: .init(argv: ["printf", "%s|%s", odd, ""]))
      #expect(outcome.out == odd.bytes + [0x7c])
    }
  }

  @Test func inputOfAnySizeIsReadAndAProgramThatIgnoresItIsFine() throws {
    try withRealWorld { real throws in
      let bytes = [UInt8](repeating: 0x61, count: 3 << 20)
      let counted = try real.outcome(of: .init(argv: ["wc", "-c"], stdin: bytes))
      #expect(text(counted.out).trimmingCharacters(in: .whitespacesAndNewlines) == "\(3 << 20)")
      #expect(try real.outcome(of: .init(argv: ["true"], stdin: bytes)).failure == nil)
      #expect(try real.outcome(of: .init(argv: ["cat"])).out == [])
    }
  }

  @Test func outputIsStreamedWhileTheProgramRuns() throws {
    try withRealWorld { real throws in
      let folder = try TemporaryFolder()
      var seen = ""
      var isOver = false
      // It goes on only after its first line has been seen: no streaming, no end.
      let script = "echo one; while [ ! -e '\(folder("go"))' ]; do sleep 0.01; done; echo two"
      try real.world.processes.spawn(.shell(script)) { stream, bytes in
        #expect(stream == .out)
        seen += text(bytes)
        if seen == "one\n" { _ = try? folder.write("", to: "go") }
      } completion: {
        isOver = true
        #expect(text($0.out) == "one\ntwo\n")
      }
      try real.wait(for: "both lines", until: { isOver })
      #expect(seen == "one\ntwo\n")
    }
  }

  @Test func aMissingProgramIsNotFoundAndNotInsideTheCall() throws {
    try withRealWorld { real throws in
      for program in ["no-such-program-here", "/no/such/program", "/etc/passwd"] {
        var outcome: ProcessOutcome?
        try real.world.processes.spawn(.init(argv: [ByteString(program)])) { outcome = $0 }
        #expect(outcome == nil)
        try real.wait(for: "the failure") { outcome != nil }
        #expect(outcome?.failure?.kind == .notFound)
        #expect(outcome?.status == nil)
        #expect(outcome?.failure?.message.contains(program) == true)
      }
    }
  }

  @Test func mistakesAreNamed() throws {
    try withRealWorld { real throws in
      #expect(try real.outcome(of: .init(argv: [])).failure?.kind == .programming)
      let zero = ByteString(bytes: [0x61, 0, 0x62])
      #expect(try real.outcome(of: .init(argv: ["echo", zero])).failure?.kind == .programming)
      #expect(try real.outcome(of: .init(argv: ["echo"], environment: ["A=B": "c"])).failure?.kind == .programming)
      #expect(try real.outcome(of: .init(argv: ["pwd"], cwd: "/no/such/folder")).failure?.kind == .file)
      #expect(try real.outcome(of: .init(argv: ["pwd"], cwd: "/etc/passwd")).failure?.kind == .file)
      #expect(try text(real.outcome(of: .init(argv: ["pwd"], cwd: "/usr")).out) == "/usr\n")
    }
  }

  @Test func aSignalIsReportedAsOne() throws {
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .shell("kill -9 $$"))
      #expect(outcome.status == .signalled(9))
      #expect(outcome.failure?.kind == .signal)
      #expect(outcome.failure?.status == 9)
    }
  }

  @Test func aTimeOutEndsTheWholeGroupAndKeepsWhatWasWritten() throws {
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .shell("sleep 300 & echo $!; wait", timeout: .milliseconds(100)))
      #expect(outcome.failure?.kind == .timeout)
      let grandchild = try #require(Int32(text(outcome.out).trimmingCharacters(in: .whitespacesAndNewlines)))
      try real.wait(for: "the grandchild is gone") { !isRunning(grandchild) }
    }
  }

  @Test func aGroupThatIgnoresSIGTERMIsKilled() throws {
    try withRealWorld { real throws in
      let started = ContinuousClock.now
      let outcome = try real.outcome(
        of: .shell(
          "trap '' TERM; (trap '' TERM; while :; do sleep 0.05; done) & echo $!; while :; do sleep 0.05; done",
          timeout: .milliseconds(50)))
      #expect(outcome.failure?.kind == .timeout)
      #expect(outcome.status == .signalled(9))
      #expect(ContinuousClock.now - started >= .seconds(2))
      let grandchild = try #require(Int32(text(outcome.out).trimmingCharacters(in: .whitespacesAndNewlines)))
      try real.wait(for: "the grandchild is gone") { !isRunning(grandchild) }
    }
  }

  @Test func cancelIsSilentIdempotentAndToldWhenEverythingIsGone() throws {
    try withRealWorld { real throws in
      let folder = try TemporaryFolder()
      var isGone = false
      // The program cleans up when asked to end: cancel waits for that.
      let script =
        "trap 'echo bye; echo done > \"\(folder("clean"))\"; exit 0' TERM; echo $$ > \"\(folder("id"))\"; while :; do sleep 0.01; done"
      let token = try real.world.processes.spawn(.shell(script)) { _, _ in
        Issue.record("no output is told after cancel")
      } completion: { _ in
        Issue.record("no completion after cancel")
      }
      try real.wait(for: "the program runs") {
        (try? String(contentsOfFile: folder("id"), encoding: .utf8))?.hasSuffix("\n") == true
      }
      token.cancel { isGone = true }
      token.cancel()
      #expect(!token.isActive)
      #expect(!isGone)
      try real.wait(for: "it is gone") { isGone }
      #expect(FileManager.default.fileExists(atPath: folder("clean")))
      let id = try #require(
        try Int32(String(contentsOfFile: folder("id"), encoding: .utf8).trimmingCharacters(in: .newlines)))
      #expect(kill(id, 0) == -1, "reaped, not a zombie")
      var again = false
      token.cancel { again = true }
      try real.wait(for: "a late question is answered too") { again }
    }
  }

  @Test func tooMuchOutputEndsTheRun() throws {
    try withRealWorld { real throws in
      var request = ProcessRequest(argv: ["yes"])
      request.outputLimit = 100_000
      let outcome = try real.outcome(of: request)
      #expect(outcome.failure?.kind == .signal)
      #expect(outcome.out.count <= 100_000)
      #expect(outcome.failure?.message.contains("100000") == true)
    }
  }

  @Test func whatIsNotCollectedIsNotLimited() throws {
    try withRealWorld { real throws in
      var seen = 0
      var request = ProcessRequest(argv: ["head", "-c", "1000000", "/dev/zero"], collectsOutput: false)
      request.outputLimit = 10
      var outcome: ProcessOutcome?
      try real.world.processes.spawn(request) {
        seen += $1.count
      } completion: {
        outcome = $0
      }
      try real.wait(for: "the end") { outcome != nil }
      #expect(seen == 1_000_000)
      #expect(outcome?.failure == nil)
      #expect(outcome?.out == [])
    }
  }

  @Test func aDescendantThatKeepsTheOutputOpenDoesNotHoldTheRunForEver() throws {
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .shell("sleep 300 & echo $!"))
      #expect(outcome.failure == nil)
      let left = try #require(Int32(text(outcome.out).trimmingCharacters(in: .whitespacesAndNewlines)))
      try real.wait(for: "it is gone") { !isRunning(left) }
    }
  }

  @Test func onlyAFewVariablesAreInheritedAndTheGivenOnesAreSet() throws {
    setenv("BINDHOST_TEST_SECRET", "1", 1)
    setenv("LD_BINDHOST_TEST", "1", 1)
    defer {
      unsetenv("BINDHOST_TEST_SECRET")
      unsetenv("LD_BINDHOST_TEST")
    }
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .init(argv: ["env"], environment: ["GIVEN": "a b"]))
      let names = text(outcome.out).split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
      let expected: Set = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "GIVEN"]
      #expect(names.filter { !expected.contains($0) && !$0.hasPrefix("LC_") } == [])
      #expect(text(outcome.out).contains("GIVEN=a b\n"))
      #expect(names.contains("PATH"))
    }
  }

  @Test func theProgramHasItsThreeStreamsAndItsOwnGroup() throws {
    try withRealWorld { real throws in
      let outcome = try real.outcome(of: .shell("echo hello > /dev/stdout; cut -d' ' -f5 /proc/$$/stat; echo $$"))
      let lines = text(outcome.out).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.count == 3)
      #expect(lines.first == "hello")
      #expect(lines.dropFirst().first == lines.last)
    }
  }

  @Test func aThousandRunsLeaveNoDescriptorAndNoZombie() throws {
    let (output, status) = try probe("leaks", "1000")
    #expect(output == "runs 1000, descriptors +0, children 0, handles as before\n")
    #expect(status == 0)
  }

  @Test func closingTheWorldEndsWhatRuns() throws {
    var id: Int32 = 0
    try withRealWorld { real throws in
      try real.world.processes.spawn(.shell("trap '' TERM; echo $$; while :; do sleep 0.05; done")) { _, bytes in
        id = Int32(text(bytes).trimmingCharacters(in: .newlines)) ?? 0
      } completion: { _ in
        Issue.record("no callback after close")
      }
      try real.wait(for: "it runs") { id != 0 }
    }
    #expect(kill(id, 0) == -1)
  }
}
