-- What would reach outside, or undo the limits, is left out.
print(io, dofile, loadfile, package)  -- expect: nil	nil	nil	nil
print(os == nil or os.execute == nil)  -- expect: true
print(debug == nil or debug.sethook == nil and debug.getregistry == nil)  -- expect: true
local f, message = load "\27Lua"
print(f, message:find("binary chunk", 1, true) ~= nil)  -- expect: nil	true
print(string.dump)  -- expect: nil
