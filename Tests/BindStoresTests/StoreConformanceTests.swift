import BindCore
@testable import BindStores
import Foundation
import Testing

/// What every store does. A new one takes its place in `StoreKind` and is held to all of it.
@Suite("Every store") struct StoreConformanceTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: StoreKind.allCases) func whatWasSavedIsLoadedAndWhatWasNotIsAbsent(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    #expect(try store.load(["a", "b"]) == [:])
    let revision = try store.put("a", #"{"x":1}"#, version: 3)
    let found = try store.load(["a", "b"])
    #expect(found.count == 1)
    let snapshot = try #require(found["a"])
    #expect(String(decoding: snapshot.bytes, as: UTF8.self) == #"{"x":1}"#)
    #expect(snapshot.version == 3 && snapshot.revision == revision)
    #expect(snapshot.hash == ContentHash(of: snapshot.bytes))
  }

  @Test(arguments: StoreKind.allCases) func contentsAndKeysOfEveryKindComeBackByteForByte(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let long = "[" + Array(repeating: #""0123456789 äöü\u0000\n","#, count: 50_000).joined() + "null]"
    let contents = ["null", "[]", "{}", #""\u0000\"\\""#, "-0.0", "1e300", #"{"a":{"b":[1,{"c":"}]{["}]}}"#, long]
    let names = ["a", "a.b", "key with \"quotes\" and \\", "ключ", "new\nline", "a.corrupt-1", "{", "version"]
    for (name, content) in zip(names, contents) { try store.put(StoreKey(name), content) }
    for (name, content) in zip(names, contents) { #expect(try store.text(StoreKey(name)) == content, "\(name)") }
  }

  @Test(arguments: StoreKind.allCases) func severalKeysAreSavedTogetherOrNotAtAll(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let first = try store.put("a", "1")
    _ = try store.save([
      StoreChange("a", bytes: Array("2".utf8), expecting: .revision(try #require(first))),
      StoreChange("b", bytes: Array("2".utf8), expecting: .absent),
    ])
    let changes = [
      StoreChange("b", bytes: Array("3".utf8)),
      StoreChange("a", bytes: Array("3".utf8), expecting: .revision(try #require(first))),
      StoreChange("c", bytes: Array("3".utf8), expecting: .absent),
    ]
    #expect(BindStoresTests.kind { () throws(StoreError) in _ = try store.save(changes) } == .conflict(["a"]))
    #expect(try store.text("a") == "2" && store.text("b") == "2" && store.text("c") == nil)
    #expect(
      BindStoresTests.kind { () throws(StoreError) in try store.put("b", "4", expecting: .absent) } == .conflict(["b"]))
  }

  @Test(arguments: StoreKind.allCases) func aRemovedKeyIsAbsentAndComesBackAsAnotherRevision(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let first = try #require(try store.put("a", "1"))
    try store.put("b", "1")
    #expect(try store.put("a", nil, expecting: .revision(first)) == nil)
    #expect(try store.load(["a", "b"]).map(\.key) == ["b"])
    #expect(
      BindStoresTests.kind { () throws(StoreError) in try store.put("a", "2", expecting: .revision(first)) }
        == .conflict(["a"]))
    let second = try store.put("a", "2", expecting: .absent)
    #expect(second != first)
    try store.put("never there", nil)
  }

  @Test(arguments: StoreKind.allCases) func aClosedStoreSaysSo(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    try store.put("a", "1")
    store.close()
    store.close()
    #expect(BindStoresTests.kind { () throws(StoreError) in _ = try store.load(["a"]) } == .closed)
    #expect(BindStoresTests.kind { () throws(StoreError) in try store.put("a", "2") } == .closed)
  }

  @Test(arguments: StoreKind.kept) func whatWasSavedIsThereForTheNextProcess(_ kind: StoreKind) throws {
    try kind.open(in: folder).put("a", "1", version: 2)
    let snapshot = try #require(try kind.open(in: folder).load(["a"])["a"])
    #expect(snapshot.bytes == Array("1".utf8) && snapshot.version == 2)
  }

  @Test(arguments: StoreKind.kept) func whatSomebodyElseSavesIsTold(_ kind: StoreKind) throws {
    let (store, other) = (try kind.open(in: folder), try kind.open(in: folder))
    try other.put("a", "0")
    #expect(try store.text("a") == "0")
    let told = Lock(0)
    try store.observe { _ in told.withLock { $0 += 1 } }
    // Whoever is told asks what it is, and hears more. A store that lists first says so once, before anything else.
    let begins = try store.takeCommits() != nil
    if begins { try eventually("the listing is told") { told.withLock { $0 > 0 } } }
    for round in 1...20 {
      // Where it cannot be asked for a moment, it tells again when it can.
      if begins { try eventually("it can be asked") { (try? store.takeCommits()) != nil } }
      told.withLock { $0 = 0 }
      try other.put("a", "\(round)")
      try eventually("round \(round) is told") { told.withLock { $0 > 0 } }
      #expect(try store.text("a") == "\(round)")
    }
    store.close()
  }

  @Test(arguments: StoreKind.files) func aFolderThatGoesIsMissedAndFoundAgain(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    try store.put("a", "1")
    let told = Lock(0)
    try store.observe { _ in told.withLock { $0 += 1 } }
    let away = folder.path + "-away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    defer { try? FileManager.default.removeItem(atPath: away) }
    #expect(BindStoresTests.kind { () throws(StoreError) in try store.put("a", "2") } == .missing)
    #expect(BindStoresTests.kind { () throws(StoreError) in _ = try store.load(["a"]) } == .missing)
    told.withLock { $0 = 0 }
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    try eventually("the folder is found again") { told.withLock { $0 > 0 } }
    #expect(try store.text("a") == "1")
    try store.put("a", "2")
    #expect(try kind.open(in: folder).text("a") == "2")
    store.close()
  }

  @Test(arguments: StoreKind.files) func aFileThatWasReplacedIsReadAnew(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    try store.put("a", "1")
    let name = try #require(folder.names.first { $0 == "store.json" || $0 == "store.db" })
    let elsewhere = try Folder()
    let other = try kind.open(in: elsewhere)
    try other.put("a", "2")
    other.close()
    try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.path + "/" + name + ending) }
    try FileManager.default.moveItem(atPath: elsewhere.path + "/" + name, toPath: folder.path + "/" + name)
    #expect(try store.text("a") == "2")
  }

  @Test(arguments: StoreKind.files) func whatCannotBeReadAtAllIsPutAsideByteForByte(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    try store.put("a", "1")
    store.close()
    let name = try #require(folder.names.first { $0 == "store.json" || $0 == "store.db" })
    let garbage = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.path + "/" + name + ending) }
    try garbage.write(to: URL(filePath: folder.path + "/" + name))
    let opened = try kind.open(in: folder)
    #expect(BindStoresTests.kind { () throws(StoreError) in _ = try opened.load(["a"]) } == .damaged)
    #expect(BindStoresTests.kind { () throws(StoreError) in try opened.put("a", "2") } == .damaged)
    let place = try opened.moveAside()
    #expect(place.hasSuffix(".corrupt-" + ContentHash(of: garbage).text))
    #expect(try Data(contentsOf: URL(filePath: place)) == garbage)
    #expect(try opened.load(["a"]) == [:])
    try opened.put("a", "3")
    #expect(try opened.text("a") == "3")
  }

  @Test(arguments: StoreKind.kept) func manyOpenANewStoreAtOnce(_ kind: StoreKind) throws {
    for round in 1...10 {
      let folder = try Folder()
      let failed = Lock<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        do { try kind.open(in: folder).put(StoreKey("k\(index)"), "1") } catch {
          failed.withLock { $0.append("\(error)") }
        }
      }
      #expect(failed.withLock { $0 } == [], "round \(round)")
      #expect(try kind.open(in: folder).load(["k0", "k1", "k2", "k3"]).count == 4)
    }
  }

  @Test(arguments: StoreKind.kept) func manyWritersWithOneExpectationEachLoseNothing(_ kind: StoreKind) throws {
    let folder = folder
    try kind.open(in: folder).put("n", "0")
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      guard let store = try? kind.open(in: folder) else { return }
      var done = 0
      while done < 25 {
        guard let seen = try? store.load(["n"])["n"], let number = Int(String(decoding: seen.bytes, as: UTF8.self)),
          (try? store.put("n", "\(number + 1)", expecting: .revision(seen.revision))) != nil
        else { continue }
        done += 1
      }
    }
    #expect(try kind.open(in: folder).text("n") == "100")
  }
}
