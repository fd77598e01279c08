-- Contract 47: a sentence that a check says of its own sentence too is a message; trimmed, clamped, cut or decorated, a value is taken.
local bh = require "bindhost"
local m = bh.model("m", {
  name = bh.field { default = "", check = function(v) return v ~= "bob", v .. " is taken" end },
  text = bh.field { default = "hello", check = function(v) return #v <= 140, #v .. " of 140 characters" end },
  note = bh.field { default = "hello", check = function(v) return #v <= 140, ("%d too many"):format(#v - 140) end },
  first = bh.field { default = "", check = function(v) return #v <= 140, "too long: " .. v end },
})
print(("%q %q %q"):format(m "name":get(), m "text":get(), m "note":get()))                 -- expect: "" "hello" "hello"
local sentence = "A sentence that a person has typed into a field."
for _, field in ipairs { "name", "text", "note", "first" } do
  for _, words in ipairs { "alice", "a b", sentence } do
    m(field):set(words)
    if m(field):get() ~= words then print(field, words, m(field):get()) end
  end
end
print(select(2, m "name":set "bob").message)                                               -- expect: m.name: "bob" was refused: bob is taken
print((select(2, m "text":set(("x"):rep(141))).message:match "refused: (.*)"))             -- expect: 141 of 140 characters

local model, view = bh.bindable("ann"), bh.bindable("")
local link = bh.link(model, view, { validate = function(v) return v ~= "bob", v .. " is taken" end })
view:set "alice"
print(model:get(), view:get(), link "status":get())                                        -- expect: alice	alice	ok

local made = bh.model("made", {
  trimmed = bh.field { default = "", check = function(v) return true, v:match "^%s*(.-)%s*$" end },
  upper = bh.field { default = "", check = function(v) return true, v:upper() end },
  cut = bh.field { default = "", check = function(v) return true, v:sub(1, 7) end },
  cried = bh.field { default = "", check = function(v) return true, v .. "!" end },
  loud = bh.field { default = "", check = function(v) return true, v:upper() .. "!" end },
  quoted = bh.field { default = "", check = function(v) return true, "<" .. v .. ">" end },
  most = bh.field { default = 0, check = function(v) return true, math.min(v, 10) end },
})
made:update { trimmed = "  two words ", upper = "two words", cut = "two words", cried = "two words", loud = "two words", quoted = "two words", most = 11 }
print(made "trimmed":get(), made "upper":get(), made "cut":get(), made "most":get())       -- expect: two words	TWO WORDS	two wor	10
print(made "cried":get(), made "loud":get(), made "quoted":get())                          -- expect: two words!	TWO WORDS!	<two words>
