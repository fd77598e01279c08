describe("profile screen", function()
  it("retries twice, then shows the profile", function()
    local hits = 0
    test.http:stub("/me.json", function()
      hits = hits + 1
      if hits < 3 then return { status = 503 } end
      return { status = 200, json = { name = "Ada", followers_count = 1, address = { country = "nz" } } }
    end)
    test.run "profile.lua"
    test.clock:advance("300ms")               -- past the anti-flicker delay
    expect(test.screen()):to_contain "Loading profile…"
    test.clock:advance("10s")                  -- takes no real time
    expect(hits):to_equal(3)
    expect(test.screen()):to_contain "1 follower"
    expect(test.screen()):to_contain "NZ"
  end)
end)
