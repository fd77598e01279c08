-- CONTRACT 45, 50, 57: of several writes in flight the failure of one is told to who has asked for that one.
local bh = require "bindhost"
local sent = {}
local function outside()
  return bh.source {
    get = function() return { a = 0 } end,
    set = function(new)
      sent[#sent + 1] = new.a
      bh.sleep "1ms"
      if new.a == 99 then return nil, "no" end
      return true
    end,
  }
end
bh.on_error(function(err) print("refused", err.message) end)
local function settled(source) repeat bh.sleep "2ms" until source "$pending":get() == 0 end
local source, model = outside(), bh.model("model", { a = 1 })
local binding = bh.bind(model, source)
settled(source)
model "a":set(2)
bh.go(function() source:set { a = 99 } end)
settled(source)
print(binding "status":get(), source:get().a)            -- expect: ok	2
model "a":set(99)
settled(source)                                          -- expect: refused	no
print(binding "status":get(), binding "input":get().a)   -- expect: failed	99
-- A record that is refused goes back without another write.
sent = {}
local two = outside()
settled(two)
local form = bh.model("form", { a = 5 })
local link = bh.link(form, two)
settled(two)
form "a":set(99)
settled(two)                                             -- expect: refused	no
print(table.concat(sent, " "), link "status":get(), link "input":get().a, form "a":get()) -- expect: 5 99	failed	99	5
