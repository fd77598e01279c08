import BindCore
import BindHost
import Testing

@Suite(.serialized) struct HostCommandsTests {
  /// What a call has given, in words.
  private final class Answers {
    private(set) var all: [String] = []

    func add(_ result: Result<[Value], any Error>) {
      switch result {
      case .success(let values): all.append("\(values)")
      case .failure(let error): all.append("\(error)")
      }
    }
  }

  @Test func commandsAreListedAndCalledFromSwift() throws {
    let virtual = try VirtualHost()
    try virtual.run(
      """
      bh.command("refresh", function(n) print("refresh", n) return n + 1 end)
      bh.command("slow", function() bh.sleep "5s" return "done" end)
      bh.command("broken", function() error "no" end)
      """)
    let host = virtual.host
    let answers = Answers()
    #expect(host.commands == ["refresh", "slow", "broken"])
    try host.call("refresh", with: [.integer(4)], completion: answers.add)
    #expect(virtual.printed() == ["refresh\t4"])
    #expect(answers.all == ["[5]"])
    try host.call("slow", completion: answers.add)
    #expect(answers.all.count == 1)
    try virtual.advance(.seconds(5))
    #expect(answers.all.last == #"["done"]"#)
    try host.call("broken", completion: answers.add)
    #expect(answers.all.last?.contains("test.lua:3: no") == true, "\(answers.all)")
  }

  @Test func aFailureThatNobodyAwaitsIsToldLikeAnyOther() throws {
    let virtual = try VirtualHost()
    try virtual.run(
      """
      bh.command("bad", function() error "no" end)
      bh.command("late", function() bh.sleep "5s" error "later" end)
      screen = bh.scope("screen", function()
        bh.command("close", function() screen:close() bh.sleep "1s" end)
      end)
      """)
    try virtual.host.call("bad")
    var told = virtual.reports()
    #expect(told.count == 1 && told[0].contains("test.lua:1: no"), "\(told)")
    try virtual.host.call("late")
    try virtual.advance(.seconds(5))
    told = virtual.reports()
    #expect(told.count == 1 && told[0].contains("test.lua:2: later"), "\(told)")
    // What ends with the scope it was made in has not failed; and who awaits it is the one who is told.
    try virtual.host.call("close")
    try virtual.advance(.seconds(5))
    try virtual.host.call("bad", completion: { _ in })
    #expect(virtual.reports() == [])
  }

  @Test func theScriptsOwnHandlerHearsOfItFirst() throws {
    let virtual = try VirtualHost()
    try virtual.run(
      """
      bh.on_error(function(err) print("caught", err.message) end)
      bh.command("bad", function() error("no", 0) end)
      """)
    try virtual.host.call("bad")
    #expect(virtual.printed() == ["caught\tno"] && virtual.reports() == [])
  }

  @Test func aNameThatNobodyOffersIsAnErrorThatNamesTheNearest() throws {
    let virtual = try VirtualHost()
    try virtual.run("bh.command('refresh', print)")
    let error = #expect(throws: Diagnostic.self) { try virtual.host.call("refrehs") }
    #expect(error?.message == "call: unknown command 'refrehs'")
    #expect(error?.suggestions == ["refresh"])
  }

  @Test func aCommandEndsWithItsScopeAndKeepsNothingAlive() throws {
    let virtual = try VirtualHost()
    try virtual.run(
      """
      s = bh.scope("screen", function() bh.command("slow", function() bh.sleep "5s" print "never" end) end)
      """)
    let answers = Answers()
    #expect(!virtual.host.isAlive)
    try virtual.host.call("slow", completion: answers.add)
    #expect(virtual.host.isAlive)
    try virtual.run("s:close()")
    #expect(virtual.host.commands.isEmpty)
    #expect(answers.all.count == 1 && answers.all[0].contains("bind.disposed"), "\(answers.all)")
    #expect(!virtual.host.isAlive)
    #expect(virtual.pendingTimers == 0)
    try virtual.advance(.seconds(10))
    #expect(virtual.printed() == [])
  }

  @Test func aScriptThatFailsOffersNothing() throws {
    let virtual = try VirtualHost()
    #expect(throws: (any Error).self) { try virtual.run("bh.command('a', print) error 'no'") }
    #expect(virtual.host.commands.isEmpty)
  }
}
