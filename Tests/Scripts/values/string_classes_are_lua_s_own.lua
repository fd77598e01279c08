print(("a\0b"):find "%z")                     -- expect: 2	2
print((("a\0b"):gsub("%Z", "x"):byte(1, -1)))  -- expect: 120
