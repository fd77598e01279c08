error(setmetatable({}, { __tostring = function() return "I am the reason" end }))
-- expect error: script.error
-- expect stderr: I am the reason
-- exit: 1
