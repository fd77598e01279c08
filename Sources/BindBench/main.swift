// BindBench [ROUNDS]                measures everything that runs in this process, one line for each
// BindBench --table                 reads such lines from standard input and prints the table of ratios
// BindBench --count CASE UPDATES    sets CASE up and does exactly so many updates, for scripts/gates
// BindBench --counts                the names of the cases of --count

let arguments = Array(CommandLine.arguments.dropFirst())

switch arguments.first {
case "--table":
  var measurements: [Measurement] = []
  while let line = readLine() {
    if let measurement = Measurement(line: line) { measurements.append(measurement) }
  }
  for line in Table(measurements).lines() { print(line) }
default:
  let rounds = arguments.first.flatMap { Int($0) } ?? 20
  for measurement in measure(loopPeers(), rounds: rounds) { print(measurement.line) }
}
