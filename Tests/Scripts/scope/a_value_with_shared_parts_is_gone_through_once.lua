-- Contract 32 b: what stands in several places of a value is looked at once when garbage is looked for: a value that a few bindings
-- make of itself has more places than could ever be gone through.
local bh = require "bindhost"
local function collect() for _ = 1, 3 do bh.sleep "1ms" collectgarbage() end end
local any = { type = "any", default = 0 }
local whole = bh.bindable { get = function() return 7 end }
local fields, handles = {}, {}
for i = 1, 30 do
  local model = bh.model("m" .. i, { a = bh.field(any), b = bh.field(any) })
  for _, name in ipairs { "a", "b" } do
    fields[#fields + 1] = model(name)
    handles[#handles + 1] = bh.bind(whole, model(name))
  end
  whole = model
end
collect()
for _, handle in ipairs(handles) do handle:stop() end
collect()
print(fields[1]:get().get(), fields[8]:get().a.b.a.get(), #fields)   -- expect: 7	7	60
