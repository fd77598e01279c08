import BindCore
import BindJSON
@testable import BindStores
import Foundation
import Testing

/// States in stores, as Swift has them: what becomes of versions, of other writers, and of what cannot be read or saved.
@Suite("States in stores") struct StateStoreTests {
  struct Prefs: Codable, Sendable, Equatable {
    var theme = "dark"
    var rating = 0
  }

  let folder: Folder

  init() throws { folder = try Folder() }

  /// As another process would have it.
  func prefs(_ store: any Store) -> State<Prefs> {
    State(Prefs(), key: "prefs", in: store, saveAfter: .milliseconds(1))
  }

  func flush(_ store: any Store) -> [StateProblem] { StoreSession.shared(for: store).flush().map(\.problem) }

  @Test(arguments: StoreKind.allCases) func aDefaultIsNotWrittenBeforeTheFirstWriteAndAnEqualWriteIsNone(
    _ kind: StoreKind
  ) throws {
    let store = try kind.open(in: folder)
    let state = prefs(store)
    #expect(state.value == Prefs() && !state.isPending)
    state ~> Prefs()
    #expect(flush(store).isEmpty)
    #expect(try store.text("prefs") == nil)
    state.modify { $0.rating = 3 }
    #expect(flush(store).isEmpty && !state.isPending)
    #expect(try store.text("prefs") == #"{"rating":3,"theme":"dark"}"#)
    state.remove()
    #expect(flush(store).isEmpty && state.value == Prefs())
    #expect(try store.text("prefs") == nil)
    // The same value again, said by hand: that is kept.
    state.didModify()
    #expect(flush(store).isEmpty)
    #expect(try store.text("prefs") == #"{"rating":0,"theme":"dark"}"#)
  }

  @Test(arguments: StoreKind.allCases) func aStateThatIsWrittenNilHasNoEntry(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let state = State<Int?>(3, key: "n", in: store, saveAfter: .milliseconds(1))
    state ~> nil
    #expect(flush(store).isEmpty && !state.isPending)
    #expect(try state.value == 3 && store.text("n") == nil)
    state ~> 5
    #expect(flush(store).isEmpty)
    #expect(try store.text("n") == "5")
    state ~> nil
    #expect(flush(store).isEmpty)
    #expect(try state.value == 3 && store.text("n") == nil)
    state ~> 6
    state.modify(repeatable: { $0 = nil })
    #expect(flush(store).isEmpty)
    #expect(try state.value == 3 && store.text("n") == nil)
    let none = State<Int?>(nil, key: "none", in: store, saveAfter: .milliseconds(1))
    none ~> 1
    #expect(flush(store).isEmpty)
    none ~> nil
    #expect(flush(store).isEmpty)
    #expect(try none.value == nil && store.text("none") == nil)
  }

  @Test(arguments: StoreKind.allCases) func oneKeyIsOneValueAndAnotherTypeOrDefaultIsRefused(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let (one, other) = (State("dark", key: "theme", in: store), State("dark", key: "theme", in: store))
    #expect(one.container === other.container)
    one ~> "light"
    #expect(other.value == "light")
    let session = StoreSession.shared(for: store)
    for shape in [StateShape("light"), StateShape(3), StateShape(["dark"])] {
      #expect(throws: Diagnostic.self) { try session.open(StateRequest("theme", shape: shape)) }
    }
  }

  @Test(arguments: StoreKind.allCases) func whatIsChangedTogetherIsSavedTogetherAndOnce(_ kind: StoreKind) throws {
    let counted = CountingStore(try kind.open(in: folder))
    let first = State(0, key: "a", in: counted, saveAfter: .seconds(3600))
    let second = State(0, key: "b", in: counted, saveAfter: .seconds(3600))
    for round in 1...50 {
      first ~> round
      second ~> round
    }
    #expect(first.isPending)
    _ = flush(counted)
    #expect(counted.saves.withLock { $0 } == [["a", "b"]])
    // What came back to what is stored needs no save.
    first ~> 7
    first ~> 50
    _ = flush(counted)
    #expect(counted.saves.withLock { $0.count } == 1 && !first.isPending)
  }

  @Test(arguments: StoreKind.kept) func anotherProcessesChangeArrivesAndItsOwnDoesNotEcho(_ kind: StoreKind) throws {
    let (here, there) = (try kind.open(in: folder), try kind.open(in: folder))
    let (mine, theirs) = (prefs(here), prefs(there))
    let heard = Heard(mine)
    for rating in 1...10 {
      theirs.modify { $0.rating = rating }
      try eventually("rating \(rating)") { mine.value.rating == rating }
    }
    try eventually("all are heard") { heard.values.last?.rating == 10 }
    let count = heard.values.count
    mine.modify { $0.theme = "light" }
    try eventually("the other side sees it") { theirs.value.theme == "light" }
    try eventually("it is saved") { !mine.isPending }
    try eventually("it is heard") { heard.values.count > count }
    #expect(heard.values.count == count + 1, "one's own write comes back as no change")
    withExtendedLifetime(heard) {}
  }

  @Test(arguments: StoreKind.kept) func changesOfDifferentFieldsBothStandAndOfOneFieldTheOneMadeHereDoes(
    _ kind: StoreKind
  ) throws {
    let (here, there) = (try kind.open(in: folder), try kind.open(in: folder))
    let mine = State(Prefs(), key: "prefs", in: here, saveAfter: .seconds(3600))
    mine.modify { $0.theme = "mine" }
    try there.put("prefs", #"{"theme":"theirs","rating":5}"#)
    #expect(flush(here).isEmpty)
    #expect(mine.value == Prefs(theme: "mine", rating: 5))
    #expect(try there.text("prefs") == #"{"rating":5,"theme":"mine"}"#)
  }

  /// A value is written before the session hears of it; in between somebody else's may arrive.
  @Test(arguments: StoreKind.kept) func aWriteThatTheSessionHasNotHeardOfStandsAlso(_ kind: StoreKind) throws {
    let (here, there) = (try kind.open(in: folder), try kind.open(in: folder))
    let container = try StoreSession.shared(for: here).open(StateRequest("prefs", shape: StateShape(Prefs())))
    let changed = container.current.value.setting(["theme"], to: .string("mine"))
    #expect(StateContainer.commit([StateContainer.Change(container, changed)], by: .own(nil), announces: false) != nil)
    try there.put("prefs", #"{"theme":"dark","rating":5}"#)
    #expect(flush(here).isEmpty)
    #expect(container.current.value.at(["theme"]) == .string("mine"))
    #expect(try there.text("prefs") == #"{"rating":5,"theme":"mine"}"#)
  }

  /// A state of version 2, and how often an older value was migrated for it.
  private func migrating(_ store: any Store) -> (state: State<Prefs>, calls: Lock<Int>) {
    let calls = Lock(0)
    let state = State(
      Prefs(), key: "prefs", in: store, version: 2, saveAfter: .milliseconds(1),
      migrate: { old, from in
        calls.withLock { $0 += 1 }
        return Prefs(theme: try old.decoded(as: [String: Bool].self)["dark"] == true ? "dark" : "light", rating: from)
      })
    return (state, calls)
  }

  @Test(arguments: StoreKind.kept) func whatAnOlderProgramStoresMeanwhileIsMigratedOnce(_ kind: StoreKind) throws {
    let (here, there) = (try kind.open(in: folder), try kind.open(in: folder))
    let (state, calls) = migrating(here)
    try there.put("prefs", #"{"dark":false}"#)
    try eventually("it is migrated") { state.value == Prefs(theme: "light", rating: 1) }
    try eventually("it is saved in its new form") { try there.load(["prefs"])["prefs"]?.version == 2 }
    #expect(try there.text("prefs") == #"{"rating":1,"theme":"light"}"#)
    #expect(try there.text("prefs.backup-v1") == #"{"dark":false}"#)
    try eventually("and that is all") { !state.isPending && state.loadError == nil }
    #expect(calls.withLock { $0 } == 1)
  }

  /// One damaged value of an older program does not end each start of this one.
  @Test(arguments: StoreKind.kept) func whatCannotBeMigratedIsMovedAside(_ kind: StoreKind) throws {
    struct Unfit: Error {}
    try kind.open(in: folder).put("prefs", #"{"dark":false}"#)
    let here = try kind.open(in: folder)
    let state = State(Prefs(), key: "prefs", in: here, version: 2, migrate: { _, _ in throw Unfit() })
    #expect(state.value == Prefs())
    #expect(state.loadError?.message.contains("its migration from version 1 has failed: Unfit()") ?? false)
    state.value = Prefs(theme: "mine", rating: 3)
    #expect(flush(here).isEmpty)
    #expect(try here.text("prefs") == #"{"rating":3,"theme":"mine"}"#)
    let place = StoreKey("prefs.corrupt-" + ContentHash(of: Array(#"{"dark":false}"#.utf8)).text)
    #expect(try here.text(place) == #"{"dark":false}"#)
  }

  @Test(arguments: StoreKind.files) func whatCouldNotBeReadBeforeIsMigratedWhenItIs(_ kind: StoreKind) throws {
    try kind.open(in: folder).put("prefs", #"{"dark":false}"#)
    let away = folder.path + "-away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    let (state, calls) = migrating(try kind.open(in: folder))
    #expect(state.loadError != nil && state.value == Prefs())
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    try eventually("it is read") { state.value == Prefs(theme: "light", rating: 1) }
    let other = try kind.open(in: folder)
    try eventually("it is saved in its new form") { try other.load(["prefs"])["prefs"]?.version == 2 }
    #expect(try other.text("prefs.backup-v1") == #"{"dark":false}"#)
    try eventually("and that is all") { !state.isPending && state.loadError == nil }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test(arguments: StoreKind.kept) func aMergeDecidesWhereBothHaveChanged(_ kind: StoreKind) throws {
    let (here, there) = (try kind.open(in: folder), try kind.open(in: folder))
    try there.put("n", "10")
    let mine = State(
      0, key: "n", in: here, saveAfter: .seconds(3600), merge: { mine, theirs, base in mine + theirs - base })
    #expect(mine.value == 10)
    mine.modify { $0 += 1 }
    try there.put("n", "15")
    #expect(flush(here).isEmpty)
    #expect(mine.value == 16)
    #expect(try there.text("n") == "16")
  }

  @Test(arguments: StoreKind.kept) func fieldsThatAreNotKnownHereAreKept(_ kind: StoreKind) throws {
    let (here, there) = (try kind.open(in: folder), try kind.open(in: folder))
    let shape = StateShape(.record([("theme", .leaf(.plain(.string("dark"))))]))
    try there.put("prefs", #"{"theme":"light","of a newer script":[1,2]}"#)
    let container = try StoreSession.shared(for: here).open(StateRequest("prefs", shape: shape))
    #expect(container.current.value.at(["theme"]) == .string("light"))
    let changed = container.current.value.setting(["theme"], to: .string("dim"))
    #expect(StateContainer.commit([StateContainer.Change(container, changed)], by: .own(nil)) != nil)
    _ = flush(here)
    #expect(try there.text("prefs") == #"{"of a newer script":[1,2],"theme":"dim"}"#)
  }

  // MARK: Versions

  @Test(arguments: StoreKind.kept) func anOlderVersionIsMigratedOnceWithABackupInOneTransaction(_ kind: StoreKind)
    throws
  {
    try kind.open(in: folder).put("prefs", #"{"dark":true}"#, version: 1)
    let migrations = Lock<[Int]>([])
    func open(_ store: any Store) -> State<Prefs> {
      State(Prefs(theme: "?"), key: "prefs", in: store, version: 3) { old, from in
        migrations.withLock { $0.append(from) }
        struct Old: Decodable { var dark: Bool }
        return Prefs(theme: try old.decoded(as: Old.self).dark ? "dark" : "light")
      }
    }
    let counted = CountingStore(try kind.open(in: folder))
    let first = open(counted)
    // A server that is slow to answer is asked again.
    try eventually("it is migrated") {
      first.value == Prefs(theme: "dark") && counted.saves.withLock { $0 } == [["prefs", "prefs.backup-v1"]]
    }
    let store = try kind.open(in: folder)
    #expect(open(store).value == Prefs(theme: "dark"))
    #expect(migrations.withLock { $0 } == [1])
    let kept = try store.load(["prefs", "prefs.backup-v1"])
    #expect(kept["prefs"]?.version == 3 && kept["prefs.backup-v1"]?.version == 1)
    #expect(try store.text("prefs.backup-v1") == #"{"dark":true}"#)
  }

  @Test(arguments: StoreKind.kept) func aMigrationThatThrowsChangesNothing(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    try store.put("prefs", #"{"dark":true}"#, version: 1)
    var request = StateRequest("prefs", shape: StateShape(Prefs()))
    request.version = 2
    struct Broken: Error {}
    request.migrate = { _, _ in throw Broken() }
    #expect(throws: Broken.self) { try StoreSession.shared(for: store).open(request) }
    request.migrate = { _, _ in .integer(3) }
    #expect(throws: Diagnostic.self) { try StoreSession.shared(for: store).open(request) }
    #expect(try store.text("prefs") == #"{"dark":true}"#)
    request.migrate = { _, _ in .record(Record([("theme", .string("x")), ("rating", .integer(1))])) }
    #expect(try StoreSession.shared(for: store).open(request).current.value.at(["theme"]) == .string("x"))
  }

  @Test(arguments: StoreKind.kept) func aNewerVersionIsReadOnly(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    try store.put("prefs", #"{"theme":"new","rating":1,"more":true}"#, version: 9)
    let state = prefs(store)
    #expect(state.value == Prefs(theme: "new", rating: 1))
    #expect(state.loadError?.kind == .newerVersion && state.container.isReadOnly)
    state.modify { $0.rating = 2 }
    #expect(state.value.rating == 1 && state.saveError?.kind == .newerVersion)
    _ = flush(store)
    #expect(try store.text("prefs") == #"{"theme":"new","rating":1,"more":true}"#)
  }

  // MARK: What cannot be read

  @Test(
    arguments: StoreKind.kept,
    [#"{"theme":3,"rating":0}"#, #"{"rating":0}"#, "[1,2]", "null", #"{"theme":"x","rating":1e99}"#])
  func whatDoesNotFitIsMovedAsideByteForByteAndReported(_ kind: StoreKind, _ stored: String) throws {
    let store = try kind.open(in: folder)
    try store.put("prefs", stored)
    let state = prefs(store)
    #expect(state.value == Prefs())
    let problem = try #require(state.loadError)
    #expect(problem.kind == .corrupt)
    let place = "prefs.corrupt-" + ContentHash(of: Array(stored.utf8)).text
    #expect(problem.message.contains(place))
    #expect(try store.text(StoreKey(place)) == stored)
    #expect(try store.text("prefs") == nil)
    state.modify { $0.rating = 1 }
    _ = flush(store)
    #expect(state.loadError == nil, "until the next success")
    #expect(try store.text(StoreKey(place)) == stored)
  }

  @Test func bytesThatAreNoJSONAreMovedAsideByteForByte() throws {
    let path = folder.path + "/store.db"
    let store = SQLiteStore(path: path)
    let garbage: [UInt8] = [0xff, 0, 0x7b, 0xc3, 0x28]
    _ = try store.save([StoreChange("prefs", bytes: garbage)])
    let state = prefs(store)
    #expect(state.loadError?.kind == .corrupt)
    let place = StoreKey("prefs.corrupt-" + ContentHash(of: garbage).text)
    #expect(try store.load([place])[place]?.bytes == garbage)
  }

  @Test(arguments: StoreKind.files) func aStoreThatCannotBeReadAtAllIsPutAsideAndBegunAnew(_ kind: StoreKind) throws {
    let first = try kind.open(in: folder)
    try first.put("prefs", "1")
    first.close()
    let name = try #require(folder.names.first { $0 == "store.json" || $0 == "store.db" })
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.path + "/" + name + ending) }
    try folder.write("{ this is nothing that anybody could read", to: name)
    let store = try kind.open(in: folder)
    let state = prefs(store)
    #expect(state.loadError?.kind == .corrupt && state.value == Prefs())
    let aside = try #require(folder.names.first { $0.hasPrefix(name + ".corrupt-") })
    #expect(try folder.text(of: aside) == "{ this is nothing that anybody could read")
    state.modify { $0.rating = 5 }
    #expect(flush(store).isEmpty && state.loadError == nil)
    #expect(prefs(try kind.open(in: folder)).value.rating == 5)
  }

  @Test func whatSomebodyWritesUnreadablyIsLeftAloneAndMovedAsideByTheNextSave() throws {
    let store = FileStore(path: folder.path + "/store.json")
    let state = prefs(store)
    state.modify { $0.rating = 1 }
    #expect(flush(store).isEmpty)
    try folder.write(#"{"prefs": {"version": 1, "value": {"rating": "five"}}}"#, to: "store.json")
    try eventually("it is noticed") { state.loadError?.kind == .corrupt }
    #expect(state.value.rating == 1)
    #expect(try folder.text(of: "store.json").contains("five"))
    state.modify { $0.rating = 2 }
    #expect(flush(store).isEmpty && state.loadError == nil)
    #expect(try store.text("prefs") == #"{"rating":2,"theme":"dark"}"#)
    #expect(
      try folder.text(of: "store.json").contains(#""value": {"rating": "five"}"#), "byte for byte, under its other name"
    )
  }

  @Test func aPersonMayEditTheFileByHand() throws {
    let store = FileStore(path: folder.path + "/store.json")
    let state = prefs(store)
    try folder.write("{\n  \"prefs\" : {\"theme\": \"hand\", \"rating\": 4.0}\n}\n", to: "store.json")
    try eventually("the edit arrives") { state.value == Prefs(theme: "hand", rating: 4) }
    try folder.write("{ \"prefs\": ", to: "store.json")
    try eventually("half a file is said to be one") { state.loadError != nil }
    try folder.write(#"{ "prefs": {"theme": "whole", "rating": 1} }"#, to: "store.json")
    try eventually("the rest arrives") { state.value == Prefs(theme: "whole", rating: 1) && state.loadError == nil }
    try FileManager.default.removeItem(atPath: folder.path + "/store.json")
    try eventually("no file, the default") { state.value == Prefs() }
  }

  // MARK: What cannot be saved

  @Test(arguments: StoreKind.files) func aVanishedFolderIsSaidAndTheValueSavedOnceItIsBack(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let state = prefs(store)
    state.modify { $0.rating = 1 }
    #expect(flush(store).isEmpty)
    let away = folder.path + "-away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    state.modify { $0.rating = 2 }
    let problem = try #require(flush(store).first)
    #expect(problem.kind == .saveFailed && problem.message.contains("folder is not there"), "\(problem)")
    #expect(state.saveError == problem && state.isPending && state.value.rating == 2)
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    try eventually("it is saved by itself") { !state.isPending && state.saveError == nil }
    #expect(prefs(try kind.open(in: folder)).value.rating == 2)
  }

  @Test func aLockHeldByAnotherProcessIsSaid() throws {
    let store = FileStore(path: folder.path + "/store.json")
    let state = prefs(store)
    let lock = open(folder.path + "/store.json.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    state.modify { $0.rating = 1 }
    #expect(flush(store).first?.message.contains("another process has held its lock") ?? false)
    flock(lock, LOCK_UN)
    try eventually("it is saved by itself") { !state.isPending && state.saveError == nil }
  }

  @Test func aDatabaseLockedByAnotherProcessIsSaid() throws {
    let store = SQLiteStore(path: folder.path + "/store.db")
    let state = prefs(store)
    state.modify { $0.rating = 1 }
    #expect(flush(store).isEmpty)
    try withLockedDatabase(folder.path + "/store.db") {
      state.modify { $0.rating = 2 }
      #expect(flush(store).first?.message.contains("another process has held its lock") ?? false)
    }
    try eventually("it is saved by itself") { !state.isPending && state.saveError == nil }
  }

  @Test func whatCannotBeWrittenDownIsSaidAndTheRestIsSaved() throws {
    let store = MemoryStore()
    let (bad, good) = (State(0.0, key: "bad", in: store), State(0, key: "good", in: store))
    bad ~> .infinity
    good ~> 1
    _ = flush(store)
    #expect(bad.saveError?.kind == .unstorable && bad.isPending && !good.isPending)
    #expect(try store.text("good") == "1" && store.text("bad") == nil)
    bad ~> 2.5
    _ = flush(store)
    #expect(bad.saveError == nil)
    #expect(try store.text("bad") == "2.5")
  }

  @Test func saveWaitsAndSaysHowItEnded() async throws {
    let store = FileStore(path: folder.path + "/store.json")
    let state = State(0, key: "n", in: store, saveAfter: .seconds(3600))
    state ~> 5
    try await state.save()
    #expect(try store.text("n") == "5")
    let away = folder.path + "-away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    state ~> 6
    await #expect(throws: StateProblem.self) { try await state.save() }
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    try await state.save()
    #expect(try store.text("n") == "6")
  }
}

/// Another store, and what was saved in it together.
final class CountingStore: Store {
  let inner: any Store
  let saves = Lock<[[String]]>([])

  init(_ inner: any Store) { self.inner = inner }

  var name: String { inner.name }
  var isShared: Bool { inner.isShared }
  func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] { try inner.load(keys) }
  func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    saves.withLock { $0.append(changes.map(\.key.name).sorted()) }
    return try inner.save(changes)
  }
  func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {
    try inner.observe(changed)
  }
  func close() { inner.close() }
}

/// Collects what a state tells.
final class Heard<Value: Codable & Sendable>: StateListener {
  let stateQueue: any StateQueue
  private let heard = Lock<[Value]>([])
  var values: [Value] { heard.withLock { $0 } }

  init(_ state: State<Value>, on queue: DispatchQueue = DispatchQueue(label: "heard"), latest: Bool = false) {
    stateQueue = queue
    state.attach(listener: self, latest: latest)
  }

  func stateDidChange(to value: Value) { heard.withLock { $0.append(value) } }
}
