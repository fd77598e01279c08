import BindCore

/// Where things stand below a prefix. Each part ends with a slash, so that none is the beginning of another.
struct EtcdKeys: Sendable {
  let prefix: String

  /// Everything that states keep.
  var states: [UInt8] { Array("\(prefix)/states/".utf8) }
  func state(_ key: StoreKey) -> [UInt8] { states + key.name.utf8 }

  /// nil if it is none of a state.
  func stateKey(_ key: [UInt8]) -> StoreKey? {
    let states = states
    guard key.count > states.count, key.starts(with: states) else { return nil }
    return StoreKey(String(decoding: key[states.count...], as: UTF8.self))
  }

  /// The last save of each writer, by which it learns whether a save took place that nobody has answered.
  var writers: [UInt8] { Array("\(prefix)/writers/".utf8) }
  func writer(_ name: String) -> [UInt8] { writers + name.utf8 }

  /// What is held under a lease.
  func lock(_ name: String) -> [UInt8] { Array("\(prefix)/locks/\(name)".utf8) }
}
