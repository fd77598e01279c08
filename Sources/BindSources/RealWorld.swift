package import BindCore

/// The World in real time: this machine's clocks, processes, files and connections, on one libuv loop that the owner runs.
package final class RealWorld {
  package let loop: EventLoop
  package let world: World

  /// - Parameters:
  ///   - seed: makes the World's random repeatable; nil takes the operating system's.
  ///   - recorder: writes down what hosts, programs, files and databases answer.
  /// - Throws: if the process has no descriptors left for a loop.
  package init(
    permissions: Permissions, seed: UInt64? = nil, recorder: CassetteRecorder? = nil
  ) throws(SystemError) {
    loop = try EventLoop()
    let clock = RealClock(loop: loop)
    var processes: any ProcessPerformer = RealProcesses(loop: loop)
    var network: any NetworkPerformer = RealNetwork(loop: loop)
    var files: any FilePerformer = RealFiles(loop: loop)
    var databases: any DatabasePerformer = RealDatabases(loop: loop)
    if let recorder {
      processes = RecordedProcesses(processes, recorder, clock: clock)
      network = RecordedNetwork(network, recorder, clock: clock)
      files = RecordedFiles(files, recorder, clock: clock)
      databases = RecordedDatabases(databases, recorder, clock: clock)
    }
    world = World(
      clock: clock, random: seed.map { SeededRandom(seed: $0) } ?? SystemRandom(),
      processes: processes, files: files, network: network, databases: databases, environment: RealEnvironment(),
      gate: PermissionGate(permissions, resolver: RealPaths()), machineID: MachineID.read)
  }

  /// Ends processes, watches and timers and closes the loop. No callback runs after it. A second call does nothing.
  package func close(grace: Duration = .seconds(2)) { loop.close(grace: grace) }
}
