-- What is kept secret stands in no message of a test either.
describe("a secret", function()
  it("is compared and not shown", function()
    local bh = require "bindhost"
    local s = bh.state("vault", { token = "none" }, { store = "secret:" })
    s "token":set "HUSH-HUSH"
    expect(s "token"):to_equal "HUSH-HUSH"
    expect(tostring(bh.why(s "token"))):never():to_contain "HUSH"
    local ok, err = pcall(function() expect(s "token"):to_equal "x" end)
    expect(ok):to_equal(false)
    expect(tostring(err)):never():to_contain "HUSH"
  end)
end)
