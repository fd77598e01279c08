import BindCore
import BindSources
import BindViews
import Testing

/// The scripts that must run unchanged, as a person meets them.
@Suite("Screens of the examples", .serialized) struct ScreenScriptTests {
  private static let ada =
    ##"{"name":"Ada","followers_count":1,"colors":{"primary":"#aa0000"},"address":{"country":"nz"},"x":1}"##

  @Test func theProfileLoadsWhenItIsShownAndAgainWhenARetryIsPressed() throws {
    let screen = try ScreenHost()
    var hits = 0
    screen.network.stub("/me.json") { exchange in
      hits += 1
      if hits <= 4 {
        exchange.answer(status: 503, headers: HTTPHeaders(), body: [])
      } else {
        exchange.answer(status: 200, headers: HTTPHeaders(), body: Array(Self.ada.utf8))
      }
    }
    try screen.run(example: "profile")
    #expect(screen.shown() == ["== Profile =="])
    #expect(try screen.advance(199) == [])
    #expect(try screen.advance(1) == ["Loading profile…"])
    let failed = try screen.advance(60_000)
    #expect(hits == 4)
    #expect(failed.count == 2)
    #expect(failed.first?.hasPrefix("Could not load: ") ?? false)
    #expect(failed.last == "Retry, button")
    #expect(try screen.send(.press, to: "Retry") == ["Ada: 1 follower", "Ada: NZ", "Ada: Refresh, button"])
    #expect(hits == 5)
    // The same answer changes nothing that anybody could see.
    #expect(try screen.send(.press, to: "Refresh") == [])
    #expect(try screen.advance(1000) == [])
    #expect(hits == 6)
  }

  @Test func aFastAnswerIsShownWithoutThatItWasLoading() throws {
    let screen = try ScreenHost()
    screen.network.stub("/me.json", body: Self.ada)
    try screen.run(example: "profile")
    #expect(try screen.advance(1000) == ["== Profile ==", "Ada: 1 follower", "Ada: NZ", "Ada: Refresh, button"])
  }

  @Test func theSettingsAreEditedBothWaysAndCommitted() throws {
    let screen = try ScreenHost()
    var bodies: [String] = []
    var status = 200
    screen.network.stub("/armed") { exchange in
      bodies.append("\(exchange.request.method) \(String(decoding: exchange.request.body ?? [], as: UTF8.self))")
      exchange.answer(status: status, headers: HTTPHeaders(), body: [])
    }
    try screen.run(example: "settings")
    #expect(
      screen.shown() == [
        "== Settings ==", "E-mail, text field, ada@example.org", "Age, text field, 36", "Age, stepper, 36",
        "Volume, slider, 0.4", "ada@example.org, 36", "Alarm armed, toggle, off",
      ])
    // A refused input stays, with its reason, and the model is as it was.
    #expect(
      try screen.send(.input(.string("nobody")), to: "email") == [
        "E-mail, text field, nobody, invalid: not an e-mail address"
      ])
    #expect(
      try screen.send(.input(.string("eve@example.org")), to: "email") == [
        "E-mail, text field, eve@example.org", "eve@example.org, 36",
      ])
    #expect(try screen.send(.input(.string("x")), to: "age") == ["Age, text field, x, invalid: whole number, please"])
    // The model wins over what was refused.
    #expect(
      try screen.send(.step(1), to: "step") == ["Age, text field, 37", "Age, stepper, 37", "eve@example.org, 37"])
    #expect(try screen.send(.input(.string("200")), to: "age") == ["Age, text field, 200, invalid: the maximum is 150"])
    #expect(
      try screen.send(.input(.string("40")), to: "age") == [
        "Age, text field, 40", "Age, stepper, 40", "eve@example.org, 40",
      ])
    #expect(try screen.send(.step(1), to: "vol") == ["Volume, slider, 0.45"])
    // Nothing happens before the question is answered.
    #expect(try screen.send(.press, to: "armed") == ["Arm the alarm?, dialog"])
    #expect(try screen.refusal(of: .press, at: "vol").contains("waits for the dialog"))
    #expect(try screen.send(.dismiss, to: "Arm the alarm?") == [])
    #expect(bodies == [])
    try screen.send(.press, to: "armed")
    status = 500
    _ = try screen.send(.accept, to: "Arm the alarm?")
    #expect(try screen.view("armed").value("value") == .boolean(false))
    #expect(try screen.view("armed").words("status") == "failed")
    status = 200
    try screen.send(.press, to: "armed")
    try screen.send(.accept, to: "Arm the alarm?")
    #expect(try screen.view("armed").value("value") == .boolean(true))
    #expect(try screen.view("armed").words("status") == "ok")
    #expect(bodies == [#"PUT {"on":true}"#, #"PUT {"on":true}"#])
    // Only one direction asks.
    try screen.send(.press, to: "armed")
    #expect(bodies.last == #"PUT {"on":false}"#)
    #expect(screen.reports == [])
  }

  @Test func theServerBoardFollowsItsJobs() throws {
    let screen = try ScreenHost()
    var load = 0.5
    screen.network.stub("/stats.json") { exchange in
      exchange.answer(
        status: 200, headers: HTTPHeaders(), body: Array(#"{"load":\#(load),"users":3}"#.utf8))
    }
    screen.host.world.processes.stub(
      "df", out: "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/a 10 4 6 45% /\n")
    try screen.run(example: "server")
    #expect(
      try screen.advance(100) == [
        "== Server ==", "Load", "Disks", "Load: 0.5", "Load: 0.50, 3 users", "Disks: mount: /, used: 45%",
      ])
    load = 9
    #expect(try screen.advance(5000) == ["LOAD 9.0", "Load: 9 (2 values, 0.5 to 9)", "Load: 9.00, 3 users"])
    load = 1
    #expect(try screen.advance(5000) == ["Load: 1 (3 values, 0.5 to 9)", "Load: 1.00, 3 users"])
  }

  @Test func anOpenedRowAsksForItsDetailOnce() throws {
    let screen = try ScreenHost()
    var asked: [String] = []
    screen.network.stub("/articles.json", body: #"[{"id":7,"title":"Seven"},{"id":8,"title":"Eight"}]"#)
    screen.network.stub("/articles/*") { exchange in
      asked.append(exchange.request.address.path)
      let number = exchange.request.address.path.contains("7") ? 7 : 8
      exchange.answer(
        status: 200, headers: HTTPHeaders(), body: Array(#"{"id":\#(number),"body":"Text \#(number)"}"#.utf8))
    }
    try screen.run(example: "articles")
    #expect(
      try screen.advance(1000) == [
        "== Articles ==", "Seven, toggle, off", "Eight, toggle, off",
      ])
    #expect(asked == [])
    #expect(try screen.send(.press, to: "open-7").filter { $0.contains("Text") } == ["Text 7"])
    #expect(asked.count == 1)
    try screen.send(.press, to: "open-7")
    #expect(try screen.send(.press, to: "open-8").filter { $0.contains("Text") } == ["Text 8"])
    // What is there already is shown again, and not asked for.
    #expect(try screen.send(.press, to: "open-7").filter { $0.contains("Text") } == ["Text 7"])
    #expect(asked.count == 2)
    #expect(screen.reports == [])
  }
}
