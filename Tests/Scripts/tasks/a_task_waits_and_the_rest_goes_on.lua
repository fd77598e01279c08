local bh = require "bindhost"
bh.go(function()
  print "one"
  bh.sleep "20ms"
  print "three"
end)
bh.after("5ms", function() print "two" end)
print "zero"
-- expect: zero
-- expect: one
-- expect: two
-- expect: three
