import BindCore
import BindSources
import Glibc

/// Asks for a long answer piece by piece, and says how much more memory the process had meanwhile.
@MainActor func stream(_ url: String) throws {
  var permissions = Permissions(scriptFolder: "/")
  permissions.allowEverything()
  let real = try RealWorld(permissions: permissions)
  defer { real.close() }
  var isRefused = false
  // libcurl is open before it is measured.
  try real.world.network.send(HTTPRequest("GET", try WebAddress("http://127.0.0.1:1/"))) { _ in isRefused = true }
  guard real.loop.run(while: { !isRefused }, atMost: .seconds(20)) else { return print("libcurl does not open") }
  let base = residentKibibytes()
  var (received, isDone, highest) = (0, false, 0)
  try real.world.network.send(
    HTTPRequest("GET", try WebAddress(url)),
    onBody: {
      received += $0.count
      highest = max(highest, residentKibibytes())
    }
  ) { _ in isDone = true }
  guard real.loop.run(while: { !isDone }, atMost: .seconds(40)) else { return print("the answer does not end") }
  print("received \(received >> 20) MiB, at most \((highest - base) >> 10) MiB more in memory")
}

private func residentKibibytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let pages = line.split(separator: 32).dropFirst().first?.compactMap { UInt8(exactly: $0) } ?? []
  return (Int(String(decoding: pages, as: UTF8.self)) ?? 0) * Int(getpagesize()) / 1024
}
