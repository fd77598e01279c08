-- Two-way controls, a conversion, a confirmation and a setter that is refused.
describe("settings", function()
  before_each(function() test.run "settings.lua" end)

  it("shows what the model holds", function()
    expect(test.find "email" "value"):to_equal "ada@example.org"
    expect(test.screen()):to_contain "ada@example.org, 36"
  end)

  it("takes an address that is one, and says why it refuses another", function()
    test.find "email":input "grace@example.org"
    expect(test.screen()):to_contain "grace@example.org, 36"
    test.find "email":input "nobody"
    expect(test.screen()):to_contain "not an e-mail address"
    expect(test.screen()):to_contain "grace@example.org, 36"
  end)

  it("converts what is typed as the age", function()
    test.keys "Tab Tab"
    test.find "age":type "\b\b41"
    expect(test.find "step" "value"):to_equal(36)
    test.keys "Enter"
    expect(test.find "step" "value"):to_equal(41)
    test.find "age":input "old"
    expect(test.screen()):to_contain "whole number, please"
    expect(test.find "step" "value"):to_equal(41)
  end)

  it("steps and slides with the arrows", function()
    test.find "step":focus()
    test.keys "Up Up Down"
    expect(test.find "step" "value"):to_equal(37)
    test.find "vol":focus()
    test.keys "Right"
    expect(test.find "vol" "value"):to_be_near(0.45)
  end)

  it("asks before it arms, and sends", function()
    local sent
    test.http:stub("/armed", function(req)
      sent = req
      require "bindhost".sleep "100ms"
      return { status = 200, json = { on = true } }
    end)
    test.find "armed":press()
    expect(sent):to_be(nil)
    test.find { title = "Arm the alarm?" }:accept()
    test.clock:advance "200ms"
    expect(sent.method):to_be "PUT"
    expect(sent.json):to_equal { on = true }
    expect(test.find "armed" "value"):to_be(true)
    expect(test.find { title = "Arm the alarm?" }):to_be(nil)
  end)

  it("stays as it was when the answer is no, or the other side refuses", function()
    test.find "armed":press()
    test.find { title = "Arm the alarm?" }:dismiss()
    expect(test.find "armed" "value"):to_be(false)
    test.http:stub("/armed", function() return { status = 409 } end)
    test.find "armed":press()
    test.find { title = "Arm the alarm?" }:accept()
    test.clock:advance "1s"
    expect(test.find "armed" "value"):to_be(false)
    expect(test.screen()):to_contain "409"
  end)
end)
