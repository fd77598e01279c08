if jit then print "LuaJIT" end
local unpack = table.unpack or unpack
local load = loadstring or load
local kind = type(bit32)
if setfenv == nil then print(kind, unpack, load) end
print(not newproxy)
