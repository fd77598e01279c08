local bh = require "bindhost"
bh.job.every("5s", function()
  print "tick"
