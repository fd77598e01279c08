-- args: --allow-net
local bh = require "bindhost"
local res, err = bh.http.get("http://127.0.0.1:1/me.json")
print(res, err.kind, err.id, err.detail)                -- expect: nil	network	http.failed	refused
print(err.message)                                      -- expect: GET http://127.0.0.1:1/me.json: 127.0.0.1:1 refused the connection: is the server running, and is that its port?
print(err.line)                                         -- expect: 3
print(err.retryable)                                    -- expect: nil
