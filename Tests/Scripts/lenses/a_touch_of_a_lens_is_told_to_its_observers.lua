-- CONTRACT 20: a touch is one wave although equal, for whoever observes what was touched.
local bh = require "bindhost"
local m = bh.model("m", { n = 1, list = { { id = 1, n = 1 } } })
local function same(v) return v end
local function lens(cell) return cell:through { to = same, from = same } end
local n = lens(m "n")
local outer = lens(n)
local element = lens(m "list":by("id", 1))
local runs = {}
for name, cell in pairs { model = m "n", n = n, outer = outer, element = element, other = lens(m "n") } do
  cell:observe(function(_, _, cause) runs[#runs + 1] = name .. " " .. cause.kind end, { initial = false })
end
local function told(fn)
  runs = {}
  fn()
  table.sort(runs)
  return table.concat(runs, ", ")
end
print(told(function() n:touch() end))                     -- expect: model touch, n touch
print(told(function() outer:touch() end))                 -- expect: model touch, n touch, outer touch
print(told(function() element:touch() end))               -- expect: element touch
print(told(function() m "n":touch() end))                 -- expect: model touch
print(told(function() bh.transaction(function() n:touch() n:touch() assert(#runs == 0) end) end))   -- expect: model touch, n touch
print(told(function() pcall(bh.transaction, function() n:touch() error "no" end) end))   -- expect:
print(told(function() m "n":touch() end))                 -- expect: model touch
print(told(function() n:set(2) end))                      -- expect: model write, n write, other write, outer write
print(select(2, pcall(function() lens(m "n":map(same)):touch() end)).id)   -- expect: bind.read_only
