/// How a commit that is not saved yet is made again on what somebody else has stored meanwhile. So `modify` loses nothing
/// between processes either: a function runs again, and of a plain write the fields stand that it has changed.
package struct StateStep: Sendable {
  package enum Kind: Sendable {
    case values
    /// Runs on any thread.
    case function(@Sendable (Value) -> Value)
    /// What a script has written: only its own thread can do it again.
    case owned(StateReplayer)
  }

  package let kind: Kind
  /// What it was made of, and what it came to.
  package var before: Value
  package var after: Value

  package var owner: StateReplayer? { if case .owned(let owner) = kind { owner } else { nil } }

  /// - Parameter owned: what does a script's step again; nil where it cannot.
  func made(again base: Value, owned: (StateReplayer) -> Value?) -> Value {
    switch kind {
    case .values: break
    case .function(let function): return function(base)
    case .owned(let owner): if let value = owned(owner) { return value }
    }
    return .merged(mine: after, theirs: base, base: before)
  }
}

/// The commits of a container that are not saved yet, oldest first.
package struct StateSteps: Sendable {
  /// More are taken together: what was a function is then a plain write.
  static let limit = 4096

  private var steps: [(version: UInt64, step: StateStep)] = []
  /// The newest one is part of a save that is under way: nothing may be added to it.
  private var isSealed = false

  package init() {}

  mutating func append(_ step: StateStep, version: UInt64) {
    if case .values = step.kind, let last = steps.last, case .values = last.step.kind, !isSealed {
      steps[steps.count - 1] = (version, StateStep(kind: .values, before: last.step.before, after: step.after))
      return
    }
    isSealed = false
    steps.append((version, step))
    guard steps.count > Self.limit else { return }
    let taken = steps[..<(Self.limit / 2)]
    guard let first = taken.first, let last = taken.last else { return }
    let together = StateStep(kind: .values, before: first.step.before, after: last.step.after)
    steps.replaceSubrange(..<taken.endIndex, with: [(last.version, together)])
  }

  mutating func seal() { isSealed = true }

  mutating func removeAll(upTo version: UInt64) { steps.removeAll { $0.version <= version } }

  package var firstVersion: UInt64? { steps.first?.version }

  /// Whose thread has to make them again; nil if any can.
  package var owner: StateReplayer? { steps.lazy.compactMap(\.step.owner).first }

  /// All of them, made again on another value.
  /// - Parameter owned: what a script's step of a version comes to; nil where it cannot be made again.
  package func made(
    again base: Value, owned: (_ owner: StateReplayer, _ version: UInt64, _ base: Value) -> Value? = { _, _, _ in nil }
  ) -> Value {
    steps.reduce(base) { base, entry in entry.step.made(again: base) { owned($0, entry.version, base) } }
  }
}
