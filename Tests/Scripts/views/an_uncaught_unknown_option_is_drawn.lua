local bh = require "bindhost"
bh.ui.sparkline { valeus = {} }  -- expect error: ui.unknown_option
-- expect stderr: error[ui.unknown_option]: ui.sparkline: unknown option 'valeus' (did you mean 'values'?)
-- expect stderr: ^^^^^^
-- expect stderr: = options: values id visible enabled style width height help key a11y
