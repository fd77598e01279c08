local bh = require "bindhost"
local function say(text, options)
  local rows, err = bh.csv.decode(text, options)
  print(rows, err.kind, err.id, err.message)
end
say 'a,b\n1,"x" y\n'
-- expect: nil	decode	csv.invalid	line 2, column 6: a separator or the end of the line expected after a quoted field
say 'ä,b"c\n'
-- expect: nil	decode	csv.invalid	line 1, column 4: a quote inside a field that does not begin with one (quote the field and double it)
say 'a\nb,"c\n\n'
-- expect: nil	decode	csv.invalid	line 2, column 3: a quoted field without its end
say("a,b\n1,2\n3\n", { header = true })
-- expect: nil	decode	csv.invalid	line 3, column 1: a row of 1 fields under a header of 2
say("a,a\n1,2\n", { header = true })
-- expect: nil	decode	csv.invalid	line 1, column 1: the header has the name 'a' twice
local function try(...)
  local _, err = pcall(...)
  print(err.id, err.message)
end
try(bh.csv.encode, { { 1, { 2 } } })         -- expect: csv.value	bh.csv.encode: [1][2]: a field is a string, number or boolean, not list
try(bh.csv.encode, { 7 })                    -- expect: csv.value	bh.csv.encode: [1]: a row is a list or a record, not integer
try(bh.csv.decode, "a", { separator = "ab" })
-- expect: bind.argument	bh.csv.decode: option 'separator': one ASCII character expected, neither a quote nor a line end
try(bh.csv.decode, "a", { headers = true })  -- expect: bind.unknown_option	bh.csv.decode: unknown option 'headers'
