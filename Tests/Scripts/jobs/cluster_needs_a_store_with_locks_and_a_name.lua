local bh = require "bindhost"
local function try(options)
  local ok, err = pcall(bh.job.every, "1h", options)
  print(ok, err.id, err.message:match "has no locks.*" or err.message)
end
local function run() end
try { run = run, cluster = true }
-- expect: false	bind.argument	job.every: a job with cluster needs a name, by which other machines know it
try { run = run, name = "a", cluster = "file:" .. require "_state_folder" .. "/x.json" }
-- expect: false	job.cluster	has no locks that other machines would know
try { run = run, name = "b", cluster = 3 }
-- expect: false	bind.argument	job.every: option 'cluster': true or a store such as "etcd://host:2379/app" expected, got integer
try { run = run, name = "c", cluster = "etcd://host" }
-- expect: false	store.url	store etcd://host: a prefix is missing, under which the keys stand, as in etcd://host:port/app
-- What is in memory nobody else can see: the job is nobody else's.
local job = bh.job.every("1h", { run = function() return "ran" end, name = "d", cluster = "memory:" })
print(job:await())
-- expect: ran
job:stop()
