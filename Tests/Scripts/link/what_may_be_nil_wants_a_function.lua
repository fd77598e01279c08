-- Contract 38: what a refusal advises can be done: a link has no default=, it has to= and from=.
local bh = require "bindhost"
local m = bh.model("m", { may = bh.field { type = "integer", optional = true }, must = 3 })
local function refused(...)
  local _, err = pcall(...)
  print(err.id, err.message, err.notes[1])
end
refused(bh.link, m "may", m "must")
-- expect: bind.type	bh.link: m.must is required, m.may is optional and may be nil	give to=fn, which says what the target has instead of nil
refused(bh.link, m "must", m "may")
-- expect: bind.type	bh.link: m.must is required, m.may is optional and may be nil	give from=fn, which says what the source gets instead of nil, or refuses it
refused(bh.bind, m "may", m "must")
-- expect: bind.type	bh.bind: m.must is required, m.may is optional and may be nil	give default= for what stands instead of nil, or skip_nil=true
local link = bh.link(m "may", m "must", { to = function(value) return value or 0 end })
print(link "status":get(), m "must":get())        -- expect: ok	0
