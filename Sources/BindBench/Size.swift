/// The sizes of PERFORMANCE.md's workloads; the peers use the same.
enum Size {
  static let pairs = 100_000
  static let fan = 1000
  static let chain = 1000
  static let depth = 100_000
  static let diamond = 100
}
