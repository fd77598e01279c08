import BindCore
import BindSources
import Dispatch
import Foundation
import Glibc

@MainActor private var onMainActor = 0

/// Holds the main thread in the loop and shows that the main queue and the main actor run meanwhile.
@MainActor func serveMainQueue() throws {
  var permissions = Permissions(scriptFolder: "/")
  permissions.allowEverything()
  let real = try RealWorld(permissions: permissions)
  defer { real.close() }
  guard try real.loop.serveMainQueue() else { return print("not on the main thread") }

  nonisolated(unsafe) var blocks = 0
  nonisolated(unsafe) var onMainThread = 0
  // Before the loop runs, from a queue in the background while it sleeps, and from a block of the main queue.
  DispatchQueue.main.async { blocks += 1 }
  DispatchQueue.global().async {
    for _ in 0..<100 {
      DispatchQueue.main.async {
        blocks += 1
        if Thread.isMainThread { onMainThread += 1 }
      }
    }
    DispatchQueue.main.async { DispatchQueue.main.async { blocks += 1 } }
  }
  Task { @MainActor in
    onMainActor += 1
    await Task.detached { _ = usleep(1000) }.value
    onMainActor += 1
  }
  DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) { blocks += 1 }
  let isComplete = real.loop.run(while: { blocks < 103 || onMainActor < 2 }, atMost: .seconds(10))
  print("complete \(isComplete), blocks \(blocks), on the main thread \(onMainThread), main actor \(onMainActor)")

  // The queue by itself keeps nothing alive, and an idle loop does not spin.
  let isAlive = real.loop.isAlive
  var passes = 0
  real.loop.run(
    while: {
      passes += 1
      return true
    }, atMost: .milliseconds(100))
  print("alive \(isAlive), idle passes below ten \(passes < 10)")
}
