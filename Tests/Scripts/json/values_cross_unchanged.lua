local bh = require "bindhost"
local json = bh.json
local v = json.decode [[{"i": 3, "f": 3.0, "n": null, "l": [], "o": {}, "s": "a\u0000b", "t": true, "list": [1, null, 2]}]]
print(math.type(v.i), math.type(v.f), v.n == bh.null, #v.s, v.t)  -- expect: integer	float	true	3	true
print(#v.list, v.list[2] == bh.null)                              -- expect: 3	true
print(json.encode(v))  -- expect: {"f":3.0,"i":3,"l":[],"list":[1,null,2],"n":null,"o":{},"s":"a\u0000b","t":true}
print(json.encode(bh.record {}), json.encode {})                  -- expect: {}	[]
print(json.encode({ b = { 1 }, a = 0.1 }, { indent = 2 }))
-- expect: {
-- expect:   "a": 0.1,
-- expect:   "b": [
-- expect:     1
-- expect:   ]
-- expect: }
print(json.decode "7", json.decode "\"x\"", json.decode "null" == bh.null)  -- expect: 7	x	true
print(json.decode('{"a": 1, "a": 2}').a)                          -- expect: 2
print(json.encode(1e300), json.encode(-0.0), json.encode(5e-324)) -- expect: 1e+300	-0.0	5e-324
-- A decoded document can be kept in a cell.
local cell = bh.bindable(v)
print(json.encode(cell:get()) == json.encode(v))                  -- expect: true
print(require "bindhost.json" == json)                            -- expect: true
