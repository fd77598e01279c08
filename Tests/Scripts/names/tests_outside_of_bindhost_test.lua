local bh = require "bindhost"
print(pcall(require, "bindhost.test"))  -- expect: false	test.outside: tests_outside_of_bindhost_test.lua:2: require "bindhost.test" is there under `bindhost test` only
bh.test.it("adds", function() end)      -- expect error: test.outside
-- exit: 1
