function made_elsewhere() return 5 end
