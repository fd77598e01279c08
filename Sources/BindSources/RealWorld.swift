package import BindCore

/// The World in real time: this machine's clocks, processes, files and connections, on one libuv loop that the owner runs.
package final class RealWorld {
  package let loop: EventLoop
  package let world: World

  /// - Parameter seed: makes the World's random repeatable; nil takes the operating system's.
  /// - Throws: if the process has no descriptors left for a loop.
  package init(permissions: Permissions, seed: UInt64? = nil) throws(SystemError) {
    loop = try EventLoop()
    world = World(
      clock: RealClock(loop: loop), random: seed.map { SeededRandom(seed: $0) } ?? SystemRandom(),
      processes: RealProcesses(loop: loop), files: RealFiles(loop: loop),
      network: RealNetwork(loop: loop),
      databases: RealDatabases(loop: loop), environment: RealEnvironment(),
      gate: PermissionGate(permissions, resolver: RealPaths()))
  }

  /// Ends processes, watches and timers and closes the loop. No callback runs after it. A second call does nothing.
  package func close(grace: Duration = .seconds(2)) { loop.close(grace: grace) }
}
