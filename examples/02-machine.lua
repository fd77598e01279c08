#!/usr/bin/env bindhost
-- A live board of this machine from real sources: load, memory, disks, and a log file that grows.
--   scripts/bootstrap --run examples/02-machine.lua [-- LOGFILE]
-- args: --allow-read=/proc,/tmp --allow-run=df
local bh = require "bindhost"
local ui, job = bh.ui, bh.job

local log_path = ... or "/tmp/bindhost-demo.log"

local machine = bh.model("machine", {
  load = bh.field { type = "number", optional = true },
  memory = { total = bh.field { type = "integer", optional = true }, available = bh.field { type = "integer", optional = true } },
  disks = {},
  log = { size = bh.field { type = "integer", optional = true }, state = "not looked at yet" },
  trouble = "",
})

-- /proc/loadavg and /proc/meminfo: read every two seconds, written in one wave.
job.every("2s", { name = "proc", run = function()
  local load, err = bh.fs.read "/proc/loadavg"
  if not load then error(err) end
  local meminfo, err2 = bh.fs.read "/proc/meminfo"
  if not meminfo then error(err2) end
  machine:update {
    load = tonumber(load:match "^%S+"),
    memory = {
      total = tonumber(meminfo:match "MemTotal:%s+(%d+)"),
      available = tonumber(meminfo:match "MemAvailable:%s+(%d+)"),
    },
  }
end })

-- A command: the answer of df, as rows of a table.
local disks = job.exec { name = "df", cmd = { "df", "-P", "-x", "tmpfs", "-x", "devtmpfs" }, every = "10s", timeout = "5s",
  into = machine "disks", map = function(out)
    local rows = {}
    for used, mount in out:gmatch "(%d+)%%%s+(%S+)" do rows[#rows + 1] = { used = used .. "%", mount = mount } end
    return rows
  end }
disks:on_failed(function(err) machine("trouble"):set("df: " .. err.message) end)
disks:on_loaded(function() machine("trouble"):set "" end)

-- A file that grows, is rotated, or is not there yet.
local log = job.watch { name = "log", path = log_path }
log:on_loaded(function(change)
  local is_gone = change.kind == "deleted" or change.kind == "moved"
  machine("log"):update {
    size = is_gone and bh.null or change.size,
    state = is_gone and log_path .. " was " .. change.kind or change.kind,
  }
end)
log:on_failed(function(err) machine("log"):update { size = bh.null, state = err.message } end)

-- Nothing was read yet, or what makes text of it.
local function unless_nil(text) return function(value, ...) return value == nil and "…" or text(value, ...) end end
local function gib(n) return ("%.1f GiB"):format(n / 1024 / 1024) end

bh.show(ui.column {
  ui.label { id = "trouble", text = machine "trouble", visible = machine("trouble"):map(function(s) return s ~= "" end) },
  ui.panel { title = "Load", ui.label(machine("load"):map(unless_nil(function(l) return ("%.2f"):format(l) end))) },
  ui.panel { title = "Memory", ui.label(bh.combine({ machine "memory.available", machine "memory.total" },
    unless_nil(function(free, total) return gib(free) .. " free of " .. gib(total) end))) },
  ui.panel { title = "Disks", ui.table { columns = { "mount", "used" }, rows = machine "disks" } },
  ui.panel { title = "Log", ui.label(machine("log"):map(function(l)
    return l.size and ("%s, %d bytes (%s)"):format(log_path, l.size, l.state) or l.state
  end)) },
}, { title = "Machine" })
