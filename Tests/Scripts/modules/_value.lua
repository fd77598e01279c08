print "loaded once"
return { name = ... }
