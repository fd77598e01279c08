local bh = require "bindhost"
bh.json.encode { callback = print }
