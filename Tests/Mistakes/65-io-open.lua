local file = io.open("notes.txt")
