-- args: --allow-net
local bh = require "bindhost"
local function try(url, options)
  local ok, err = pcall(bh.http.post, url, options)
  print(err.id, err.message, err.suggestions and err.suggestions[1])
end
local url = "http://127.0.0.1:1/"
try("/me.json")                        -- expect: bind.argument	bh.http.post: argument 1 (url): '/me.json' is no URL: it does not begin with http:// or https://	nil
try(url, { jsn = 1 })                  -- expect: bind.unknown_option	bh.http.post: unknown option 'jsn'	json
try(url, { json = 1, form = {} })      -- expect: bind.argument	bh.http.post: only one of json, form can be the body	nil
try(url, { headers = { ["a b"] = 1 } })      -- expect: bind.argument	bh.http.post: option 'headers': 'a b' is no name of a header	nil
try(url, { headers = { a = "b\r\nc: d" } })  -- expect: bind.argument	bh.http.post: option 'headers': the value of 'a' contains a control character	nil
try(url, { body = {} })                -- expect: bind.argument	bh.http.post: option 'body': string expected, got list (a table goes into json= or form=)	nil
try(url, { json = { print } })         -- expect: json.value	bh.http.post: option 'json': [1] is a function, which JSON cannot say	nil
try(url, { auth = { usr = "x" } })     -- expect: bind.unknown_option	bh.http.post: auth: unknown option 'usr'	user
try(url, { timeout = 0 })              -- expect: bind.argument	bh.http.post: option 'timeout': a time longer than zero expected	nil
