# Counts the event stream of swift test: one JSON object a line.
# Of the test that runs Tests/Scripts each case counts, of all others each function.

function field(name,  at, rest) {
  at = index($0, "\"" name "\":\"")
  if (!at) return ""
  rest = substr($0, at + length(name) + 4)
  sub(/".*/, "", rest)
  return rest
}

# The id of a function ends in its file and line; a suite's does not.
/"kind":"event"/ {
  id = field("testID")
  isFunction = id ~ /\.swift:[0-9]+:[0-9]+$/
  isScript = id ~ /\.ScriptTests\\\/scriptKeepsItsPromises/
  if (/"kind":"testStarted"/ && isFunction) started[id] = 1
  if (/"kind":"testSkipped"/ && isFunction) skipped[id] = 1
  if (/"kind":"issueRecorded"/ && /"symbol":"fail"/ && isFunction) issues[id]++
  if (/"kind":"testCaseEnded"/ && isScript) cases[id]++
  if (/"kind":"testEnded"/ && isFunction) {
    ended[id] = 1
    if (/"symbol":"fail"/) failures[id] = 1
  }
  if (/"kind":"runEnded"/) whole = 1
}

END {
  for (id in started) {
    if (!(id in ended) || id in skipped) { if (!(id in skipped)) failed++; continue }
    if (id in cases) { failed += issues[id]; passed += cases[id] - issues[id] }
    else if (id in failures) failed++
    else if (id !~ /\.ScriptTests\\\/scriptKeepsItsPromises/) passed++
  }
  # A run that broke off, or failed in a way no test owns, is never green.
  if ((!whole || status != 0) && !failed) failed = 1
  if (!passed && !failed) failed = 1
  printf "%d passed, %d failed\n", passed, failed
  exit failed > 0
}
