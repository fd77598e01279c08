local bh = require "bindhost"
local user = bh.model("user", { name = "Ada" })

describe("user", function()
  it("has a name", function() expect(user "name":get()):to_equal "Ada" end)
end)
