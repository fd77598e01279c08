/// What `bindhost test` is asked for.
package struct TestOptions: Equatable, Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case pretty, tap, junit, json
  }

  /// Files, and folders that are searched; none: the working folder.
  package var paths: [String] = []
  package var format = Format.pretty
  /// A part of the full name of those that run.
  package var filter: String?
  /// Tests run in an order of chance; nil as a seed: one is drawn.
  package var shuffle: Shuffle?
  package var failsFast = false
  package var updatesSnapshots = false
  package var watches = false
  package var explores: Exploration?
  /// A test must leave nothing open.
  package var isStrict = false
  package var color = RunOptions.ColorChoice.auto

  package init() {}

  package enum Shuffle: Equatable, Sendable {
    case drawn
    case seed(UInt64)
  }

  /// What becomes ready at one instant runs in other orders.
  package enum Exploration: Equatable, Sendable {
    /// So many orders of each test.
    case orders(Int)
    /// This one: a seed, and how many choices it makes before things go their usual way.
    case order(OrderOfReady)
  }
}

/// One way to order what is ready at the same instant.
package struct OrderOfReady: Equatable, Sendable {
  package var seed: UInt64
  /// Choices that are made by chance; afterwards the first one goes first.
  package var choices: Int

  package init(seed: UInt64, choices: Int) {
    self.seed = seed
    self.choices = choices
  }

  /// As the command line takes it: `7:3`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let seed = UInt64(parts[0]), let choices = Int(parts[1]), choices >= 0 else { return nil }
    self.init(seed: seed, choices: choices)
  }

  package var text: String { "\(seed):\(choices)" }
}
