import BindCore
import BindHost
import BindSources
import Testing

/// `bh.http` and `job.http` as scripts see them, against stubs and in virtual time.
@Suite("HTTP in scripts", .serialized) struct HTTPScriptTests {
  func host(_ flags: String...) throws -> VirtualHost {
    var permissions = Permissions(scriptFolder: "/scripts")
    for flag in flags.isEmpty ? ["--allow-net"] : flags {
      let parts = flag.split(separator: "=", maxSplits: 1).map(String.init)
      _ = try permissions.apply(flag: parts[0], value: parts.count > 1 ? parts[1] : nil, relativeTo: "/")
    }
    return try VirtualHost(permissions)
  }

  @Test func anAnswerIsATableWhoseJSONIsDecodedWhenItIsRead() throws {
    let host = try host()
    host.world.network.stub(
      "/me.json", status: 201, headers: HTTPHeaders([("Content-Type", "application/json"), ("X-Thing", "a")]),
      body: #"{"name":"Ada","n":[1,2.5,null]}"#)
    try host.run(
      """
      local res, err = bh.http.get("http://h/me.json?q=1")
      print(res.status, res.headers["content-type"], res.headers["X-THING"], res.headers.nothing, err)
      print(rawget(res, "json"), res.json.name, res.json.n[2], res.json.n[3] == bh.null)
      print(res.json == res.json, #res.body, res.url, res.nothing)
      local names = {}
      for name, value in pairs(res.headers) do names[#names + 1] = name .. "=" .. value end
      table.sort(names)
      print(table.concat(names, " "))
      """)
    try host.advance(.zero)
    #expect(
      host.printed() == [
        "201\tapplication/json\ta\tnil\tnil", "nil\tAda\t2.5\ttrue", "true\t31\thttp://h/me.json?q=1\tnil",
        "content-type=application/json x-thing=a",
      ])
    #expect(host.reports() == [])
  }

  @Test func whatSomebodyLooksAtIsAskedForBeforeWhatNobodyLooksAt() throws {
    let host = try host()
    var asked: [String] = []
    var open: [VirtualExchange] = []
    host.world.network.stub("*") { exchange in
      asked.append(exchange.request.address.path)
      open.append(exchange)
    }
    try host.run(
      """
      for n = 1, 6 do bh.go(function() bh.http.get("http://h/first/" .. n) end) end
      local function load(ctx) return bh.http.get("http://h/" .. ctx.name) and true end
      local unobserved = bh.loadable("unobserved", { load = load })
      unobserved:load()
      bh.job.every("1h", { name = "job", run = function() bh.http.get("http://h/job") end })
      bh.after("1ms", function()
        local observed = bh.loadable("observed", { load = load })
        observed "value":observe(function() end)
      end)
      """)
    try host.advance(.milliseconds(10))
    #expect(asked.count == 6)
    while !open.isEmpty {
      open.removeFirst().answer(status: 200, headers: HTTPHeaders(), body: [])
      try host.advance(.milliseconds(10))
    }
    #expect(asked.dropFirst(6) == ["/observed", "/unobserved", "/job"])
  }

  @Test func aBodyThatIsNoJSONRaisesWhereItsJSONIsRead() throws {
    let host = try host()
    host.world.network.stub("/bad", body: #"{"x":"#)
    try host.run(
      """
      local res = bh.http.get("http://h/bad")
      local ok, err = pcall(function() return res.json end)
      print(ok, err.kind, err.id, err.message)
      print(res.body)
      """)
    try host.advance(.zero)
    #expect(
      host.printed() == [
        "false\tdecode\thttp.decode\tthe answer of http://h/bad is no JSON: "
          + "line 1, column 6: the text ends inside an object near '{\"x\":'", #"{"x":"#,
      ])
  }

  @Test func aStatusFrom400IsAnErrorWithStatusBodyAndPause() throws {
    let host = try host()
    host.world.network.stub("/x", status: 429, headers: HTTPHeaders([("Retry-After", "7")]), body: "slowly")
    host.world.network.stub("/y", status: 404)
    try host.run(
      """
      local res, err = bh.http.get("http://h/x")
      print(res, err.kind, err.status, err.body, err.retry_after, err.retryable, err)
      res, err = bh.http.post("http://h/x", { body = "x" })
      print(err.retryable)
      res, err = bh.http.post("http://h/x", { body = "x", idempotency_key = "1" })
      print(err.retryable)
      res, err = bh.http.get("http://h/y")
      print(err.status, err.body, err.retry_after)
      """)
    try host.advance(.zero)
    #expect(
      host.printed() == [
        "nil\thttp\t429\tslowly\t7\tnil\thttp.status: test.lua:1: GET http://h/x was answered with 429 (Too Many Requests)",
        "false", "nil", "404\t\tnil",
      ])
  }

  @Test func whatIsSentIsWhatTheOptionsSay() throws {
    let host = try host()
    var seen: [String] = []
    host.world.network.stub("/*") { exchange in
      let request = exchange.request
      seen.append("\(request.method) \(request.address.target) \(String(decoding: request.body ?? [], as: UTF8.self))")
      seen += request.headers.fields.map { "\($0.name): \($0.value)" }
      exchange.answer(status: 200)
    }
    try host.run(
      """
      bh.http.post("http://h/a", { json = { b = { 1, 2 }, a = bh.null } })
      bh.http.put("http://h/b", { form = { name = "Ada L", tags = { "x", "y" } }, query = { page = 2, all = true } })
      bh.http.patch("http://h/c", { body = "raw", headers = { ["Content-Type"] = "text/plain", Accept = { "a", "b" } } })
      bh.http.delete("http://h/d", { auth = { user = "me", password = "pw" } })
      bh.http.head("http://h/e", { auth = { bearer = "token" } })
      bh.http.request("http://h/f", { method = "propfind" })
      """)
    try host.advance(.zero)
    #expect(
      seen == [
        "POST /a {\"a\":null,\"b\":[1,2]}", "Content-Type: application/json",
        "PUT /b?all=true&page=2 name=Ada+L&tags=x&tags=y", "Content-Type: application/x-www-form-urlencoded",
        "PATCH /c raw", "Accept: a", "Accept: b", "Content-Type: text/plain", "DELETE /d ",
        "Authorization: Basic bWU6cHc=",
        "HEAD /e ", "Authorization: Bearer token", "PROPFIND /f ",
      ])
  }

  // MARK: Streams

  @Test func linesAreHandedOutOneAfterTheOtherAndTheOtherSideWaits() throws {
    let host = try host()
    var stub: VirtualExchange?
    host.world.network.stub("/lines") {
      stub = $0
      $0.begin(status: 200)
      $0.write(Array("one\ntwo\r\nthr".utf8))
    }
    try host.run(
      """
      bh.go(function()
        local res, err = bh.http.get("http://h/lines", { stream = function(line) print(line) bh.sleep("1s") end })
        print("end", res and res.status, res and #res.body, err)
      end)
      """)
    try host.advance(.zero)
    #expect(host.printed() == ["one"])
    #expect(stub?.isHeld == true)
    try host.advance(.seconds(1))
    #expect(host.printed() == ["two"])
    stub?.write(Array("ee\nfour".utf8))
    stub?.finish()
    try host.advance(.seconds(1))
    #expect(host.printed() == ["three"])
    try host.advance(.seconds(1))
    #expect(host.printed() == ["four"])
    try host.advance(.seconds(1))
    #expect(host.printed() == ["end\t200\t0\tnil"])
    #expect(host.reports() == [] && host.pendingTimers == 0)
  }

  @Test func aStreamEndsWhenItsFunctionSaysFalseOrRaises() throws {
    let host = try host()
    var calledOff = 0
    host.world.network.stub("/lines") { exchange in
      exchange.onCancel = { calledOff += 1 }
      exchange.begin(status: 200)
      exchange.write(Array("one\ntwo\nthree\n".utf8))
    }
    try host.run(
      """
      local seen = {}
      local res, err = bh.http.get("http://h/lines", { stream = function(line) seen[#seen + 1] = line return line ~= "two" end })
      print(table.concat(seen, " "), res.status, err)
      print(pcall(bh.http.get, "http://h/lines", { stream = function(line) error({ text = line }) end }))
      local ok, value = pcall(bh.http.get, "http://h/lines", { stream = function(line) error({ text = line }) end })
      print(ok, value.text)
      """)
    try host.advance(.zero)
    let printed = host.printed()
    #expect(printed.first == "one two\t200\tnil")
    #expect(printed.last == "false\tone")
    #expect(calledOff == 3)
    #expect(host.reports() == [])
  }

  @Test func anErrorsBodyIsNotStreamed() throws {
    let host = try host()
    host.world.network.stub("/x", status: 500, body: "no\nlines\n")
    try host.run(
      """
      local res, err = bh.http.get("http://h/x", { stream = print })
      print(res, err.status, #err.body)
      """)
    try host.advance(.zero)
    #expect(host.printed() == ["nil\t500\t9"])
  }

  @Test func aTaskThatIsStoppedTakesItsTransferAlong() throws {
    let host = try host()
    var calledOff = 0
    host.world.network.stub("/x") { exchange in
      exchange.onCancel = { calledOff += 1 }
      exchange.begin(status: 200)
      exchange.write(Array("one\n".utf8))
    }
    try host.run(
      """
      scope = bh.scope("s", function()
        bh.go(function() bh.http.get("http://h/x") end)
        bh.go(function() bh.http.get("http://h/x", { stream = function() bh.sleep("1h") end }) end)
      end)
      """)
    try host.advance(.seconds(1))
    #expect(host.world.network.runningCount == 2)
    try host.run("scope:close()")
    #expect(calledOff == 2 && host.world.network.runningCount == 0 && host.pendingTimers == 0)
  }

  // MARK: Jobs and loadables

  @Test func aJobPollsAndMapsTheDecodedJSON() throws {
    let host = try host()
    var hits = 0
    host.world.network.stub("/stats.json") { exchange in
      hits += 1
      exchange.answer(status: 200, body: Array(#"{"load":0.\#(hits),"users":\#(hits)}"#.utf8))
    }
    try host.run(
      """
      stats = bh.job.http { name = "stats", url = "http://h/stats.json", every = "5s",
        map = function(j) return { load = j.load, users = j.users } end }
      stats:on_loaded(function(s) print(s.load, s.users) end)
      """)
    try host.advance(.seconds(11))
    #expect(host.printed() == ["0.1\t1", "0.2\t2", "0.3\t3"])
    try host.run("stats:stop()")
    #expect(host.pendingTimers == 0)
  }

  @Test func aJobTakesTextAsItIsAndJSONThatIsNoneAsAnError() throws {
    let host = try host()
    host.world.network.stub("/text", body: "plain")
    host.world.network.stub(
      "/bad", headers: HTTPHeaders([("Content-Type", "application/json; charset=utf-8")]), body: "{")
    host.world.network.stub("/gone", status: 404)
    try host.run(
      """
      for _, name in ipairs { "text", "bad", "gone" } do
        local j = bh.job.http { name = name, url = "http://h/" .. name }
        j:on_loaded(function(v) print(name, v) end)
        j:on_failed(function(err) print(name, err.kind, err.status) end)
      end
      """)
    try host.advance(.seconds(10))
    #expect(host.printed().sorted() == ["bad\tdecode\tnil", "gone\thttp\t404", "text\tplain"])
  }

  @Test func aLoaderThatFailsWithAPauseIsNotAskedEarlier() throws {
    let host = try host()
    var times: [Duration] = []
    let start = host.world.clock.now
    host.world.network.stub("/x") { exchange in
      times.append(host.world.clock.now - start)
      if times.count < 3 {
        exchange.answer(
          status: 503,
          headers: HTTPHeaders([("Retry-After", times.count == 1 ? "20" : "Thu, 01 Jan 2026 00:00:50 GMT")]))
      } else {
        exchange.answer(status: 200, body: Array("42".utf8))
      }
    }
    try host.run(
      """
      local x = bh.loadable { load = function()
        local res, err = bh.http.get("http://h/x")
        if not res then return nil, err end
        return res.json
      end }
      x "value":observe(function(v) print(v) end, { initial = false })
      """)
    try host.advance(.seconds(60))
    #expect(host.printed().last == "42")
    #expect(times.count == 3)
    #expect(
      times.count == 3 && times[1] >= .seconds(20) && times[1] < .seconds(21) && times[2] >= .seconds(50), "\(times)")
  }

  @Test func whatMayHaveHadItsEffectIsNotSentAgain() throws {
    let host = try host()
    var hits: [String] = []
    host.world.network.stub("/*") { exchange in
      hits.append(exchange.request.address.path)
      exchange.answer(status: 503)
    }
    try host.run(
      """
      for _, name in ipairs { "/once", "/again" } do
        local x = bh.loadable { retry = { max = 2 }, load = function()
          local key = name == "/again" and "key" or nil
          local res, err = bh.http.post("http://" .. name:sub(2) .. name, { body = "x", idempotency_key = key })
          return nil, err
        end }
        x:on_failed(function(err) print(name, err.status) end)
      end
      """)
    try host.advance(.seconds(60))
    #expect(hits.filter { $0 == "/once" }.count == 1)
    #expect(hits.filter { $0 == "/again" }.count == 3)
    #expect(host.printed().sorted() == ["/again\t503", "/once\t503"])
  }

  @Test func progressIsToldToItsFunction() throws {
    let host = try host()
    host.world.network.stub("/x") { exchange in
      exchange.begin(status: 200)
      exchange.progress(TransferProgress(received: 10, receivedTotal: 100))
      exchange.progress(TransferProgress(received: 100, receivedTotal: 100))
      exchange.finish()
    }
    try host.run(
      """
      bh.http.get("http://h/x", { progress = function(p) print(p.done, p.total, p.unit, p.phase) end })
      print("end")
      """)
    try host.advance(.seconds(1))
    #expect(host.printed() == ["10\t100\tbytes\tdownload", "100\t100\tbytes\tdownload", "end"])
  }

  @Test func circuitsAreInTheTrace() throws {
    let host = try host()
    host.host.engine.trace = Trace(host.host.engine, clock: host.world.clock)
    var status = 503
    host.world.network.stub("/x") { $0.answer(status: status) }
    try host.run("bh.job.http { name = 'x', url = 'http://h/x', every = '5s', retry = 0 }")
    try host.advance(.seconds(40))
    status = 200
    try host.advance(.seconds(80))
    let lines = host.host.engine.trace?.lines.filter { $0.contains("circuit") } ?? []
    #expect(
      lines == [
        "20.000000000 circuit h:80 open for 30s", "50.000000000 circuit h:80 probed",
        "50.000000000 circuit h:80 closed",
      ])
  }
}
