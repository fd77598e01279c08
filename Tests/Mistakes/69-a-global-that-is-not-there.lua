local n = 5
print(totring(n))
