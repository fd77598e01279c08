local function later()
  return totring(5)
end
return { later = later }
-- finds 2:10: error: nobody has made a global 'totring' (did you mean 'tostring' or 'string'?) [script.unknown_global]
