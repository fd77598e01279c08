import BindCore
import BindSQLite
@testable import BindStores
import CSQLiteFaults
import Foundation
import TestSupport
import Testing

/// Whatever SQLite cannot do in a save, its file holds the old content or the new one. One test at a time: the layer that
/// fails the calls belongs to the process.
@Suite("SQLite calls that fail", .serialized) struct SQLiteFaultTests {
  /// What fails, and whether it goes on failing.
  struct Fault: CustomTestStringConvertible, Sendable {
    let kind: sqlite_fault
    let isLasting: Bool
    let testDescription: String

    static let all = [
      Fault(kind: SQLITE_FAULT_INPUT_OUTPUT, isLasting: false, testDescription: "an error"),
      Fault(kind: SQLITE_FAULT_INPUT_OUTPUT, isLasting: true, testDescription: "errors from then on"),
      Fault(kind: SQLITE_FAULT_FULL, isLasting: false, testDescription: "no room"),
      Fault(kind: SQLITE_FAULT_FULL, isLasting: true, testDescription: "no room from then on"),
      Fault(kind: SQLITE_FAULT_BUSY, isLasting: false, testDescription: "a lock that is taken"),
    ]
  }

  let folder: Folder
  let path: String

  init() throws {
    folder = try Folder()
    path = folder.path + "/store.db"
  }

  /// As a process sees it that begins now and knows nothing of the layer.
  private func look(_ key: StoreKey) throws -> String? {
    sqlite_faults_end()
    defer { sqlite_faults_begin(folder.path) }
    let database = try SQLiteDatabase(.file(path), access: .readWrite)
    #expect(try database.value("PRAGMA integrity_check") == .string("ok"))
    guard case .string(let text)? = try database.value("SELECT value FROM states WHERE key = ?", [.string(key.name)])
    else { return nil }
    return text.text
  }

  private func fail(_ number: Int, _ fault: Fault) {
    sqlite_faults_fail(Int32(number), fault.kind, fault.isLasting ? 1 : 0)
  }
  private func failNone() { sqlite_faults_fail(-1, SQLITE_FAULT_INPUT_OUTPUT, 0) }
  private var failed: String? { sqlite_faults_failed().map { String(cString: $0) } }

  /// - Parameter isNew: the file is opened anew for each save, and closed after it.
  @Test(arguments: Fault.all, [false, true])
  func whicheverCallOfASaveFailsTheFileHoldsTheOldContentOrTheNewOne(_ fault: Fault, _ isNew: Bool) throws {
    sqlite_faults_begin(folder.path)
    defer { sqlite_faults_end() }
    let filling = String(repeating: "0123456789", count: 5000)
    var kept = SQLiteStore(path: path)
    defer { kept.close() }
    try kept.put("a", "0")
    var failedCalls: Set<String> = []
    for number in 0... {
      let old = try #require(try look("a"))
      let new = #"{"n":\#(number),"filling":"\#(filling)"}"#
      if isNew {
        kept.close()
        kept = SQLiteStore(path: path)
      }
      fail(number, fault)
      let failure = kind { () throws(StoreError) in try kept.put("a", new) }
      if isNew { kept.close() }
      let call = failed
      failNone()
      let content = try #require(try look("a"), "call \(number), \(call ?? "")")
      #expect(content == old || content == new, "call \(number), \(call ?? "")")
      #expect(failure != nil || content == new, "call \(number), \(call ?? ""): it is not there and nothing was said")
      #expect(failure != .damaged, "call \(number), \(call ?? "")")
      guard let call else {
        #expect(failure == nil && number > 1)
        break
      }
      failedCalls.insert(call)
      // The next save is not the worse for it.
      if isNew { kept = SQLiteStore(path: path) }
      try kept.put("a", #"{"after":\#(number)}"#)
      #expect(try look("a") == #"{"after":\#(number)}"#)
    }
    let expected: Set<String> =
      fault.kind == SQLITE_FAULT_BUSY ? ["lock memory"] : ["write", "sync", "lock memory"]
    #expect(failedCalls.isSuperset(of: expected), "\(failedCalls)")
    #expect(!isNew || failedCalls.contains("open") || fault.kind == SQLITE_FAULT_BUSY, "\(failedCalls)")
    #expect(folder.names.allSatisfy { $0.hasPrefix("store.db") && !$0.contains("corrupt") }, "\(folder.names)")
  }

  /// Also where somebody else has written over all of it, or removed it, before it is asked for.
  @Test(arguments: [#"{"other":1}"#, nil]) func whatHasBecomeOfASaveWithoutAnAnswerIsKnownAlsoIfItWasOverwritten(
    _ other: String?
  ) throws {
    sqlite_faults_begin(folder.path)
    defer { sqlite_faults_end() }
    var kept = SQLiteStore(path: path)
    defer { kept.close() }
    try kept.put("a", "0")
    var outcomes: Set<Bool> = []
    for number in 0... {
      // Each round makes the same calls.
      kept.close()
      kept = SQLiteStore(path: path)
      let new = #"{"n":\#(number)}"#
      sqlite_faults_fail(Int32(number), SQLITE_FAULT_INPUT_OUTPUT, 1)
      let failure = kind { () throws(StoreError) in try kept.put("a", new) }
      let hasFailed = failed != nil
      failNone()
      guard hasFailed else { break }
      guard failure == .unknown else { continue }
      let isThere = try look("a") == new
      sqlite_faults_end()
      let somebody = SQLiteStore(path: path)
      try somebody.put("a", other)
      somebody.close()
      sqlite_faults_begin(folder.path)
      #expect(try (kept.settle() != nil) == isThere, "call \(number)")
      #expect(try kept.settle() == nil, "once")
      outcomes.insert(isThere)
      try kept.put("a", "0")
    }
    #expect(outcomes.contains(true), "\(outcomes)")
  }

  /// An increment is made again where somebody else was faster: one that stands in the file although its save has failed
  /// is no such case.
  @Test(arguments: Fault.all) func whicheverCallFailsAStateIsSavedOnceItWorksAgainAndNothingIsCountedTwice(
    _ fault: Fault
  ) throws {
    let store = SQLiteStore(path: path)
    sqlite_faults_begin(folder.path)
    defer {
      sqlite_faults_end()
      store.close()
    }
    let state = State(0, key: "n", in: store, saveAfter: .milliseconds(1))
    var errors = 0
    for number in 0... {
      fail(number, fault)
      state.modify(repeatable: { $0 += 1 })
      try eventually("call \(number) has failed, or the save has not") { state.saveError != nil || !state.isPending }
      let call = failed ?? "none"
      if state.saveError != nil { errors += 1 }
      failNone()
      try eventually("call \(number), \(call), is made good") {
        !state.isPending && state.saveError == nil && state.loadError == nil
      }
      #expect(state.value == number + 1, "call \(number), \(call)")
      #expect(try look("n") == "\(number + 1)", "call \(number), \(call)")
      guard call != "none" else {
        #expect(number > 1)
        break
      }
    }
    #expect(errors > 0 || fault.kind == SQLITE_FAULT_BUSY)
  }
}
