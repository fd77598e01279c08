local function broken() return undefined_in_part end
return broken
