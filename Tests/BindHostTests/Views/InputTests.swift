import BindCore
import BindHost
import BindSources
import BindViews
import Testing

/// What a person does, as events; the same for tests and every presenter.
@Suite("Input", .serialized) struct InputTests {
  private func form() throws -> ScreenHost {
    try ScreenHost(
      """
      name, on, n = bh.bindable 'Ada', bh.bindable(false), bh.bindable(2)
      bh.show(ui.column {
        ui.text_field { id = 'name', label = 'Name', value = name },
        ui.label 'no control',
        ui.toggle { id = 'on', label = 'On', value = on },
        ui.stepper { id = 'n', label = 'N', value = n, min = 0, max = 3 },
        ui.button { id = 'go', title = 'Go', enabled = on, on_press = function() bh.sleep(1) print 'gone' end },
        ui.text_field { id = 'fixed', value = name:map(string.upper) },
      })
      """)
  }

  @Test func typedTextIsTakenAtEnterAndARemoteChangeIsHeldAndMarkedUntilThen() throws {
    let screen = try form()
    _ = screen.shown()
    #expect(try screen.send(.type("!"), to: "name") == [])
    let field = try screen.view("name")
    #expect(field.shownText == "Ada!")
    #expect(field.isTrue("editing"))
    try screen.host.run("name:set 'Eve'")
    #expect(
      try screen.advance(0).first == "Name, text field, Eve, changed elsewhere while it is edited")
    #expect(field.shownText == "Ada!")
    try screen.send(.accept, to: "name")
    try screen.host.run("print(name:get())")
    #expect(screen.printed() == ["Ada!"])
    #expect(!field.isTrue("editing") && !field.isTrue("changed"))
  }

  @Test func leavingAFieldTakesWhatIsTypedAndEscapeDropsIt() throws {
    let screen = try form()
    try screen.send(.type("\u{8}n"), to: "name")
    #expect(try screen.view("name").shownText == "Adn")
    try screen.send(.focus, to: "on")
    try screen.send(.type("x"), to: "name")
    try screen.send(.dismiss, to: "name")
    try screen.host.run("print(name:get())")
    #expect(screen.printed() == ["Adn"])
  }

  @Test func aFieldThatWasLeftAsItWasDoesNotUndoARemoteChange() throws {
    let screen = try form()
    try screen.send(.type("x\u{8}"), to: "name")
    try screen.host.run("name:set 'Eve'")
    try screen.send(.accept, to: "name")
    try screen.host.run("print(name:get())")
    #expect(screen.printed() == ["Eve"])
    #expect(try screen.view("name").shownText == "Eve")
  }

  @Test func theFocusGoesThroughWhatCanBeUsed() throws {
    let screen = try form()
    #expect(screen.host.host.input.focusOrder.map(\.id) == ["name", "on", "n", "fixed"])
    try screen.send(.press, to: "on")
    #expect(screen.host.host.input.focusOrder.map(\.id) == ["name", "on", "n", "go", "fixed"])
    try screen.send(.focus, to: "go")
    #expect(screen.host.host.input.focused?.id == "go")
  }

  @Test func whatCannotBeDoneIsSaidAndChangesNothing() throws {
    let screen = try form()
    #expect(try screen.refusal(of: .press, at: "go").contains("button#go is disabled"))
    #expect(try screen.refusal(of: .input(.string("x")), at: "fixed").contains("text_field#fixed is read-only"))
    #expect(try screen.refusal(of: .type("x"), at: "on").contains("cannot be typed into"))
    #expect(try screen.refusal(of: .press, at: "n").contains("cannot be pressed"))
  }

  @Test func aHandlerMayWaitAndTheButtonIsPendingMeanwhile() throws {
    let screen = try form()
    try screen.send(.press, to: "on")
    #expect(try screen.send(.press, to: "go") == ["Go, button, pending"])
    #expect(try screen.advance(1000) == ["Go, button"])
    #expect(screen.printed() == ["gone"])
  }

  @Test func stepsStayWithinTheLimits() throws {
    let screen = try form()
    _ = screen.shown()
    #expect(try screen.send(.step(1), to: "n") == ["N, stepper, 3"])
    #expect(try screen.send(.step(1), to: "n") == [])
    #expect(try screen.send(.input(.integer(9)), to: "n") == ["N, stepper, 3, invalid: the maximum is 3"])
    #expect(try screen.send(.step(-2), to: "n") == ["N, stepper, 1"])
  }

  @Test func whatTheControlItselfRefusedGoesWhenTheModelSpeaks() throws {
    let screen = try form()
    _ = screen.shown()
    #expect(try screen.send(.input(.integer(9)), to: "n") == ["N, stepper, 2, invalid: the maximum is 3"])
    try screen.host.run("n:set(1)")
    #expect(try screen.advance(0) == ["N, stepper, 1"])
  }

  // MARK: Commits

  private func committing() throws -> ScreenHost {
    let screen = try ScreenHost(
      """
      model, fails, sent = bh.bindable(0), false, {}
      bh.show(ui.slider { id = 'v', label = 'V', value = model, max = 9, commit_timeout = '2s', commit = function(new, old)
        sent[#sent + 1] = old .. '>' .. new
        bh.sleep '1s'
        if new == 8 then return nil, 'too much' end
        if new == 9 then bh.sleep '1h' end
        return true
      end })
      """)
    _ = screen.shown()
    return screen
  }

  @Test func aCommitIsShownAtOnceAndHoldsWhenItIsConfirmed() throws {
    let screen = try committing()
    #expect(try screen.send(.input(.integer(3)), to: "v") == ["V, slider, 3, pending"])
    try screen.host.run("print(model:get())")
    #expect(try screen.advance(1000) == ["V, slider, 3"])
    try screen.host.run("print(model:get())")
    #expect(screen.printed() == ["0", "3.0"])
  }

  @Test func aFailedCommitGoesBackToWhatHoldsNowAndSaysWhy() throws {
    let screen = try committing()
    try screen.send(.input(.integer(8)), to: "v")
    try screen.host.run("model:set(5)")
    #expect(try screen.advance(500) == [])
    #expect(try screen.advance(500) == ["V, slider, 5, failed: too much"])
    #expect(try screen.send(.input(.integer(2)), to: "v") == ["V, slider, 2, pending"])
  }

  @Test func commitsAreSerialAndTheNewestOfThoseThatWaitCounts() throws {
    let screen = try committing()
    for number in [1, 2, 3] as [Int64] { try screen.send(.input(.integer(number)), to: "v") }
    try screen.advance(5000)
    try screen.host.run("print(table.concat(sent, ' '), model:get())")
    #expect(screen.printed() == ["0>1.0 1.0>3.0\t3.0"])
  }

  @Test func whatTheModelRefusesIsNotSentAndStandsWithItsReason() throws {
    let screen = try ScreenHost(
      """
      sent, model = 0, bh.model('m', { age = bh.field { default = 36, type = 'integer', max = 150 } })
      bh.show(ui.text_field { id = 'a', label = 'A', commit = function() sent = sent + 1 return true end,
        value = model 'age':through { to = tostring, from = function(s) return tonumber(s), 'a number' end } })
      """)
    _ = screen.shown()
    #expect(try screen.send(.input(.string("abc")), to: "a") == ["A, text field, abc, invalid: a number"])
    #expect(try screen.send(.input(.string("200")), to: "a") == ["A, text field, 200, invalid: the maximum is 150"])
    try screen.host.run("print(sent, model 'age':get())")
    try screen.host.run("model 'age':set(40)")
    #expect(try screen.advance(0) == ["A, text field, 40"], "the model wins")
    try screen.send(.input(.string("41")), to: "a")
    try screen.advance(0)
    try screen.host.run("print(sent, model 'age':get())")
    #expect(screen.printed() == ["0\t36", "1\t41"])
    #expect(screen.reports == [])
  }

  @Test func aCommitThatTakesTooLongIsCalledOff() throws {
    let screen = try committing()
    try screen.send(.input(.integer(9)), to: "v")
    #expect(try screen.advance(2000) == ["V, slider, 0, failed: no answer within 2s"])
    #expect(screen.host.pendingTimers <= 1)
    #expect(screen.reports == [])
  }

  // MARK: What a body that runs again keeps

  @Test func focusAndTypedTextSurviveABodyThatRunsAgain() throws {
    let screen = try ScreenHost(
      """
      round, note = bh.bindable(1), bh.bindable ''
      bh.show(ui.when(round, function(n)
        return ui.column { ui.label('round ' .. n), ui.row { ui.text_field { label = 'Q' } },
          ui.text_field { id = 'note', value = note } }
      end))
      """)
    #expect(screen.shown() == ["round 1", "Q, text field, empty", "text field, empty"])
    try screen.send(.type("ab"), to: "note")
    let before = try screen.view("note")
    try screen.host.run("round:set(2)")
    // Only what differs is said.
    #expect(try screen.advance(0) == ["round 2"])
    let after = try screen.view("note")
    #expect(after !== before)
    #expect(after.shownText == "ab")
    #expect(screen.host.host.input.focused === after)
    try screen.send(.accept, to: "note")
    try screen.host.run("print(note:get())")
    #expect(screen.printed() == ["ab"])
  }

  @Test func typedTextSurvivesAMoveInAList() throws {
    let screen = try ScreenHost(
      """
      list = bh.bindable { { id = 1, t = 'a' }, { id = 2, t = 'b' } }
      bh.show(ui.each(list, function(item) return ui.text_field { id = 'f' .. item:get().id, value = item 't' } end,
        { key = 'id' }))
      """)
    try screen.send(.type("!"), to: "f2")
    try screen.host.run("list:set { { id = 2, t = 'b' }, { id = 1, t = 'a' } }")
    #expect(try screen.view("f2").shownText == "b!")
    #expect(screen.host.host.input.focusOrder.map(\.id) == ["f2", "f1"])
    #expect(screen.host.host.input.focused?.id == "f2")
  }

  @Test func nothingIsLeftOfWhatIsClosed() throws {
    let screen = try ScreenHost()
    try screen.host.run("print(1)")
    let observers = screen.host.host.engine.observerCount
    let timers = screen.host.pendingTimers
    try screen.host.run(
      """
      local ui = bh.ui
      local thing = bh.loadable { load = function() bh.sleep '1h' end }
      s = bh.scope(function()
        local list = bh.bindable { 1, 2, 3 }
        bh.show(ui.column { ui.each(list, function(item) return ui.toggle { label = item } end),
          ui.when(list, function() return ui.text_field { value = bh.bindable '' } end),
          ui.async { source = thing, loaded = ui.label } })
      end)
      """)
    try screen.advance(1000)
    #expect(screen.host.host.engine.observerCount > observers)
    try screen.host.run("s:close()")
    try screen.advance(2000)
    #expect(screen.host.host.engine.observerCount == observers)
    #expect(screen.host.pendingTimers == timers)
    #expect(screen.host.world.network.runningCount == 0)
  }
}
