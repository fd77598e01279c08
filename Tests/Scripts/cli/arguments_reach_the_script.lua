-- args: --color=never
print(select("#", ...), #arg)  -- expect: 0	0
