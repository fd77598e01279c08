import BindCore
import BindSources
import Foundation
import Testing

/// What one watch told, oldest first.
private final class Log {
  var events: [FileEvent] = []
  var failures: [WorldFailure] = []

  var kinds: [FileEvent.Kind] { events.map(\.kind) }
  var last: FileEvent? { events.last }

  func take(_ result: Result<FileEvent, WorldFailure>) {
    switch result {
    case .success(let event): events.append(event)
    case .failure(let failure): failures.append(failure)
    }
  }
}

@Suite("Watched files") struct WatchTests {
  @Test func growthIsSeenPromptlyAndTruncationToo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("one\n", to: "app.log")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      try folder.append("two\n", to: "app.log")
      let started = ContinuousClock.now
      try real.wait(for: "the growth") { log.last?.size == 8 }
      #expect(ContinuousClock.now - started < .seconds(10))
      #expect(log.last == FileEvent(path: path, kind: .modified, size: 8))
      truncate(path, 0)
      try real.wait(for: "the truncation") { log.last?.size == 0 }
      #expect(log.kinds.allSatisfy { $0 == .modified })
    }
  }

  @Test func aRewriteOfTheSameLengthInTheSameInstantIsSeen() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", to: "f")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      for round in 1...20 {
        let descriptor = open(path, O_WRONLY)
        #expect(write(descriptor, "b", 1) == 1)
        close(descriptor)
        try real.wait(for: "rewrite \(round)") { log.events.count >= round }
      }
    }
  }

  @Test func anAtomicSaveIsOneModificationAndTheWatchGoesOn() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "settings.json")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      for round in 1...5 {
        try folder.write(String(repeating: "n", count: 10 + round), to: ".settings.json.tmp")
        try folder.move(".settings.json.tmp", to: "settings.json")
        try real.wait(for: "save \(round)") { log.last?.size == Int64(10 + round) }
      }
      #expect(log.kinds == Array(repeating: .modified, count: 5))
    }
  }

  @Test func aRotatedLogIsMovedAndCreatedAndFollowedOn() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old lines\n", to: "app.log")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      // Both at once: when the watch looks, the name is there as before.
      try folder.move("app.log", to: "app.log.1")
      try folder.write("", to: "app.log")
      try real.wait(for: "the rotation") { log.events.count >= 2 }
      #expect(log.kinds.prefix(2) == [.moved, .created])
      let before = log.events.count
      try folder.append("new\n", to: "app.log")
      try real.wait(for: "the growth of the new one") { log.events.count > before && log.last?.size == 4 }
      try folder.append("ignored\n", to: "app.log.1")
      try folder.append("!", to: "app.log")
      try real.wait(for: "the last growth") { log.last?.size == 5 }
      #expect(log.events.allSatisfy { $0.path == path })
    }
  }

  @Test func deletionAndReturnAreSeen() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "f")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      try folder.remove("f")
      try real.wait(for: "the deletion") { log.kinds == [.deleted] }
      try folder.write("yy", to: "f")
      try real.wait(for: "the return") { log.last?.size == 2 }
      #expect(log.events[1].kind == .created)
      try folder.move("f", to: "g")
      try real.wait(for: "the move") { log.last?.kind == .moved }
    }
  }

  @Test func aFileThatAppearsWithItsFoldersIsSeen() throws {
    let folder = try TemporaryFolder()
    try withRealWorld { real throws in
      let log = Log()
      let path = folder("a/b/c/late.txt")
      try real.world.files.watch(path, onChange: log.take)
      try folder.makeFolder("a")
      real.loop.runOnce(waiting: true)
      try folder.makeFolder("a/b/c")
      try folder.write("here", to: "a/b/c/late.txt")
      try real.wait(for: "the file") { log.last?.size == 4 }
      #expect(log.events[0].kind == .created)
    }
  }

  @Test func aFolderOnTheWayMayBeMovedAwayAndReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("outer/inner")
    let path = try folder.write("1", to: "outer/inner/f")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      try folder.move("outer", to: "elsewhere")
      try real.wait(for: "its absence") { log.kinds == [.moved] }
      try folder.append("2", to: "elsewhere/inner/f")
      try folder.makeFolder("outer/inner")
      try folder.write("333", to: "outer/inner/f")
      try real.wait(for: "the new file") { log.last?.size == 3 }
      #expect(!log.events.contains { $0.size == 2 })
    }
  }

  @Test func aLinkThatIsTurnedElsewhereIsAChange() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "one")
    try folder.write("22", to: "two")
    try folder.link("current", to: "one")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(folder("current"), onChange: log.take)
      try folder.append("1", to: "one")
      try real.wait(for: "growth behind the link") { log.kinds == [.modified] }
      try folder.link("next", to: "two")
      try folder.move("next", to: "current")
      try real.wait(for: "the turn") { log.events.count >= 2 }
      try folder.append("2", to: "two")
      try real.wait(for: "growth behind the new link") { log.last?.size == 3 }
    }
  }

  @Test func aFolderTellsItsEntries() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("d")
    try folder.write("1", to: "d/old")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(folder("d"), onChange: log.take)
      try folder.write("22", to: "d/new")
      try real.wait(for: "the new entry") {
        log.last == FileEvent(path: folder("d/new"), kind: .modified, size: 2)
          || log.last == FileEvent(path: folder("d/new"), kind: .created, size: 2)
      }
      #expect(log.events[0].kind == .created)
      try folder.append("1", to: "d/old")
      try real.wait(for: "the growth") { log.last == FileEvent(path: folder("d/old"), kind: .modified, size: 2) }
      try folder.remove("d/old")
      try real.wait(for: "the deletion") { log.last == FileEvent(path: folder("d/old"), kind: .deleted, size: 0) }
      try folder.remove("d")
      try real.wait(for: "the end of the folder") {
        log.last == FileEvent(path: folder("d"), kind: .deleted, size: 0)
          || log.events.contains(FileEvent(path: folder("d"), kind: .deleted, size: 0))
      }
      try folder.makeFolder("d")
      try folder.write("1", to: "d/again")
      try real.wait(for: "its return") { log.last?.path == folder("d/again") }
    }
  }

  @Test func whatIsMadeUpWhenReadIsPolledByContent() throws {
    try withRealWorld { real throws in
      let log = Log()
      // Its content is this thread's name, its size is always 0: nothing but reading can tell a change.
      let path = "/proc/self/task/\(try threadID())/comm"
      try real.world.files.watch(path, pollEvery: .milliseconds(5), onChange: log.take)
      #expect(log.events.isEmpty)
      var passes = 0
      real.loop.run(
        while: {
          passes += 1; return passes < 20
        }, atMost: .seconds(5))
      #expect(log.events.isEmpty, "the first reading is no change")
      let descriptor = open(path, O_WRONLY)
      #expect(write(descriptor, "renamed", 7) == 7)
      close(descriptor)
      try real.wait(for: "the new content") { log.kinds == [.modified] }
      #expect(log.last?.size == 8)
      #expect(log.last?.path == path)
    }
  }

  @Test func aCancelledWatchIsSilentAndLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "f")
    try withRealWorld { real throws in
      let cancelled = Log()
      let other = Log()
      let token = try real.world.files.watch(path, onChange: cancelled.take)
      let staying = try real.world.files.watch(path, onChange: other.take)
      try folder.append("y", to: "f")
      token.cancel()
      token.cancel()
      #expect(!token.isActive)
      try real.wait(for: "the other one") { other.last?.size == 2 }
      #expect(cancelled.events.isEmpty)
      #expect(real.loop.isAlive)
      staying.keepsAlive = false
      #expect(!real.loop.isAlive)
      staying.keepsAlive = true
      staying.cancel()
      #expect(!real.loop.isAlive)
    }
  }

  @Test func aWatchMayBeCancelledInsideItsOwnCallback() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("d")
    try withRealWorld { real throws in
      var count = 0
      var token: (any Token)?
      token = try real.world.files.watch(folder("d")) { _ in
        count += 1
        token?.cancel()
      }
      for index in 0..<5 { try folder.write("x", to: "d/\(index)") }
      let other = Log()
      try real.world.files.watch(folder("d"), onChange: other.take)
      try folder.write("x", to: "d/last")
      try real.wait(for: "the other one") { !other.events.isEmpty }
      #expect(count == 1)
    }
  }

  @Test func anOverflowOfTheQueueLosesNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "f")
    let limit =
      Int(
        try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).trimmingCharacters(
          in: .newlines)) ?? 16_384
    try #require(limit <= 100_000, "a queue that can be filled in a test")
    try withRealWorld { real throws in
      let log = Log()
      try real.world.files.watch(path, onChange: log.take)
      // Alternating names, so that the kernel does not fold equal messages; the last change is lost.
      try folder.write("", to: "noise")
      let one = open(folder("noise"), O_WRONLY)
      let two = open(folder("f.other"), O_WRONLY | O_CREAT, 0o600)
      for _ in 0...(limit / 2) {
        _ = write(one, "x", 1)
        _ = write(two, "x", 1)
      }
      close(one)
      close(two)
      try folder.append("yz", to: "f")
      try real.wait(for: "the lost change") { log.last?.size == 3 }
    }
  }
}

private func threadID() throws -> Int32 {
  let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
  return try #require(Int32(link.split(separator: "/").last ?? ""))
}
