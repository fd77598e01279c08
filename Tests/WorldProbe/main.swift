import Glibc

// A helper of BindSourcesTests: what can only be seen from a process of its own. It prints one line for each finding.
alarm(60)  // rather a failed test than one that hangs
switch CommandLine.arguments.dropFirst().first {
case "main-queue": try serveMainQueue()
case "leaks": try runManyProcesses(count: Int(CommandLine.arguments.last ?? "") ?? 0)
case "stream": try stream(CommandLine.arguments.last ?? "")
default:
  print("usage: WorldProbe main-queue | leaks COUNT | stream URL")
  exit(2)
}
