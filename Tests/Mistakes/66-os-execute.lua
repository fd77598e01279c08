os.execute("df -P")
