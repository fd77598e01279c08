local bh = require "bindhost"
local v = bh.json.decode "[18446744073709551615, 123456789012345678901, 9223372036854775807]"
print(math.type(v[1]), math.type(v[2]), v[3] == math.maxinteger)  -- expect: float	float	true
-- expect warning: json.precision
-- expect stderr: line 1, column 2: the integer 18446744073709551615 does not fit 64 bits and became a float
local s = bh.json.decode("[18446744073709551615, 123456789012345678901, -1]", { big = "string" })
print(s[1], s[2], s[3])  -- expect: 18446744073709551615	123456789012345678901	-1
