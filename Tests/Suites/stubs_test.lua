-- exit: 0
-- What answers in place of the outside.
local bh = require "bindhost"

describe("http", function()
  it("answers a path on every host, and waits as long as the stub sleeps", function()
    test.http:stub("/me.json", function(req)
      bh.sleep "2s"
      return { status = 201, headers = { ["X-Part"] = "1" }, json = { url = req.url, method = req.method, sent = req.json } }
    end)
    local before = bh.time.now()
    local res = bh.http.post("http://a.example/me.json?x=1", { json = { a = { 1, 2 } } })
    expect(bh.time.now() - before):to_be_near(2)
    expect(res.status):to_be(201)
    expect(res.headers["x-part"]):to_be "1"
    expect(res.json):to_equal { url = "http://a.example/me.json?x=1", method = "POST", sent = { a = { 1, 2 } } }
  end)
  it("is asked with headers in any case", function()
    local asked
    test.http:stub("/x", function(req) asked = req return { status = 204 } end)
    bh.http.get("http://h/x", { headers = { ["X-Token"] = "t" } })
    expect(asked.headers["X-Token"]):to_be "t"
    expect(asked.headers["x-token"]):to_be "t"
    expect(asked.headers["X-Other"]):to_be(nil)
    expect(asked.headers):to_contain "t"
    expect(asked.json):to_be(nil)
    expect(asked.method):to_be "GET"
  end)
  it("knows whole addresses, stars, methods and patterns", function()
    test.http:stub("/articles/*.json", function() return { body = "star" } end)
    test.http:stub("DELETE /articles/*.json", function() return { body = "gone" } end)
    test.http:stub("http://b.example/x", function() return { body = "whole" } end)
    test.http:stub("/users/%d+$", function() return { body = "number" } end)
    expect(bh.http.get("http://a.example/articles/7.json").body):to_be "star"
    expect(bh.http.delete("http://a.example/articles/7.json").body):to_be "gone"
    expect(bh.http.get("http://b.example/x").body):to_be "whole"
    expect(bh.http.get("http://c.example/users/12").body):to_be "number"
    local _, err = bh.http.get "http://c.example/users/ada"
    expect(err.message):to_contain "no stub answers this"
    _, err = bh.http.get "http://c.example/x"
    expect(err.kind):to_be "network"
  end)
  it("knows hosts, with a path or alone, without a scheme", function()
    test.http:stub("c.example", function() return { body = "host" } end)
    test.http:stub("c.example:81", function() return { body = "port" } end)
    test.http:stub("c.example/x.json", function() return { body = "both" } end)
    expect(bh.http.get("http://c.example/").body):to_be "host"
    expect(bh.http.get("https://c.example/y.json?q=1").body):to_be "host"
    expect(bh.http.get("http://c.example:81/y").body):to_be "port"
    expect(bh.http.get("http://c.example/x.json?q=1").body):to_be "both"
    local _, err = bh.http.get "http://cc.example/x.json"
    expect(err.message):to_contain "no stub answers this"
  end)
  it("has the later stub go first", function()
    test.http:stub("/x", function() return { body = "one" } end)
    test.http:stub("/x", function() return { body = "two" } end)
    expect(bh.http.get("http://h/x").body):to_be "two"
  end)
  it("fails as the stub says", function()
    test.http:stub("/down", function() return nil, { kind = "network", message = "cut" } end)
    test.http:stub("/bad", function() return { status = 404, body = "no" } end)
    local _, err = bh.http.get "http://h/down"
    expect(err.kind):to_be "network"
    expect(err.message):to_contain "cut"
    _, err = bh.http.get "http://h/bad"
    expect(err.kind):to_be "http"
    expect(err.status):to_be(404)
    expect(err.body):to_be "no"
  end)
  it("leaves a host alone that keeps failing, and says so", function()
    test.http:stub("/down", function() return { status = 503 } end)
    local err
    for _ = 1, 5 do _, err = bh.http.get "http://h/down" end
    expect(err.kind):to_be "http"
    expect(err.sub):to_be(nil)
    _, err = bh.http.get "http://h/down"
    expect(err.kind):to_be "network"
    expect(err.sub):to_be "circuit"
    expect(err.detail):to_be "circuit"
    expect(err.retry_after):to_be_near(30)
  end)
  it("is called off with who asks", function()
    local went = 0
    test.http:stub("/slow", function()
      bh.on_close(function() went = went + 1 end)
      bh.sleep "1h"
      went = 100
    end)
    local x = bh.loadable { load = function() return bh.http.get "http://h/slow" end }
    x:load()
    test.clock:advance "1s"
    x:cancel()
    test.clock:advance "2h"
    expect(went):never():to_be(100)
  end)
end)

describe("exec", function()
  it("returns what bh.exec returns", function()
    test.exec:stub("df", function(cmd, opts)
      if cmd[2] == "-x" then return nil, { kind = "exit", status = 3 } end
      if cmd[2] == "-k" then return nil, { kind = "signal", status = 9 } end
      if cmd[2] == "-s" then return { out = "partly", err = "why", status = 2 } end
      bh.sleep "1s"
      return { out = table.concat(cmd, " ") .. (opts.stdin or ""), err = "e", status = 0 }
    end)
    expect(bh.exec({ "df", "-P" }, { stdin = "!" })):to_equal { out = "df -P!", err = "e", status = 0 }
    local _, err = bh.exec { "df", "-x" }
    expect(err.kind):to_be "exit"
    expect(err.status):to_be(3)
    _, err = bh.exec { "df", "-k" }
    expect(err.kind):to_be "signal"
    _, err = bh.exec { "df", "-s" }
    expect(err.status):to_be(2)
    _, err = bh.exec({ "df" }, { timeout = "500ms" })
    expect(err.kind):to_be "timeout"
    _, err = bh.exec { "ls" }
    expect(err.kind):to_be "not_found"
  end)
end)

describe("files and databases", function()
  it("are in memory, and watched", function()
    test.fs:write("data/a.txt", "one")
    local seen = {}
    bh.job.watch { name = "w", path = "data" }:on_loaded(function(e) seen[#seen + 1] = e.kind end)
    test.clock:advance(0)
    test.fs:write("data/b.txt", "two")
    test.clock:advance "1s"
    expect(seen):to_contain "created"
    expect(bh.fs.read "data/b.txt"):to_be "two"
    expect(bh.fs.read "stubs_test.lua"):to_be(nil)
  end)
  it("keep their rows as long as the test", function()
    local db = bh.sql.open "kept.db"
    db:exec "create table t (a)"
    db:exec("insert into t values (?)", { 5 })
    expect(bh.sql.open("kept.db"):query "select a from t"):to_equal { { a = 5 } }
  end)
  it("are gone in the next one", function()
    local _, err = bh.sql.open("kept.db"):query "select a from t"
    expect(err.message):to_contain "no such table"
  end)
end)

describe("the world", function()
  it("goes offline and comes back", function()
    test.http:stub("/x", function() return { json = { 1 } } end)
    local x = bh.loadable { load = function()
      local res, err = bh.http.get "http://h/x"
      if not res then return nil, err end
      return res.json
    end }
    test.world { online = false }
    x:load()
    test.clock:advance "5s"
    expect(x "face"):to_be "loading"
    test.world { online = true }
    expect(x "value"):to_become({ 1 }, { within = "1s" })
  end)
  it("is suspended, and has its clock set", function()
    local fires = {}
    bh.job.every("10s", { name = "tick", run = function(fire) fires[#fires + 1] = fire.missed end })
    test.clock:advance "10s"
    test.clock:sleep "1m"
    test.clock:advance "5s"
    expect(fires[1]):to_be(0)
    expect(fires[3]):to_be_near(5, 1)
    test.clock:set "2030-05-06T07:08:09Z"
    expect(bh.time.format()):to_be "2030-05-06T07:08:09Z"
    expect(os.date("!%Y")):to_be "2030"
    expect(test.clock:pending()):to_be(1)
  end)
end)
