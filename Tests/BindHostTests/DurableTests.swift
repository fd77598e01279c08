import Foundation
import TestSupport
import Testing

/// What loadables keep from one run to the next: values, and writes that nobody has answered.
@Suite("Durable loadables") struct DurableTests {
  let folder: URL
  private let place: TemporaryFolder

  init() throws {
    place = try TemporaryFolder()
    folder = place.url
  }

  private func run(
    _ code: String, interrupt: (signal: Int32, moment: BuiltProgram.Moment)? = nil
  ) async throws -> BuiltProgram.Run {
    let script = folder.appending(path: "script.lua")
    try ("local bh = require 'bindhost'; " + code).write(to: script, atomically: true, encoding: .utf8)
    return try await BuiltProgram.bindhost.run(
      ["run", "--ui=none", "--allow-read", "--allow-write", script.path], in: folder,
      environment: ["BINDHOST_STATE_DIR": folder.appending(path: "state").path], interrupt: interrupt)
  }

  /// A loader that answers with what the script's argument says, after it has said what is known without it.
  private func article(load: String, options: String = "") -> String {
    """
    local model = bh.model("model", { title = "none" })
    local x = bh.loadable("article", { durable = true, into = model, retry = 0, \(options)
      load = function() \(load) end })
    print(x "face":peek(), x "stale":peek(), (x "value":peek() or {}).title, model "title":get())
    x "face":observe(function(face) print(face, (x "value":peek() or {}).title) end)
    local value, err = x:await()
    print(value and value.title, err and err.message)
    """
  }

  @Test func aValueIsShownAtTheNextStartUntilItIsLoadedAndNoErrorIsKept() async throws {
    let first = try await run(article(load: "return { title = 'one' }"))
    #expect(first.output == "idle\tfalse\tnil\tnone\nloading\tnil\nloaded\tone\none\tnil\n", "\(first.errors)")
    let failing = try await run(article(load: "return nil, 'no network'"))
    #expect(
      failing.output == "loaded\ttrue\tone\tone\nreloading\tone\ndegraded\tone\nnil\tno network\n", "\(failing.errors)")
    let third = try await run(article(load: "return { title = 'two' }"))
    #expect(third.output == "loaded\ttrue\tone\tone\nreloading\tone\nloaded\ttwo\ntwo\tnil\n", "\(third.errors)")
  }

  @Test func aFreshValueIsNotAskedForAndOneTooOldOrOfAnotherVersionIsNone() async throws {
    _ = try await run(article(load: "return { title = 'one' }", options: "fresh = '1h',"))
    let fresh = try await run(article(load: "error('asked')", options: "fresh = '1h',"))
    #expect(fresh.output == "loaded\tfalse\tone\tone\nloaded\tone\none\tnil\n", "\(fresh.errors)")
    let other = try await run(article(load: "return { title = 'two' }", options: "version = 2,"))
    #expect(other.output.hasPrefix("idle\tfalse\tnil\tnone\n"), "\(other.errors)")
    try await Task.sleep(for: .milliseconds(50))
    let old = try await run(article(load: "return { title = 'three' }", options: "version = 2, max_age = '10ms',"))
    #expect(old.output.hasPrefix("idle\tfalse\tnil\tnone\n"), "\(old.errors)")
  }

  @Test func whatIsResetDoesNotComeBackAndWhatIsSetDoes() async throws {
    _ = try await run(article(load: "return { title = 'one' }"))
    _ = try await run(
      "local x = bh.loadable('article', { durable = true, load = function() end }); x:set { title = 'set' }")
    let set = try await run(article(load: "return nil, 'away'"))
    #expect(set.output.hasPrefix("loaded\ttrue\tset\tset\n"), "\(set.errors)")
    _ = try await run("local x = bh.loadable('article', { durable = true, load = function() end }); x:reset()")
    let reset = try await run(article(load: "return nil, 'away'"))
    #expect(reset.output.hasPrefix("idle\tfalse\tnil\tnone\n"), "\(reset.errors)")
  }

  @Test func eachKeyOfAFamilyIsKeptForItself() async throws {
    let code = """
      local article = bh.loadable("article", { durable = true, key = function(id) return id end,
        load = function(ctx) return "article " .. ctx.key end })
      for _, id in ipairs { 1, 2, "1" } do
        print(id, article(id) "value":peek())
        if #arg > 0 or id ~= 2 then article(id):await() end
      end
      """
    #expect(try await run(code).output == "1\tnil\n2\tnil\n1\tnil\n")
    #expect(try await run(code).output == "1\tarticle 1\n2\tnil\n1\tarticle 1\n")
  }

  /// Sends by a line in a file: the id, the attempt and what is to be written.
  private func note(answer: String) -> String {
    """
    local note = bh.loadable("note", { durable = true,
      load = function() return { title = "of the server", count = 0 } end,
      send = function(new, old, write)
        local sent = bh.fs.read("sent.txt") or ""
        bh.fs.write("sent.txt", sent .. ("%s %d %s %d\\n"):format(write.id, write.attempt, new.title, new.count))
        print("sent", new.title, new.count)
        \(answer)
      end })

    """
  }

  private var sent: [[Substring]] {
    let text = (try? String(contentsOf: folder.appending(path: "sent.txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  @Test func aWriteWithoutAnswerIsSentAgainUnderTheSameIdAfterAKillAndASettledOneIsNot() async throws {
    let begin = """
      note:await()
      note:write { apply = function(base) base.title = "mine" return base end }
      note:write { apply = function(base) base.count = base.count + 1 return base end }
      """
    let killed = try await run(
      note(answer: "bh.sleep '1h'") + begin, interrupt: (SIGKILL, .outputSays("sent\tmine\t0")))
    #expect(killed.output.contains("sent\tmine\t0"), "\(killed.errors)")
    #expect(sent.count == 1)
    let again = try await run(
      note(answer: "return true") + "print(note 'value':peek().title, note 'value':peek().count)")
    #expect(again.output == "mine\t1\nsent\tmine\t0\nsent\tmine\t1\n", "\(again.errors)")
    #expect(sent.count == 3 && sent[1][0] == sent[0][0] && sent[2][0] != sent[0][0], "\(sent)")
    #expect(sent.map { String($0[1]) } == ["1", "2", "1"])
    let last = try await run(
      note(answer: "return true") + "print(note 'value':peek().title, note 'value':peek().count)")
    #expect(last.output == "mine\t1\n", "\(last.errors)")
    #expect(sent.count == 3)
  }

  @Test func aRefusedWriteIsSettledAndOneOfAKeyGoesOnWithoutBeingAskedFor() async throws {
    let family = { (answer: String) in
      """
      local note = bh.loadable("note", { durable = true, key = function(id) return id end,
        load = function(ctx) return { title = "of the server", id = ctx.key } end,
        send = function(new, old, write) print("sent", new.id, new.title) \(answer) end })

      """
    }
    let killed = try await run(
      family("bh.sleep '1h'") + """
        note(7):await()
        note(7):write { apply = function(base) base.title = "mine" return base end }
        """, interrupt: (SIGKILL, .outputSays("sent\t7\tmine")))
    #expect(killed.output.contains("sent\t7\tmine"), "\(killed.errors)")
    let refused = try await run(family("return nil, 'no'"))
    #expect(refused.output == "sent\t7\tmine\n" && refused.exitCode == 1 && refused.errors.contains("no"))
    let last = try await run(family("return true"))
    #expect(last.output.isEmpty && last.exitCode == 0, "\(last.errors)")
  }

  /// A number that is added to; what is sent is told, and its id stands in a file by then.
  private func count(load: String, send: String) -> String {
    """
    local count = bh.loadable("count", { durable = true, load = function() \(load) return 0 end,
      send = function(new, old, write)
        local ids = bh.fs.read("ids.txt") or ""
        bh.fs.write("ids.txt", ids .. write.id .. "\\n")
        print("sent", new, write.attempt)
        sends = (sends or 0) + 1
        \(send) return true
      end })
    local function add(amount, ask)
      count:write { apply = function(n) return n + amount end, confirm = ask and function()
        print("asked", amount)
        ask()
        return true
      end }
    end

    """
  }

  /// `ask` never answers; what was kept before is on the disk when it says "saved".
  private let question = """
    local saved = bh.loadable("saved", { durable = true, load = function() return 0 end,
      send = function() print "saved" bh.sleep "1h" end })
    local function ask()
      saved:write { apply = function() return 1 end }
      bh.sleep "1h"
    end

    """

  private var ids: [Substring] {
    ((try? String(contentsOf: folder.appending(path: "ids.txt"), encoding: .utf8)) ?? "").split(separator: "\n")
  }

  @Test func whatNobodyHasSaidYesToIsNeitherShownNorSentAfterARestart() async throws {
    let killed = try await run(
      count(load: "", send: "bh.sleep '1h'") + question + """
        count:await()
        add(1, ask)
        """, interrupt: (SIGKILL, .outputSays("saved")))
    #expect(killed.output == "asked\t1\nsaved\n", "\(killed.errors)")
    let again = try await run(count(load: "", send: "") + "print(count:await())")
    #expect(again.output == "0\n", "\(again.errors)")
  }

  @Test func whatIsConfirmedLateKeepsItsPlaceAndWhatBeganAfterItIsMadeOfIt() async throws {
    let killed = try await run(
      count(load: "", send: "if new == 11 then bh.sleep '1h' end") + """
        count:await()
        add(1)
        add(10, function() end)
        add(100)
        """, interrupt: (SIGKILL, .outputSays("sent\t11")))
    #expect(killed.output.hasSuffix("sent\t1\t1\nsent\t11\t1\n"), "\(killed.errors)")
    let again = try await run(count(load: "", send: ""))
    #expect(again.output == "sent\t11\t2\nsent\t111\t1\n", "\(again.errors)")
  }

  @Test func writesFromBeforeTheFirstValueGoOnTooEachUnderItsId() async throws {
    let killed = try await run(
      count(load: "bh.sleep '1ms'", send: "bh.sleep '1h'") + "for _ = 1, 3 do add(1) end",
      interrupt: (SIGKILL, .outputSays("sent")))
    #expect(killed.output == "sent\t1\t1\n", "\(killed.errors)")
    let again = try await run(count(load: "", send: ""))
    #expect(again.output == "sent\t1\t2\nsent\t2\t1\nsent\t3\t1\n", "\(again.errors)")
    let ids = ids
    #expect(ids.count == 4 && ids[0] == ids[1] && Set(ids).count == 3, "\(ids)")
  }

  @Test func whatStandsBehindAQuestionIsKeptAsSoonAsThereIsAValue() async throws {
    let killed = try await run(
      count(load: "bh.sleep '1ms'", send: "") + question + """
        add(1, ask)
        add(10)
        """, interrupt: (SIGKILL, .outputSays("saved")))
    #expect(killed.output == "asked\t1\nsaved\n", "\(killed.errors)")
    let again = try await run(count(load: "", send: ""))
    #expect(again.output == "sent\t10\t1\n", "\(again.errors)")
  }

  /// What each of two runs has sent; the first one ends when it has come to the end of its code. The ids of what is sent twice are
  /// the same.
  private func sentAgain(_ send: String, _ code: String, options: String = "") async throws -> [String] {
    let declaration = count(load: "", send: send).replacingOccurrences(
      of: "durable = true,", with: "durable = true, \(options)")
    let first = try await run(declaration + "count:await() \(code) bh.sleep '20ms' error('the end', 0)")
    #expect(first.errors.contains("the end"), "\(first.errors)")
    let unanswered = ids.last
    let second = try await run(count(load: "", send: ""))
    #expect(unanswered == nil || ids.filter { $0 == unanswered }.count == 2, "\(ids)")
    return [first.output, second.output]
  }

  @Test func whatWasSentBehindARefusedWriteIsSentAsItWas() async throws {
    let sent = try await sentAgain(
      "if new == 10 then return nil, 'no' end bh.sleep '1h'",
      "add(10) add(1) repeat bh.sleep '1ms' until sends == 2")
    #expect(sent == ["sent\t10\t1\nsent\t1\t1\n", "sent\t1\t2\n"])
  }

  @Test func whatWasSentAfterAnAnswerOfItsOwnIsSentAsItWas() async throws {
    let sent = try await sentAgain(
      "if new == 10 then return 100 end bh.sleep '1h'",
      "add(10) add(1) add(2) repeat bh.sleep '1ms' until sends == 2")
    #expect(sent == ["sent\t10\t1\nsent\t101\t1\n", "sent\t101\t2\nsent\t103\t1\n"])
  }

  @Test func whatIsNotSentYetIsKeptAsItIsMadeOfTheNewestValue() async throws {
    let sent = try await sentAgain(
      "", "add(10, function() asks = true bh.sleep '1h' end) add(1) repeat bh.sleep '1ms' until asks count:set(50)")
    #expect(sent == ["asked\t10\n", "sent\t51\t1\n"])
  }

  @Test func whatWasSentStaysAsItWasSentWhateverTheValueIs() async throws {
    let sent = try await sentAgain(
      "bh.sleep '1h'", "add(1) add(10) repeat bh.sleep '1ms' until sends count:set(50)")
    #expect(sent == ["sent\t1\t1\n", "sent\t1\t2\nsent\t61\t1\n"])
  }

  @Test func whatStandsBehindADroppedWriteIsKeptWithoutIt() async throws {
    let sent = try await sentAgain(
      "bh.sleep '1h'",
      """
      add(1)
      count:write { coalesce = true, apply = function(n) return n + 10 end }
      add(100)
      count:write { coalesce = true, apply = function(n) return n + 1000 end }
      repeat bh.sleep "1ms" until sends
      """)
    #expect(sent == ["sent\t1\t1\n", "sent\t1\t2\nsent\t101\t1\nsent\t1101\t1\n"])
  }

  @Test func aConflictIsAnAnswerAndWhatIsKeptIsMadeOfWhatItHasTold() async throws {
    let sent = try await sentAgain(
      "if write.attempt == 1 then return nil, { kind = 'conflict', theirs = 100 } end",
      "add(1) add(10) repeat bh.sleep '1ms' until resolved",
      options: """
        resolve = function() resolved = true return "mine" end,
        """)
    #expect(sent == ["sent\t1\t1\n", "sent\t101\t2\nsent\t111\t1\n"])
  }

  @Test func writesThatEndBeforeTheFirstValueAreLostAndThatIsTold() async throws {
    let early = try await run(
      count(load: "bh.sleep '1h'", send: "") + """
        add(1)
        add(1)
        bh.sleep "1ms"
        print "waits"
        """, interrupt: (SIGTERM, .outputSays("waits")))
    #expect(early.errors.contains("warning[source.lost]: 2 writes of count are lost"), "\(early.errors)")
    let again = try await run(count(load: "", send: "") + "print(count:await())")
    #expect(again.output == "0\n" && again.errors.isEmpty, "\(again.errors)")
  }

  @Test func aDurableLoadableHasANameThatIsItsOwn() async throws {
    let nameless = try await run("bh.loadable { durable = true, load = print }")
    #expect(nameless.exitCode == 1 && nameless.errors.contains("needs a name"))
    let twice = try await run("for _ = 1, 2 do bh.loadable('x', { durable = true, load = print }) end")
    #expect(twice.exitCode == 1 && twice.errors.contains("error[bind.duplicate]"))
    let unkept = try await run("bh.loadable('x', { max_age = '1h', load = print })")
    #expect(unkept.exitCode == 1 && unkept.errors.contains("give it durable=true"))
  }
}
