local bh = require "bindhost"
local home = bh.env.HOME
local text = assert(bh.fs.read "notes.txt")
local db = assert(bh.sql.open "a.db")
print(home, text, db, os.getenv "USER", bh.exec { "df" })
