-- Contract 30, 45: what is wrong with the function itself, as a field that the model has not, refuses the input and is told with its place and the mend.
local bh = require "bindhost"
local config = bh.model("config", { factor = 2 })
local model, field = bh.bindable(1), bh.bindable ""
local link = bh.link(model, field, { to = tostring, from = function(text)
  return tonumber(text) * config "facto":get()             -- expect warning: bind.path
end })
field:set "5"
print(model:get(), link "status":get(), link "input":get(), link "error":get().cause.id)  -- expect: 1	invalid	5	bind.path

-- What is wrong with the input is told by the status alone.
local other, text = bh.bindable {}, bh.bindable ""
local decoding = bh.link(other, text, { to = bh.json.encode, from = function(words) return assert(bh.json.decode(words)) end })
text:set "{"
print(decoding "status":get(), decoding "error":get().cause.id)  -- expect: invalid	json.invalid
