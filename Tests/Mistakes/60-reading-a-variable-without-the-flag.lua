local bh = require "bindhost"
print(bh.env.HOME)
