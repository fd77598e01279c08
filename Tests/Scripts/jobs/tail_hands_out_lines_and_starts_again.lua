-- args: --allow-run=sh
local bh = require "bindhost"
print(select(2, pcall(bh.job.tail, { each = print })).id)  -- expect: bind.argument
local lines, runs = {}, 0
local ends = bh.job.tail { name = "ends", cmd = { "sh", "-c", "exit 3" }, retry = 0 }
ends:on_failed(function(err)
  print(err.kind, err.status)            -- expect: exit	3
  ends:stop()
  ends = nil
end)
while ends do bh.sleep "5ms" end
local job
job = bh.job.tail {
  name = "tail", cmd = { "sh", "-c", "echo one; echo two; echo last words >&2; printf three" },
  retry = { max = 5, base = "10ms" },
  each = function(line)
    lines[#lines + 1] = line
    if line == "two" then bh.sleep "5ms" end
    if line == "three" then
      runs = runs + 1
      if runs == 2 then
        print(table.concat(lines, " "))  -- expect: one two three one two three
        while job "value":get() ~= "three" do bh.sleep "1ms" end
        print(job "value":get())         -- expect: three
        job:stop()
      elseif runs == 1 then
        error "a line that cannot be borne"  -- expect error: script.error
      end
    end
  end,
}
