import BindCore
import BindSources
import Glibc

/// Runs programs that succeed, read, fail to start and are cancelled, and counts what is left.
@MainActor func runManyProcesses(count: Int) throws {
  var permissions = Permissions(scriptFolder: "/")
  permissions.allowEverything()
  let real = try RealWorld(permissions: permissions)
  defer { real.close() }
  var ended = 0
  func start(_ index: Int) throws {
    let request: ProcessRequest =
      switch index % 5 {
      case 0: .init(argv: ["cat"], stdin: [1, 2, 3])
      case 1: .init(argv: ["no-such-program"])
      case 2: .init(argv: ["sleep", "300"], timeout: .milliseconds(1))
      case 3: .init(argv: ["sleep", "300"])
      default: .init(argv: ["true"])
      }
    let token = try real.world.processes.spawn(request) { _ in ended += 1 }
    if index % 5 == 3 { token.cancel { ended += 1 } }
  }
  func finish(_ total: Int) -> Bool { real.loop.run(while: { ended < total }, atMost: .seconds(60)) }

  for index in 0..<5 { try start(index) }
  guard finish(5) else { return print("the first runs do not end: \(ended)") }
  let handles = real.loop.handleCounts
  let descriptors = openDescriptors()
  for index in 0..<count {
    try start(index)
    if index % 10 == 9 { guard finish(5 + index + 1) else { return print("run \(index) does not end: \(ended)") } }
  }
  guard finish(5 + count) else { return print("the last runs do not end: \(ended)") }
  let isClosed = real.loop.run(while: { real.loop.handleCounts != handles }, atMost: .seconds(5))
  var about = siginfo_t()
  // With no child at all, not even a zombie, there is nothing to wait for.
  let children = waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD ? 0 : 1
  let growth = openDescriptors() - descriptors
  print(
    "runs \(count), descriptors \(growth < 0 ? "" : "+")\(growth), children \(children), handles \(isClosed ? "as before" : "\(real.loop.handleCounts)")"
  )
}

private func openDescriptors() -> Int {
  guard let listing = opendir("/proc/self/fd") else { return -1 }
  defer { closedir(listing) }
  var count = 0
  while readdir(listing) != nil { count += 1 }
  return count
}
