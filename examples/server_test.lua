-- A job over HTTP, a job over a command, and an alert.
local load = 0.5

before_each(function()
  load = 0.5
  test.http:stub("/stats.json", function() return { status = 200, json = { load = load, users = 3 } } end)
  test.exec:stub("df", function(cmd)
    expect(cmd[2]):to_be "-P"
    return { out = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda1 100 42 58 42% /\n" }
  end)
  test.run "server.lua"
end)

it("shows load and disks", function()
  test.clock:advance "1s"
  expect(test.screen()):to_contain "0.50, 3 users"
  expect(test.screen()):to_contain "42%"
end)

it("rings when the load is high, and stops when it is not", function()
  test.clock:advance "1s"
  expect(test.screen()):never():to_contain "LOAD"
  load = 9.25
  test.clock:advance "5s"
  expect(test.screen()):to_contain "LOAD 9.2"
  load = 1
  test.clock:advance "5s"
  expect(test.screen()):never():to_contain "LOAD"
end)

it("keeps the last answer while the server is away, and says how old it is", function()
  test.clock:advance "1s"
  test.http:stub("/stats.json", function() return nil, { kind = "network" } end)
  test.clock:advance "30s"
  expect(test.screen()):to_contain "0.50, 3 users"
end)

it("goes on counting while the machine sleeps", function()
  test.clock:advance "1s"
  test.clock:sleep "1h"
  test.clock:advance "1s"
  expect(test.screen()):to_contain "0.50, 3 users"
  expect(test.clock:pending()):never():to_be(0)
end)
