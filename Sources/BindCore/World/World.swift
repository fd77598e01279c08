/// The outside as one owner sees it, real or virtual: clock, chance, processes, files, network, databases. One thread,
/// no locks.
///
/// Processes, files and hosts are reached through their gated faces only; what performs them takes arguments that
/// nobody but a `PermissionGate` can make.
package final class World {
  package let clock: any WorldClock
  package let random: any WorldRandom
  package let processes: Processes
  package let files: Files
  package let network: Network
  package let databases: Databases
  package let environment: Environment
  package let gate: PermissionGate
  package let surroundings = Surroundings()
  /// What tells this machine from others, the same after a restart. Looked up when a job first asks for it.
  package private(set) lazy var machineID = readMachineID()
  private let readMachineID: () -> String
  /// What keeps states; nil where nothing does. Set once, by whoever composes a host.
  package var stores: Stores?

  package init(
    clock: any WorldClock, random: any WorldRandom, processes: any ProcessPerformer, files: any FilePerformer,
    network: any NetworkPerformer, databases: any DatabasePerformer, environment: any EnvironmentReader,
    gate: PermissionGate, machineID: @escaping () -> String
  ) {
    self.clock = clock
    self.random = random
    self.processes = Processes(performer: processes, gate: gate)
    self.files = Files(performer: files, gate: gate)
    self.network = Network(performer: network, gate: gate, clock: clock)
    self.databases = Databases(performer: databases, gate: gate)
    self.environment = Environment(reader: environment, gate: gate)
    self.gate = gate
    readMachineID = machineID
  }

  /// From 0 to 1, always the same for one name on one machine: spreads out what machines do at the same time.
  package func machineChance(of name: String) -> Double {
    let fire = Fire(nominal: WallTime(seconds: 0), actual: WallTime(seconds: 0), missed: 0)
    let hash = UInt64(fire.id(of: machineID + "\u{0}" + name), radix: 16) ?? 0
    return Double(hash >> 11) / Double(1 << 53)
  }
}
