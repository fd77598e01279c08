-- Contract 58: whoever is asked says yes with true, and with nothing else.
local bh = require "bindhost"
local answer
local sent = 0
local src = bh.source { get = function() return 0 end, confirm = function() return answer end,
  set = function() sent = sent + 1 return true end }
for _, said in ipairs { "no", "yes", 0, false, true } do
  answer = said
  local ok, err = src:set(1)
  print(said, ok or err.id, sent)
  -- expect: no	source.declined	0
  -- expect: yes	source.declined	0
  -- expect: 0	source.declined	0
  -- expect: false	source.declined	0
  -- expect: true	true	1
end
