local bh = require "bindhost"
local ui = bh.ui
local user = bh.model("user", { name = "Ada", age = 36 })
local shown = user "nmae":map(string.upper)
bh.bind(user "age", user "name")
bh.show(ui.column {
  ui.text_field { value = user "name", lable = "Name" },
  ui.label(shown),
})
bh.job.every("1m", { run = function() undefined_function() end, onec = true })
user:update { agee = 37 }
-- finds 4:21: error: user: unknown field 'nmae' (did you mean 'name'?) [bind.path]
-- finds 5: error: bh.bind: user.name: string expected, user.age is of type integer [bind.type]
-- finds 7:40: error: ui.text_field: unknown option 'lable' (did you mean 'label'?) [ui.unknown_option]
-- finds 10:39: error: nobody has made a global 'undefined_function' [script.unknown_global]
-- finds 10:65: error: job.every: unknown option 'onec' [job.unknown_option]
-- finds 11:15: error: user: unknown field 'agee' (did you mean 'age'?) [bind.unknown_field]
