local bh = require "bindhost"
local depth = 0
local function deeper()
  depth = depth + 1
  bh.scope(function()
    local ok, err = pcall(bh.after, 0, deeper)
    if not ok then
      print(err.id, err.message:match "nested 1000 deep")  -- expect: host.quota	nested 1000 deep
      print(depth > 900)                                   -- expect: true
    end
  end)
end
deeper()
