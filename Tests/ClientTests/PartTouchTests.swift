import BindCore
import Testing

/// A touch of one part of a Swift model, of which other Refs show the same, what it is in or what is in it.
@Suite(.ownThread) struct PartTouchTests {
  struct Note: ScriptCodable, Equatable {
    var text = "t"
    var pages = 1
  }

  struct Account: ScriptCodable, Equatable {
    var id = 1
    var note = Note()
    var tags = ["a", "b"]
    enum CodingKeys: String, CodingKey {
      case id, tags
      case note = "remark"
    }
  }

  struct User: Equatable {
    var account = Account()
    var name = "ada"
  }

  let client = Client()
  let user = Bindable(User(), name: "user")

  private func follow<Content>(_ name: String, _ ref: Ref<Content>) throws {
    try ref.observe(initial: false) { _ in self.client.log.append(name) }
  }

  /// Who is told, by name.
  private func told(_ body: () throws -> Void) rethrows -> [String] {
    client.log = []
    try body()
    return client.log.sorted()
  }

  // 20, 40
  @Test func itTellsWhatStandsThereWhatIsInItAndWhatIsAroundItInEachRef() throws {
    let account = user.ref(\.account), note = user.ref(\.account.note), text = user.ref(\.account.note.text)
    let innerNote: Ref<Note> = try account.at("remark"), innerPages: Ref<Int> = try account.at("remark.pages")
    let name = user.ref(\.name), id: Ref<Int> = try account.at("id"), tags = user.ref(\.account.tags)
    try follow("account", account)
    try follow("note", note)
    try follow("text", text)
    try follow("account.note", innerNote)
    try follow("account.note.pages", innerPages)
    try follow("name", name)
    try follow("account.id", id)
    try follow("tags", tags)
    #expect(try told { try note.touch() } == ["account", "account.note", "account.note.pages", "note", "text"])
    #expect(try told { try innerNote.touch() } == ["account", "account.note", "account.note.pages", "note", "text"])
    #expect(try told { try text.touch() } == ["account", "account.note", "note", "text"])
    #expect(try told { try innerPages.touch() } == ["account", "account.note", "account.note.pages", "note"])
    #expect(try told { try account.touch() }.count == 7)
    #expect(try told { try id.touch() } == ["account", "account.id"])
    #expect(try told { try name.touch() } == ["name"])
    let all = try told {
      try client.engine.transaction {
        try text.touch()
        try tags.touch()
      }
    }
    #expect(all == ["account", "account.note", "note", "tags", "text"])
    _ = try? client.engine.transaction {
      try account.touch()
      throw Broken()
    }
    #expect(client.log.count == 5)
  }

  // 20
  @Test func anElementOfAListIsTheSameByWhateverRef() throws {
    let account = user.ref(\.account), tags = user.ref(\.account.tags)
    let inner: Ref<String> = try account.at("tags[2]"), second: Ref<String> = try tags.at("[2]")
    let first: Ref<String> = try tags.at("[1]")
    try follow("account", account)
    try follow("tags", tags)
    try follow("inner", inner)
    try follow("second", second)
    try follow("first", first)
    #expect(try told { try second.touch() } == ["account", "inner", "second", "tags"])
    #expect(try told { try inner.touch() } == ["account", "inner", "second", "tags"])
    #expect(try told { try first.touch() } == ["account", "first", "tags"])
  }
}
