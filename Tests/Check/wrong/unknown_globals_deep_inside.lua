local bh = require "bindhost"
bh.job.every("5s", function()
  local function inner()
    for _, v in pairs(undefined_list) do print(v, undefined_function(v)) end
  end
  inner()
end)
-- finds 4:23: error: nobody has made a global 'undefined_list' [script.unknown_global]
-- finds 4:51: error: nobody has made a global 'undefined_function' [script.unknown_global]
