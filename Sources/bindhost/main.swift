print("bindhost")
