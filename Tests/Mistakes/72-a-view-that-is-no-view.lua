local bh = require "bindhost"
bh.show("Hello")
