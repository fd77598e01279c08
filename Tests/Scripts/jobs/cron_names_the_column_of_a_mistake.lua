-- Contract J-2: what can never run, or cannot be read, is refused where it is declared, with the column of its field.
local bh = require "bindhost"
local job = bh.job
for _, text in ipairs { "0 0 31 2 *", "* 25 * * *", "0 0 * * FOO", "* * *", "@wekly" } do
  local ok, err = pcall(job.cron, text, function() end)
  print(ok, err.id, err.message:match "column %d+")
end
-- expect: false	job.cron	column 5
-- expect: false	job.cron	column 3
-- expect: false	job.cron	column 9
-- expect: false	job.cron	column 1
-- expect: false	job.cron	column 1
print(pcall(job.cron, "0 3 * * *", { tz = "Europe/Berln", run = function() end }))
-- expect: false	bind.argument: cron_names_the_column_of_a_mistake.lua:13: job.cron: there is no time zone 'Europe/Berln' (did you mean 'Europe/Berlin', 'Europe/Dublin' or 'Europe/Jersey'?)
local ok = job.cron("0 3 * * MON-FRI", { tz = "Europe/Berlin", run = function() end })
print(ok "next_run":get() % 3600, ok "runs":get())  -- expect: 0.0	0
ok:stop()
