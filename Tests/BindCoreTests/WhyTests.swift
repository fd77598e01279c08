import Testing

@testable import BindCore

@Suite("Why a value is what it is")
struct WhyTests {
  private let engine = Engine()

  private func cell(_ value: Value, _ name: String) -> LeafCell {
    LeafCell(value, declaration: .any(.nil), name: name, engine: engine)
  }

  private func lines(_ cell: Cell) -> [String] {
    cell.why.text(in: engine).split(separator: "\n").map { String($0.drop { " =".contains($0) }) }
  }

  @Test func everyWriteIsNamedAlsoWhereNobodyLooks() throws {
    let source = cell(.integer(1), "source")
    #expect(lines(source) == ["source = 1", "never written"])
    try engine.turn(.external, label: "arrival") { _ = try source.write(.integer(2)) }
    #expect(lines(source) == ["source = 2", "write  →  source", #"caused by  external "arrival""#])
  }

  @Test func theChainGoesOverBindingsObserversAndJobs() throws {
    let source = cell(.integer(1), "source")
    let copy = cell(.integer(0), "copy")
    let late = cell(.integer(0), "late")
    let binding = ClosureBinding(from: source, to: copy, scope: engine.root) { value throws(Failure) in value }
    binding.start()
    copy.observe(initial: false) { value, _, _ throws(Failure) in _ = try late.write(value) }
    try engine.turn(.job, label: "sync", run: 7) { _ = try source.write(.integer(5)) }
    #expect(
      lines(late) == [
        "late = 5", "write  →  late", "caused by  binding source → copy", "caused by  write  →  source",
        #"caused by  job "sync" (run 7)"#,
      ])
  }

  @Test func aDerivedValueFollowsFromTheInputWrittenLast() throws {
    let first = cell(.integer(1), "first")
    let second = cell(.integer(2), "second")
    let doubled = FunctionCell([first], name: "doubled", engine: engine) { values throws(Failure) in values[0] }
    let both = FunctionCell([doubled, second], name: "both", engine: engine) { values throws(Failure) in .list(values) }
    _ = try second.write(.integer(20))
    _ = try first.write(.integer(10))
    #expect(lines(both)[1] == "follows from  doubled  ←  first")
    _ = try second.write(.integer(21))
    #expect(lines(both)[1] == "follows from  second")
  }

  @Test func whatLedToAValueIsForgottenBeforeItsLineIs() throws {
    let source = cell(.integer(1), "source")
    let other = cell(.integer(1), "other")
    _ = try source.write(.integer(2))
    for count in 0...CauseLog.capacity { _ = try other.write(.integer(Int64(count) + 10)) }
    #expect(source.why.isForgotten)
    #expect(lines(source)[1].hasSuffix("(what led to it is too long ago to be known)"))
    #expect(!other.why.isForgotten)
  }

  @Test func aBindableTellsItToo() {
    let user = Bindable("Ada", name: "user", engine: engine)
    #expect(user.why == "user = Ada\n  = never written")
    user.update(with: "Grace")
    #expect(user.why == "user = Grace\n  = write  →  user")
  }

  @Test func aChangeOfSwiftHasItsLine() throws {
    let user = Bindable("Ada", name: "user", engine: engine)
    let copy = Bindable("", name: "copy", engine: engine)
    user.observe(initial: false) { copy.update(with: $0) }
    let line = #line + 1
    try engine.transaction(label: "save") { user.modify { $0 += "!" } }
    let event = "write  →  user  BindCoreTests/WhyTests.swift:\(line)"
    #expect(user.why == "user = Ada!\n  = \(event)\n  = caused by  transaction \"save\"")
    // What follows from it was written elsewhere.
    #expect(
      copy.why == "copy = Ada!\n  = write  →  copy\n  = caused by  \(event)\n  = caused by  transaction \"save\"")
    user.touch()
    #expect(user.why == "user = Ada!\n  = touch  →  user  BindCoreTests/WhyTests.swift:\(#line - 1)")
  }

  @Test func anEditAtAViewIsWhereItsChainBegins() throws {
    final class Field: Control {
      var text = ""
      let edits = EditEvent()
      static var canonical: ReferenceWritableKeyPath<Field, String> { \.text }
    }
    let user = Bindable("Ada", name: "user", engine: engine)
    let field = Field()
    field <-> user[\.self]
    field.text = "Grace"
    field.edits.send()
    #expect(user.why == "user = Grace\n  = write  →  user\n  = caused by  view \"Field\"")
  }
}
