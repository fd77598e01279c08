require "_broken"
-- expect error: script.syntax
-- expect stderr: ─ _broken.lua:2
-- expect stderr: loaded from a_broken_module_shows_its_own_line.lua:1
-- exit: 1
