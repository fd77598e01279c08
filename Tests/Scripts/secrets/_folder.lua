-- The script's state folder, which every script may read and write: the message about a key that is open names it.
local bh = require "bindhost"
bh.state("folder", 0)
local _, err = pcall(bh.state, "folder", "other")
return err.message:match "sqlite:(%S+)/state%.db"
