local bh = require "bindhost"
local theme = bh.state("theme", "dark")
print(theme == bh.state("theme", "dark"))                -- expect: true
for _, other in ipairs { "light", 3, { dark = true }, { "dark" } } do
  local ok, err = pcall(bh.state, "theme", other)
  print(ok, err.id)
end
-- expect: false	store.key_type
-- expect: false	store.key_type
-- expect: false	store.key_type
-- expect: false	store.key_type
-- in another store the key is another one
print(bh.state("theme", 3, { store = "memory:" }):get()) -- expect: 3
local ok, err = pcall(bh.state, "x", 1, { stor = "memory:" })
print(tostring(err):match "did you mean 'store'")          -- expect: did you mean 'store'
ok, err = pcall(bh.state, "x", 1, { store = "sqlit:x.db" })
print(err.id, tostring(err):match "did you mean 'sqlite'") -- expect: store.url	did you mean 'sqlite'
ok, err = pcall(bh.state, "x", 1, { store = "file:" })
print(err.id)                                            -- expect: store.url
ok, err = pcall(bh.state, "x", 1, { version = 0 })
print(err.id)                                            -- expect: bind.argument
ok, err = pcall(bh.state, "x", print)
print(err.id)                                            -- expect: store.value
