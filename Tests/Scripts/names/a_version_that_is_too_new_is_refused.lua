local bh = require "bindhost"
bh.require_version "0.1"
bh.require_version(bh.version)
for _, version in ipairs { "0.1.1", "99", "0.x", "" } do
  local ok, err = pcall(bh.require_version, version)
  print(ok, err.id, err.message:match("needs bindhost %S+") or err.message:match("expected"))
end
-- expect: false	bind.argument	needs bindhost 0.1.1,
-- expect: false	bind.argument	needs bindhost 99,
-- expect: false	bind.argument	expected
-- expect: false	bind.argument	expected
