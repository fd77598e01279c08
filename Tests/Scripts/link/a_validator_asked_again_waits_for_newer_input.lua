-- Contract 2, 47, 48: a validator that is asked again about refused input, because something has changed that it reads, has its say when all
-- other links have settled: newer input may be on its way over a further link, and the older one is taken by nobody then.
local bh = require "bindhost"
local function chain(title, body)
  local m = bh.model(title, { s = 0, t = 0, u = 0, limit = 1, told = 0 })
  local asked = {}
  local link = bh.link(m "s", m "t", {
    validate = function(v)
      asked[#asked + 1] = v
      return v <= m "limit":get(), "too big"
    end,
  })
  bh.link(m "t", m "u")
  m "u":set(3)
  asked = {}
  m "s":observe(function() m "told":modify(function(n) return n + 1 end) end, { initial = false })
  bh.transaction(function() body(m) end)
  print(title, m "s":get(), m "t":get(), m "u":get(), link "status":get(), link "input":get(), m "told":get())
end
chain("refused", function(m) m "limit":set(4) m "u":set(7) end)       -- expect: refused	0	7	7	invalid	7	0
chain("turned", function(m) m "u":set(7) m "limit":set(4) end)        -- expect: turned	0	7	7	invalid	7	0
chain("near", function(m) m "limit":set(4) m "t":set(7) end)          -- expect: near	0	7	7	invalid	7	0
chain("taken", function(m) m "limit":set(4) m "u":set(2) end)         -- expect: taken	2	2	2	ok	nil	1
chain("the old one", function(m) m "limit":set(4) end)                -- expect: the old one	3	3	3	ok	nil	1
chain("the source", function(m) m "limit":set(4) m "s":set(9) end)    -- expect: the source	9	9	9	ok	nil	1
chain("all three", function(m) m "limit":set(4) m "u":set(2) m "s":set(9) end) -- expect: all three	9	9	9	ok	nil	1
