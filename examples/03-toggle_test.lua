-- The switch of 03-toggle.lua in virtual time: nothing here waits.
describe("a switch whose setter takes its time", function()
  it("asks, shows what is confirmed, and goes back when the device does not answer", function()
    test.run "03-toggle.lua"
    local function expect_screen(device, switch)
      local screen = test.screen()
      expect(screen):to_contain("│ " .. device .. "  ")
      expect(screen):to_contain("│ " .. switch .. "  ")
    end
    expect_screen("not armed, asking", "on")       -- flipped, and the device has not answered yet
    test.clock:advance "40ms"
    expect_screen("armed", "on")                   -- confirmed: it is the truth now
    test.clock:advance "30ms"
    expect_screen("armed, asking", "off")          -- flipped back while the device is jammed
    test.clock:advance "40ms"
    expect_screen("armed", "on")                   -- refused: the switch shows what is true
  end)
end)
