-- Contract 31, 34: where the scope of a source is closed while its listening begins, what `notify` returns runs once, and nothing listens on.
local bh = require "bindhost"
local go, source, tell = bh.bindable(0), nil, nil
local panel
panel = bh.scope("panel", function()
  go:observe(function()
    source = bh.source {
      get = function() print "asked" return 1 end,
      notify = function(changed)
        tell = changed
        panel:close()
        print "closed"
        return function() print "listening ends" end
      end,
    }
    print "made"
  end, { initial = false })
end)
go:set(1)
-- expect: asked
-- expect: closed
-- expect: listening ends
-- expect: made
tell()
print(source:get()) -- expect: 1
panel:close()
