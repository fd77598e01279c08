// BindBench [ROUNDS [LETTER]]       measures what runs in this process, or one workload of it, one line for each
// BindBench --table                 reads such lines from standard input and prints the table of ratios
// BindBench --count CASE UPDATES    sets CASE up and does exactly so many updates, for scripts/gates
// BindBench --kills                 how soon the time limit stops what never ends
// BindBench --counts                the names of the cases of --count that have a ceiling
// BindBench --profiles LETTER       the names of all cases of a workload that --count knows

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let workloads = declaredWorkloads() + trackedWorkloads() + luaWorkloads()
/// Those that have no ceiling: what they do is counted by others.
let further = kairoWorkloads() + pathWorkloads() + deepWorkloads() + luaFanWorkloads()
/// The calls of workload k have cases of their own; here they are counted like an update.
var counted: [CountedCase] {
  workloads.map(\.counted) + creationCounts() + scriptCounts() + limitCounts() + pathCounts()
}

switch arguments.first {
case "--table":
  var measurements: [Measurement] = []
  while let line = readLine() {
    if let measurement = Measurement(line: line) { measurements.append(measurement) }
  }
  for line in Table(measurements).lines() { print(line) }
case "--kills":
  for line in killLatencies() { print(line) }
case "--counts":
  for entry in counted { print(entry.name) }
case "--profiles":
  let letter = arguments.dropFirst().first ?? ""
  for entry in counted + further.map(\.counted) where entry.name.split(separator: ".").first == letter[...] {
    print(entry.name)
  }
case "--count":
  guard arguments.count == 3, let operations = Int(arguments[2]),
    let entry = (counted + further.map(\.counted)).first(where: { $0.name == arguments[1] })
  else {
    print("usage: BindBench --count CASE OPERATIONS")
    exit(2)
  }
  entry.run(operations: operations)
default:
  let rounds = arguments.first.flatMap { Int($0) } ?? 20
  let cases =
    (workloads + further).map(\.timed) + creationCases() + loopPeers() + scriptCases() + userdataPeers() + luaFanPeers()
    + jsonCases() + storeCases()
  let letter = arguments.dropFirst().first
  let wanted = cases.filter { letter == nil || $0.workload.split(separator: ".").first.map(String.init) == letter }
  for measurement in measure(wanted, rounds: rounds) { print(measurement.line) }
}
