local bh = require "bindhost"
bh.exec { "df", "-P" }
