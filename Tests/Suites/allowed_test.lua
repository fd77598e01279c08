-- exit: 0
-- What `allow` names is real; time stands still while it answers.
local bh = require "bindhost"

local function app(text) test.fs:write("app.lua", "local bh = require 'bindhost' " .. text) end

it("runs a real program", function()
  app [[return bh.exec { "echo", "from", "outside" }.out]]
  expect(test.run("app.lua", { allow = { run = "echo" } })):to_be "from outside\n"
  expect(bh.time.format()):to_be "2026-01-01T00:00:00Z"
end)

it("runs no other one, and none without being allowed", function()
  app [[local _, err = bh.exec { "echo", "x" } return err.kind]]
  expect(test.run("app.lua", { allow = "run=cat" })):to_be "not_found"
  expect(test.run "app.lua"):to_be "not_found"
end)

it("has a stub go before what is real", function()
  test.exec:stub("echo", function() return { out = "stub" } end)
  app [[return bh.exec { "echo", "x" }.out]]
  expect(test.run("app.lua", { allow = { "run" } })):to_be "stub"
end)

it("follows the lines of a real program", function()
  app [[
    local lines = bh.model("lines", { all = {} })
    bh.job.tail { name = "words", cmd = { "printf", "one\ntwo\n" }, each = function(line) lines "all":push(line) end }
    return lines
  ]]
  local lines = test.run("app.lua", { allow = { run = { "printf" } } })
  test.clock:advance "10ms"
  -- It is not waited for: real time passes while another one runs.
  while #lines "all":get() < 2 do bh.exec { "printf", "" } end
  expect(lines "all"):to_equal { "one", "two" }
end)

it("reads real files, and writes none", function()
  app [[
    bh.fs.write("written.txt", "in memory only")
    return { text = bh.fs.read "allowed_test.lua", own = bh.fs.read "written.txt", stat = bh.fs.stat "allowed_test.lua" }
  ]]
  local seen = test.run("app.lua", { allow = "--allow-read=." })
  expect(seen.text):to_contain "reads real files, and writes none"
  expect(seen.own):to_be "in memory only"
  expect(seen.stat.size):to_be(#seen.text)
end)

it("reads no real file without being allowed", function()
  app [[return bh.fs.read "allowed_test.lua"]]
  expect(test.run "app.lua"):to_be(nil)
end)

it("has the machine's variables", function()
  app [[return bh.env.PATH]]
  expect(test.run "app.lua"):to_be(nil)
  expect(test.run("app.lua", { allow = { env = { "PATH" } } })):to_contain "/"
end)

it("says what cannot be allowed", function()
  app ""
  expect(function() test.run("app.lua", { allow = "rnu" }) end):to_raise "did you mean 'run'?"
  expect(function() test.run("app.lua", { allow = { net = "a b" } }) end):to_raise "allow"
  expect(function() test.run("app.lua", { allow = 5 }) end):to_raise "allow"
end)
