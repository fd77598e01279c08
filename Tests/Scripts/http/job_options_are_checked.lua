-- args: --allow-net
local bh = require "bindhost"
local function try(options)
  local ok, err = pcall(bh.job.http, options)
  print(err.id, err.message, err.suggestions and err.suggestions[1])
end
try {}                                                   -- expect: bind.argument	job.http: option 'url' is missing	nil
try { url = "ftp://h/" }                                 -- expect: bind.argument	job.http: option 'url': 'ftp://h/' is no URL: its scheme is 'ftp', and only http and https are spoken here	nil
try { url = "http://h/", evry = "5s" }                   -- expect: job.unknown_option	job.http: unknown option 'evry'	every
try { url = "http://h/", method = "a b" }                -- expect: bind.argument	job.http: 'a b' is no method	nil
