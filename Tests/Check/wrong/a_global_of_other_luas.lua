local function read()
  local file = io.open("notes.txt")
  return file
end
return read
-- finds 2:16: error: nobody has made a global 'io': print writes, files are read with bh.fs.read and written with bh.fs.write, programs run with bh.exec [script.unknown_global]
