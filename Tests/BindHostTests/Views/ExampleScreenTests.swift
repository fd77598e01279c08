import BindCore
import BindHost
import BindSources
import BindViews
import Testing

/// The scripts that must run unchanged, as they look on a screen; the texts are in `Tests/Screens`.
@Suite("Screens of the examples, laid out", .serialized) struct ExampleScreenTests {
  private func expect(_ name: String, _ screen: ScreenHost) throws {
    try GoldenScreen(name: name).expect(screen, columns: 60, rows: 16)
  }

  @Test func theProfileInEveryFace() throws {
    let screen = try ScreenHost()
    var fails = true
    screen.network.stub("/me.json") { exchange in
      if fails { return exchange.answer(status: 404, headers: HTTPHeaders(), body: []) }
      exchange.answer(
        status: 200, headers: HTTPHeaders(),
        body: Array(
          ##"{"name":"Ada","followers_count":1,"colors":{"primary":"#aa0000"},"address":{"country":"nz"}}"##.utf8))
    }
    try screen.run(example: "profile")
    try screen.advance(100)
    try expect("profile_failed", screen)
    fails = false
    try screen.send(.press, to: "Retry")
    try screen.advance(12_000)
    try expect("profile_loaded", screen)
    #expect(screen.host.host.stage.screen().redrawAfter == .seconds(1))
  }

  /// The face that a person sees is not the stored one: it comes after a while, and then for a while at least.
  @Test func loadingIsPresentedAfterAWhile() throws {
    let screen = try ScreenHost()
    screen.network.stub("/me.json") { _ in }
    try screen.run(example: "profile")
    try screen.advance(199)
    #expect(screen.host.host.stage.screen().text.hasSuffix("──\n") == false)
    #expect(!screen.host.host.stage.screen().text.contains("Loading"))
    try screen.advance(1)
    try expect("profile_loading", screen)
  }

  @Test func theSettingsWithARefusedInputAndAQuestion() throws {
    let screen = try ScreenHost()
    try screen.run(example: "settings")
    try expect("settings", screen)
    try screen.send(.input(.string("nobody")), to: "email")
    try screen.send(.focus, to: "age")
    try screen.send(.input(.string("40")), to: "age")
    try expect("settings_refused", screen)
    try screen.send(.press, to: "armed")
    try expect("settings_question", screen)
  }

  @Test func theServerBoardWhileAllIsWellAndWhenAJobFails() throws {
    let screen = try ScreenHost()
    var load = 0.5
    var isDown = false
    screen.network.stub("/stats.json") { exchange in
      if isDown { return exchange.answer(status: 404, headers: HTTPHeaders(), body: []) }
      exchange.answer(
        status: 200, headers: HTTPHeaders(), body: Array(#"{"load":\#(load),"users":3}"#.utf8))
    }
    screen.host.world.processes.stub(
      "df", out: "a\n/dev/a 10 4 6 45% /\n/dev/b 100 7 93 7% /home\n")
    try screen.run(example: "server")
    for step in 0..<12 {
      load = [0.5, 0.7, 2.5, 4, 9.5, 6][step % 6]
      try screen.advance(5000)
    }
    load = 9
    try screen.advance(2500)
    try expect("server", screen)
    isDown = true
    try screen.advance(8000)
    try expect("server_failed", screen)
  }
}
