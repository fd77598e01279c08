import BindCore
@testable import BindSources
import Foundation
import Testing

@Suite("Real files") struct FileTests {
  @Test func aFileIsReadWholeOrFromAnOffset() throws {
    let folder = try TemporaryFolder()
    let big = String(repeating: "0123456789", count: 500_000)
    let path = try folder.write(big, to: "big")
    try withRealWorld { real throws in
      #expect(text(try real.content(of: path).get()) == big)
      var rest: Result<[UInt8], WorldFailure>?
      try real.world.files.read(path, from: 4_999_998) { rest = $0 }
      try real.wait(for: "the rest") { rest != nil }
      #expect(text(try #require(rest).get()) == "89")
      var beyond: Result<[UInt8], WorldFailure>?
      try real.world.files.read(path, from: 6_000_000) { beyond = $0 }
      try real.wait(for: "nothing") { beyond != nil }
      #expect(try #require(beyond).get() == [])
    }
  }

  @Test func filesOfProcAreReadAlthoughTheirSizeIsZero() throws {
    try withRealWorld { real throws in
      #expect(text(try real.content(of: "/proc/loadavg").get()).split(separator: " ").count == 5)
      #expect(text(try real.content(of: "/proc/self/status").get()).hasPrefix("Name:"))
    }
  }

  @Test func failuresHaveTheirKinds() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("12345", to: "f")
    mkfifo(folder("pipe"), 0o600)
    try withRealWorld { real throws in
      func kind(_ result: Result<[UInt8], WorldFailure>) -> ErrorKind? {
        if case .failure(let failure) = result { return failure.kind }
        return nil
      }
      #expect(kind(try real.content(of: folder("none"))) == .notFound)
      #expect(kind(try real.content(of: path + "/below")) == .notFound)
      #expect(kind(try real.content(of: folder.path)) == .file)
      #expect(kind(try real.content(of: folder("pipe"))) == .file, "and it does not block")
      var limited: Result<[UInt8], WorldFailure>?
      try real.world.files.read(path, limit: 4) { limited = $0 }
      try real.wait(for: "the limit") { limited != nil }
      #expect(kind(try #require(limited)) == .file)
    }
  }

  @Test func aRingOfLinksHasNoStatus() throws {
    let folder = try TemporaryFolder()
    try folder.link("ring", to: folder("ring"))
    try withRealWorld { real throws in
      var result: Result<FileStatus, WorldFailure>?
      try real.world.files.stat(folder("ring")) { result = $0 }
      try real.wait(for: "the status") { result != nil }
      guard case .failure(let failure)? = result else { return #expect(Bool(false), "\(String(describing: result))") }
      #expect(failure.kind == .file && failure.message.contains("too many symbolic links"))
    }
  }

  @Test func statusTellsKindSizeAndTime() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("12345", to: "f")
    try withRealWorld { real throws in
      var results: [Result<FileStatus, WorldFailure>] = []
      for path in [path, folder.path, folder("none")] {
        try real.world.files.stat(path) { results.append($0) }
        try real.wait(for: "the status") { !results.isEmpty }
        let status = try? results.removeLast().get()
        switch path {
        case folder.path: #expect(status?.kind == .directory)
        case folder("none"): #expect(status == nil)
        default:
          #expect(status?.kind == .file)
          #expect(status?.size == 5)
          #expect(abs((status?.modified.seconds ?? 0) - real.world.clock.date.seconds) < 60)
        }
      }
    }
  }

  @Test func aCancelledReadIsSilent() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "x", count: 1 << 20), to: "f")
    try withRealWorld { real throws in
      let token = try real.world.files.read(path) { _ in Issue.record("cancelled") }
      token.cancel()
      #expect(!token.isActive)
      let status = try real.world.files.stat(path) { _ in Issue.record("cancelled") }
      status.cancel()
      real.loop.run()
      // One that is under way when the loop closes.
      try real.world.files.read(path) { _ in Issue.record("closed") }
    }
  }

  @Test func aHundredReadsAtOnceComeBack() throws {
    let folder = try TemporaryFolder()
    try withRealWorld { real throws in
      var sum = 0
      for index in 0..<100 {
        let path = try folder.write("\(index)", to: "\(index)")
        try real.world.files.read(path) { sum += Int(text((try? $0.get()) ?? [])) ?? 0 }
      }
      real.loop.run()
      #expect(sum == 4950)
    }
  }

  @Test func whatIsExchangedForALinkAfterTheGateHasLookedIsNotRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("public", to: "open/f")
    try folder.write("secret", to: "closed/f")
    var permissions = Permissions(scriptFolder: folder.path)
    permissions[.read].allow = .only([folder("open")])
    try withRealWorld(permissions) { real throws in
      let admitted = try real.world.gate.admit(.read, "open/f")
      try folder.move("open", to: "away")
      try folder.link("open", to: "closed")
      var result: Result<[UInt8], WorldFailure>?
      _ = RealFiles(loop: real.loop).read(admitted, from: 0, limit: 100) { result = $0 }
      try real.wait(for: "the answer") { result != nil }
      guard case .failure(let failure) = result else {
        Issue.record("the secret was read")
        return
      }
      #expect(failure.kind == .file)
      #expect(failure.message == "open/f was moved while it was being opened")
    }
  }

  private func write(_ bytes: [UInt8], to path: String, appending: Bool = false, in real: RealWorld) throws
    -> WorldFailure?
  {
    var result: Result<Void, WorldFailure>?
    try real.world.files.write(bytes, to: path, appending: appending) { result = $0 }
    try real.wait(for: "the file is written") { result != nil }
    if case .failure(let failure)? = result { return failure }
    return nil
  }

  private func entries(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aReaderSeesTheOldContentOrTheNewNeverAMixture() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "0", count: 1 << 20), to: "f")
    let isOver = Lock(false)
    let mixtures = Lock(0)
    let reader = Thread {
      while !isOver.withLock({ $0 }) {
        guard let data = FileManager.default.contents(atPath: path), let first = data.first else {
          mixtures.withLock { $0 += 1 }
          continue
        }
        if data.count != 1 << 20 || data.contains(where: { $0 != first }) { mixtures.withLock { $0 += 1 } }
      }
    }
    reader.start()
    try withRealWorld { real throws in
      for round in 1...20 {
        let byte = UInt8(ascii: "0") + UInt8(round % 10)
        #expect(try write([UInt8](repeating: byte, count: 1 << 20), to: path, in: real) == nil)
      }
    }
    isOver.withLock { $0 = true }
    #expect(mixtures.withLock { $0 } == 0)
    #expect(try entries(folder) == ["f"], "nothing temporary is left")
  }

  @Test func aReplacedFileKeepsItsModeAndItsLink() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "f")
    chmod(path, 0o640)
    try folder.link("link", to: "f")
    try withRealWorld { real throws in
      #expect(try write(Array("new".utf8), to: folder("link"), in: real) == nil)
    }
    var about = stat()
    #expect(lstat(path, &about) == 0 && about.st_mode & 0o777 == 0o640)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(lstat(folder("link"), &about) == 0 && about.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func aWriteThatCannotBeDoneLeavesEverythingAsItWas() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("folder")
    mkfifo(folder("pipe"), 0o600)
    try withRealWorld { real throws in
      #expect(try write([1], to: folder("folder"), in: real)?.kind == .file)
      #expect(try write([1], to: folder("none/f"), in: real)?.kind == .notFound)
      #expect(try write([1], to: folder("pipe"), in: real)?.kind == .file, "nobody reads it, and it does not block")
      #expect(try write([1, 2, 3], to: "/dev/null", in: real) == nil)
      #expect(try write([1], to: "/dev/full", in: real)?.message.contains("no space left") ?? false)
      #expect(try write([1], to: folder(String(repeating: "x", count: 300)), in: real)?.kind == .file)
    }
    #expect(try entries(folder) == ["folder", "pipe"])
  }

  @Test func whatIsExchangedForALinkAfterTheGateHasLookedIsNotWritten() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("open")
    try folder.write("mine", to: "closed/f")
    var permissions = Permissions(scriptFolder: folder.path)
    permissions[.write].allow = .only([folder("open")])
    permissions[.read].allow = .only([folder("open")])
    try withRealWorld(permissions) { real throws in
      let file = try real.world.gate.admit(.write, "open/f")
      let listed = try real.world.gate.admit(.read, "open")
      try folder.move("open", to: "away")
      try folder.link("open", to: "closed")
      for appending in [false, true] {
        var result: Result<Void, WorldFailure>?
        _ = RealFiles(loop: real.loop).write([1], to: file, appending: appending) { result = $0 }
        try real.wait(for: "the answer") { result != nil }
        #expect(throws: WorldFailure.self) { try #require(result).get() }
      }
      var list: Result<[FileEntry], WorldFailure>?
      _ = RealFiles(loop: real.loop).list(listed) { list = $0 }
      try real.wait(for: "the answer") { list != nil }
      #expect(throws: WorldFailure.self) { try #require(list).get() }
    }
    #expect(try String(contentsOfFile: folder("closed/f"), encoding: .utf8) == "mine")
  }

  @Test func aListSaysWhatStandsInAFolder() throws {
    let folder = try TemporaryFolder()
    for number in 0..<300 { try folder.write("x", to: "f\(number)") }
    try withRealWorld { real throws in
      var list: Result<[FileEntry], WorldFailure>?
      try real.world.files.list(folder.path) { list = $0 }
      try real.wait(for: "the list") { list != nil }
      let names = try #require(list).get().map(\.name)
      #expect(names.count == 300 && names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      // A call that nobody waits for any more is silent.
      try real.world.files.list(folder.path) { _ in Issue.record("it was called off") }.cancel()
      var isOver = false
      try real.world.files.stat(folder.path) { _ in isOver = true }
      try real.wait(for: "the status") { isOver }
    }
  }
}
