import BindCore
@testable import BindHost
import BindLua
import Testing

@Suite("Completion at the prompt") struct CompletionTests {
  private func candidates(_ script: String, _ texts: [String]) throws -> [[String]] {
    let host = try VirtualHost()
    let completion = Completion(host: host.host, inspector: try Inspector(host.host.surface))
    try host.run("_G.bh = bh; " + script)
    defer { #expect(host.reports() == []) }
    return texts.map { completion.candidates($0).found }
  }

  @Test func globalsFieldsMethodsPathsAndOptionsAreOffered() throws {
    let found = try candidates(
      """
      user = bh.model("user", { name = "Ada", number = 1, colors = { primary = "", plain = "" } })
      field = bh.ui.text_field { value = user "name" }
      """,
      [
        "use", "bh.mod", "bh.ui.text", "user:pe", #"user "n"#, #"user "colors.p"#, #"field "val"#, "bh.ui.slider { st",
        ".mo", ".why user.n", "wh", "job.every('5s', { ov", "bh.loadable { dea",
      ])
    #expect(
      found == [
        ["user"], ["model"], ["text_area", "text_field"], ["peek"], ["name", "number"],
        ["colors.plain", "colors.primary"], ["value"], ["step", "style", "string"], ["models"],
        ["user.name", "user.number"],
        ["while"],
        ["overlap"], ["deadline", "deadline_pauses"],
      ])
  }

  /// No metamethod runs, nothing is loaded, computed or waited for.
  @Test func lookingHasNoEffect() throws {
    let host = try VirtualHost()
    let completion = Completion(host: host.host, inspector: try Inspector(host.host.surface))
    try host.run(
      """
      trap = setmetatable({ inner = 1 }, { __index = function() print "index" end, __pairs = print, __len = print })
      setmetatable(_G, { __index = function(_, name) print("global " .. name) end })
      lazy = bh.loadable("lazy", { load = function() print "loaded" return 1 end })
      sum = bh.computed(function() print "computed" return 1 end)
      next, rawget, type = nil, nil, nil
      """)
    let before = host.pendingTimers
    let found = ["trap.", "trap.missing.x", "missing.x", #"lazy "v"#, #"sum "x"#, "sum:ge", "lazy:aw"].map {
      completion.candidates($0).found
    }
    #expect(found == [["inner"], [], [], ["value"], [], ["get"], ["await"]])
    try host.advance(.seconds(1))
    #expect(host.printed() == [])
    #expect(host.pendingTimers == before)
  }

  @Test func theCommonPartAndTheListOfMany() {
    #expect(Completion.common(["text_area", "text_field"]) == "text_")
    #expect(Completion.common([]) == "")
    #expect(Completion.listing(["a", "bb", "c", "dd"], columns: 9) == "a   c\nbb  dd\n")
  }
}
