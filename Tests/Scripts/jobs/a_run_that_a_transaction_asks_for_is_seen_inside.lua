-- CONTRACT 23: reads inside a transaction see what it has asked for, of a job as of a loadable.
local bh = require "bindhost"
local function load() return 1 end
local j = bh.job.every("1h", { name = "j", immediate = false, run = load })
local l = bh.loadable("l", { load = load })
local function show() print(j "face":get(), l "face":get()) end
bh.transaction(function()
  show()                                                  -- expect: idle	idle
  j:refresh() l:refresh()
  show()                                                  -- expect: loading	loading
end)
show()                                                    -- expect: loading	loading
j:await() l:await()
show()                                                    -- expect: loaded	loaded
bh.transaction(function()
  j:load() l:refresh()
  show()                                                  -- expect: reloading	reloading
  j:cancel() l:cancel()
  show()                                                  -- expect: loaded	loaded
end)
show()                                                    -- expect: loaded	loaded
pcall(bh.transaction, function() j:refresh() l:refresh() error "no" end)
show()                                                    -- expect: loaded	loaded
local many = bh.job.every("1h", { name = "many", immediate = false, overlap = 2, run = load })
bh.transaction(function()
  many:refresh()
  print(many "face":get())                                -- expect: idle
end)
many:await()
print(many "value":get())                                 -- expect: 1
j:stop()
many:stop()
