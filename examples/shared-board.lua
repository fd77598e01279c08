-- One board on several machines: each run adds a note, shows what is on the board, and follows it until it is stopped.
--
--   bindhost run --allow-net=db1:2379 examples/shared-board.lua -- etcd://db1:2379/board "Water the plants"
--
-- With no store it is the board of this machine alone: the script is the same.
local bh = require "bindhost"
local url, text, wanted = ...

local board = bh.state("board", { notes = bh.field { default = {}, type = "list" } }, { store = url, save_after = "10ms" })

-- modify runs again if another machine was faster: no note is lost.
if text then
  board("notes"):modify(function(notes)
    notes[#notes + 1] = text
    return notes
  end)
  -- Where no server answers the note stands here, and is saved when one is back.
  if not board:save() then print "not saved yet" end
end

local function show(notes)
  local lines = {}
  for i, note in ipairs(notes) do lines[i] = ("%d. %s"):format(i, note) end
  print(#lines == 0 and "the board is empty" or table.concat(lines, "  "))
end

if wanted then
  -- For scripts: until so many notes are there.
  while #board("notes"):get() < tonumber(wanted) do bh.sleep "20ms" end
  show(board("notes"):get())
else
  board("notes"):observe(show)
end
