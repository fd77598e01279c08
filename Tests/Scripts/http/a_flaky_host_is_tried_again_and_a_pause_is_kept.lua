-- server: demo
local bh = require "bindhost"
local function loader(path)
  return bh.loadable(path, { retry = { max = 3, base = "10ms" }, load = function()
    local res, err = bh.http.get(arg[1] .. path)
    if not res then return nil, err end
    return res.json.name
  end })
end
local flaky = loader "/flaky"
print(flaky:await(), flaky "attempts":get())                   -- expect: Ada	3
local clock = loader "/retry-after?seconds=1"
print(clock:await(), clock "attempts":get())                   -- expect: Ada	2
local final = loader "/status/404"
print(select(2, final:await()).status, final "attempts":get()) -- expect: 404	1
