-- Contract 45: an err table that `from` raises, or lets pass, refuses the input as any other error does; what `from` must not do is no word
-- about the input.
local bh = require "bindhost"
bh.on_error(function(e) print("reported", e.id) end)
local function decoded(text) return assert(bh.json.decode(text)) end
local model, view = bh.bindable(1), bh.bindable("")
local link = bh.link(model, view, { to = bh.json.encode, from = decoded })
view:set "{bad"
local err = link "error":get()
print(model:get(), view:get(), link "status":get(), link "input":get(), err.id)    -- expect: 1	{bad	invalid	{bad	bind.invalid
print(err.message:match "was refused: (.*) expected", err.line, err.cause.id)       -- expect: line 1, column 2: a field's name in double quotes	5	json.invalid
view:set "2"
print(model:get(), link "status":get(), link "input":get())                         -- expect: 2	ok	nil

local lens = model:through { to = bh.json.encode, from = decoded }
local done, refusal = lens:set "{bad"
print(done, refusal.id, refusal.cause.id, model:get())                              -- expect: nil	bind.invalid	json.invalid	2

-- A call that raises by itself; an err table that a script has made up.
local names = bh.model("names", { ada = 1 })
local name = bh.bindable("ada")
local by_name = bh.link(bh.bindable(1), name, { to = function() return name:peek() end, from = function(n) return names(n):get() end })
name:set "eve"                                                                       -- expect: reported	bind.path
print(by_name "status":get(), by_name "error":get().cause.id)                       -- expect: invalid	bind.path
local word = bh.bindable("")
local strict = bh.link(bh.bindable(""), word, { from = function(w) error({ kind = "decode", message = "no " .. w }) end })
word:set "way"
print(strict "status":get(), strict "error":get().cause.kind)                       -- expect: invalid	decode

for what, from in pairs {
  waits = function() bh.sleep(0) end,
  writes = function(v) model:set(v) end,
} do
  local far = bh.bindable(0)
  local wrong = bh.link(bh.bindable(0), far, { from = from })
  far:set(1)
  print(what, wrong "status":get(), wrong "input":get(), wrong "error":get().id)
end
-- expect: reported	bind.yield
-- expect: waits	failed	nil	bind.yield
-- expect: reported	bind.pure
-- expect: writes	failed	nil	bind.pure
