import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// What is kept encrypted.
@Suite("Secrets") struct SecretStoreTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private var path: String { folder.path + "/secrets.json" }
  private func store(credentials: String? = nil) -> SecretStore { SecretStore(path: path, credentials: credentials) }

  private func mode(_ name: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int)
  }

  private func problem(_ body: () throws(StoreError) -> Void) -> String {
    do throws(StoreError) { try body() } catch { return error.message }
    return "nothing"
  }

  @Test func nothingOfAValueStandsInTheFileAndEachSaveLooksDifferent() throws {
    let store = store()
    try store.put("login", #"{"password":"hunter2"}"#)
    let first = try folder.text(of: "secrets.json")
    #expect(!first.contains("hunter2") && !first.contains("password") && first.contains("sealed-2:"))
    try store.put("login", #"{"password":"hunter2"}"#)
    #expect(try folder.text(of: "secrets.json") != first)
    #expect(try self.store().text("login") == #"{"password":"hunter2"}"#)
    #expect(try mode("secrets.json") == 0o600 && mode("secrets.json.key") == 0o600)
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o644]) func aKeyThatOthersMayReadIsRefused(_ mode: Int) throws {
    try store().put("a", "1")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + ".key")
    let said = problem { () throws(StoreError) in _ = try store().load(["a"]) }
    #expect(said.contains("secrets.json.key") && said.contains("others may read"), "\(said)")
    let saving = problem { () throws(StoreError) in try store().put("a", "2") }
    #expect(saving.contains("others may read"))
  }

  @Test func aKeyThatIsALinkOrSomebodyElsesIsRefused() throws {
    try store().put("a", "1")
    try FileManager.default.moveItem(atPath: path + ".key", toPath: path + ".other")
    try FileManager.default.createSymbolicLink(atPath: path + ".key", withDestinationPath: path + ".other")
    #expect(kind { () throws(StoreError) in _ = try store().load(["a"]) } != nil)
    try FileManager.default.removeItem(atPath: path + ".key")
    try FileManager.default.moveItem(atPath: path + ".other", toPath: path + ".key")
    // Only root can give a file away.
    guard geteuid() == 0, chown(path + ".key", 65534, 65534) == 0 else { return }
    let said = problem { () throws(StoreError) in _ = try store().load(["a"]) }
    #expect(said.contains("belongs to somebody else"), "\(said)")
  }

  @Test func aKeyThatIsGoneIsNotMadeAnewWhereSomethingIsEncrypted() throws {
    try store().put("a", "1")
    let before = try folder.text(of: "secrets.json")
    try FileManager.default.removeItem(atPath: path + ".key")
    #expect(problem { () throws(StoreError) in _ = try store().load(["a"]) }.contains("the key is gone"))
    #expect(problem { () throws(StoreError) in try store().put("b", "1") }.contains("the key is gone"))
    #expect(try folder.text(of: "secrets.json") == before)
    #expect(folder.names.contains("secrets.json.key") == false)
  }

  /// The right key would open it: it is left where it is, and so are states of other keys.
  @Test func whatWasEncryptedWithAnotherKeyIsLeftAlone() throws {
    let other = try Folder()
    let stranger = SecretStore(path: other.path + "/secrets.json", credentials: nil)
    try stranger.put("a", "9")
    try store().put("a", "1")
    let foreign = try other.text(of: "secrets.json")
    try folder.write(foreign, to: "secrets.json")
    let said = problem { () throws(StoreError) in _ = try self.store().load(["a"]) }
    #expect(said.contains("another key"), "\(said)")
    let store = store()
    let state = State(0, key: "a", in: store, saveAfter: .milliseconds(1))
    #expect(state.value == 0 && state.loadError?.message.contains("another key") == true)
    state ~> 5
    #expect(StoreSession.shared(for: store).flush().map(\.problem.kind) == [.saveFailed])
    #expect(try folder.text(of: "secrets.json") == foreign)
  }

  /// Moved to another key, made another version, changed, or put there in the clear: nobody can open it any more.
  @Test func whatCannotBeDecryptedIsMovedAsideByteForByte() throws {
    let first = store()
    try first.put("a", "1")
    try first.put("b", "2")
    let text = try folder.text(of: "secrets.json")
    for changed in [
      text.replacingOccurrences(of: "\"a\":", with: "\"c\":").replacingOccurrences(of: "\"b\":", with: "\"a\":"),
      text.replacingOccurrences(of: "\"version\": 1", with: "\"version\": 2"),
      text.replacingOccurrences(of: "\"}", with: "AAAA\"}"), #"{"a": {"version": 1, "value": {"clear": 1}}}"#,
    ] {
      try folder.write(changed, to: "secrets.json")
      let kept = try FileLayout(Array(changed.utf8), name: "").entries["a"]?.snapshot
      let stored = try #require(kept)
      let store = store()
      let state = State(0, key: "a", in: store, saveAfter: .milliseconds(1))
      let problem = try #require(state.loadError)
      #expect(state.value == 0 && problem.kind == .corrupt, "\(problem.message)")
      let entries = try FileLayout(Array(try folder.text(of: "secrets.json").utf8), name: "").entries
      #expect(entries["a"] == nil)
      #expect(entries[StoreKey("a.corrupt-\(stored.hash.text)")]?.snapshot.bytes == stored.bytes)
      state ~> 5
      #expect(StoreSession.shared(for: store).flush().isEmpty)
      #expect(try self.store().text("a") == "5")
    }
  }

  @Test func whatTheFirstFormHasSealedIsStillOpened() throws {
    try store().put("a", "1")
    let text = try folder.text(of: "secrets.json")
    let name = try #require(text.range(of: "sealed-2:[0-9a-f]{12}:", options: .regularExpression))
    try folder.write(text.replacingCharacters(in: name, with: "sealed-1:"), to: "secrets.json")
    #expect(try store().text("a") == "1")
  }

  @Test func theServicesCredentialIsTheKey() throws {
    let credentials = try Folder()
    try credentials.write("a long text that systemd hands over\n", to: SecretKey.credentialName)
    #expect(chmod(credentials.path + "/" + SecretKey.credentialName, 0o400) == 0)
    try store(credentials: credentials.path).put("a", "1")
    #expect(!folder.names.contains("secrets.json.key"))
    #expect(try store(credentials: credentials.path).text("a") == "1")
    #expect(kind { () throws(StoreError) in _ = try store().load(["a"]) } == .missing)
    try credentials.write("short", to: SecretKey.credentialName)
    #expect(chmod(credentials.path + "/" + SecretKey.credentialName, 0o400) == 0)
    #expect(
      problem { () throws(StoreError) in _ = try store(credentials: credentials.path).load(["a"]) }.contains("16 bytes")
    )
  }

  @Test func theFileOfAKeyMayBecomeTheCredential() throws {
    try store().put("a", "1")
    let credentials = try Folder()
    try FileManager.default.moveItem(
      atPath: path + ".key", toPath: credentials.path + "/" + SecretKey.credentialName)
    #expect(try store(credentials: credentials.path).text("a") == "1")
  }

  /// A state over it: whatever is wrong, no value of it is told.
  @Test func whatIsWrongWithASecretStateNamesNoValue() throws {
    let store = store()
    try store.put("login", #"{"token":"hunter2-hunter2"}"#)
    let shape = StateShape(.record([("token", .leaf(.plain(.integer(0))))]))
    let container = try StoreSession.shared(for: store).open(StateRequest("login", shape: shape))
    let said = try #require(container.status.loadProblem?.message)
    #expect(!said.contains("hunter2") && said.contains("integer expected"), "\(said)")
    try store.put("broken", #"{"token":"hunter2-hunter2""#)
    let other = try StoreSession.shared(for: store).open(StateRequest("broken", shape: shape))
    #expect(other.status.loadProblem?.message.contains("hunter2") == false)
    #expect(!(try folder.text(of: "secrets.json")).contains("hunter2"), "what was moved aside is encrypted too")
  }
}
