import BindCore
import BindHost
import Dispatch
import Observation

// A program that embeds a host: shows that the main queue and the main actor run while `Host.run` holds the main thread,
// and that both reach the script's models.

let user = Bindable(0, name: "count")
var options = HostOptions(scriptFolder: CommandLine.arguments.dropFirst().first ?? "/") { print("error: \($0)") }
options.print = { print(String(decoding: $0, as: UTF8.self), terminator: "") }
let host = try Host(options)
try host.expose(user, as: "counter") { $0.field("count", \.self) }

DispatchQueue.main.async { MainActor.assumeIsolated { user.update(with: 1) } }
DispatchQueue.global().async {
  DispatchQueue.main.async { MainActor.assumeIsolated { user.modify { $0 += 10 } } }
}
Task { @MainActor in
  await Task.yield()
  user.modify { $0 += 100 }
}
Task { @MainActor in
  for await count in Observations({ user.observed.value ?? 0 }) where count == 1111 {
    print("Observations saw what the script wrote")
    user.update(with: 0)
  }
}
try host.run(file: "probe.lua")
let left = host.close()
print("left: \(left.isEmpty ? "nothing" : left.joined(separator: ", "))")
