import Testing

/// What a transaction does with sources.
@Suite struct SourceTransactionTests {
  @Test func whatSourcesTellOfInOneTransactionIsShownInOneWave() throws {
    let host = try VirtualHost()
    try host.run(
      """
      local x, y, xc, yc = 1, 1
      local sx = bh.source { get = function() return x end, notify = function(c) xc = c end }
      local sy = bh.source { get = function() return y end, notify = function(c) yc = c end }
      bh.combine({ sx, sy }, function(a, b) return a .. b end):observe(print)
      bh.transaction(function() x, y = 2, 2 xc() yc() print(sx:get() + sy:get()) end)
      pcall(bh.transaction, function() x, y = 3, 3 xc() yc() error "no" end)
      """)
    #expect(host.printed().map { $0.prefix(2) } == ["11", "4", "22", "33"] && host.reports().isEmpty)
  }

  @Test func whatCannotBeAppliedRaisesWhereItIsWrittenAndTakesNothingAlong() throws {
    let host = try VirtualHost()
    try host.run(
      """
      s = bh.source { get = function() return { n = 1, k = 1 } end, set = function() return true end }
      print(pcall(bh.transaction, function() s "k":set(2) s "n":push(1) end) , s "$pending":get())
      go = bh.bindable(0)
      go:observe(function(v) if v == 1 then s "k":set(3) s "n":modify(function(n) return #n end) end end)
      go:set(1)
      """)
    try host.advance(.seconds(1))
    try host.run("print(s 'k':get())")
    #expect(host.printed() == ["false\t0", "3"])
    let told = host.reports()
    #expect(told.count == 1 && told[0].contains("get length of a number"), "\(told)")
  }

  @Test func aFunctionIsAppliedToTheValueThatIsBeingAskedFor() throws {
    let host = try VirtualHost()
    try host.run(
      """
      s = bh.source { get = function() bh.sleep "2s" return 10 end, set = function(new, old) print(new, old) return true end }
      bh.go(function() print(s:modify(function(v) return (v or 0) + 1 end)) end)
      """)
    try host.advance(.seconds(1))
    #expect(host.printed() == [])
    try host.advance(.seconds(2))
    #expect(host.printed() == ["11\t10", "true"])
  }

  @Test func aLoadableThatWritesWhatIsBoundSaysWhere() throws {
    let host = try VirtualHost()
    try host.run(
      """
      local t = bh.bindable(0)
      bh.bind(bh.bindable(5), t)
      bh.loadable { load = function() return 88 end, into = t }:load()
      """)
    try host.advance(.seconds(1))
    let told = host.reports()
    #expect(told.count == 1 && told[0].contains("bind.overwritten") && told[0].contains(":3"), "\(told)")
  }
}
