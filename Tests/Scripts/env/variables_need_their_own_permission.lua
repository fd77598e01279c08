-- args: --allow-env=HOME,BINDHOST_NONE --deny-env=BINDHOST_SECRET
local bh = require "bindhost"
print(bh.env "HOME" == os.getenv "HOME", bh.env.HOME == bh.env "HOME", #bh.env.HOME > 0)  -- expect: true	true	true
print(bh.env "BINDHOST_NONE", os.getenv "BINDHOST_NONE")                                 -- expect: nil	nil
local ok, err = pcall(os.getenv, "PATH")
print(ok, err.kind, err.message)
-- expect: false	not_permitted	the environment variable 'PATH' is not permitted (add --allow-env=PATH)
print(select(2, pcall(function() return bh.env.BINDHOST_SECRET end)).message)
-- expect: the environment variable 'BINDHOST_SECRET' is not permitted (a --deny-env rule wins)
print(select(2, pcall(function() bh.env.HOME = "x" end)).id)                             -- expect: bind.read_only
print(select(2, pcall(bh.env, 7)).id)                                                    -- expect: bind.argument
os.getenv "PATH"
-- expect error: host.not_permitted
-- exit: 3
