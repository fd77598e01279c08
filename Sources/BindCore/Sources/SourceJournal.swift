/// What a source holds without conditional bindings, as far as that is confirmed: what is a step for its histories (CONTRACT 49, 55).
///
/// Lives from the first such binding, or the first history, until what bindings have asked for is answered.
final class SourceJournal {
  /// What a binding asks for there.
  struct Delivery {
    let place: Cell
    let kind: Kind

    enum Kind {
      /// By its condition: without it something else is there.
      case held
      /// It ends: what is there without it comes back.
      case givenBack
      /// It has no condition, and no step leads behind it.
      case followed
    }
  }

  /// What one part of a write has made of another value.
  struct Step {
    let old: Value?
    let new: Value
    let delivery: Delivery?
    /// The outside has made that of it.
    var isAnswer = false
  }

  private unowned let source: SourceCell
  private let base: LeafBase
  /// Who had something there when the write began, by its number.
  private var held: [Int: [TargetClaims]] = [:]

  /// - Parameter known: what is there without those that have something there already; nil where the first one begins.
  init(of source: SourceCell, besides known: LeafBase?) {
    self.source = source
    base = LeafBase(of: source, holding: source.writes.base)
    guard let known else { return }
    for claims in source.engine.claimsThatHold(with: source) where claims.isHeldOnCondition {
      base.put(known.part(at: claims.place(in: source)), at: claims.place(in: source))
    }
  }

  func noteBegun(_ number: Int) {
    held[number] = source.engine.claimsThatHold(with: source).filter(\.isHeldOnCondition)
  }

  /// Who had something there had let it go before that was written.
  func noteLetGo(_ claims: TargetClaims, before number: Int) { held[number]?.removeAll { $0 === claims } }

  func noteEnded(_ number: Int) { held[number] = nil }

  /// The outside holds another value.
  /// - Parameters:
  ///   - number: of the write that was confirmed; nil where it has said so by itself.
  ///   - others: what bindings have asked for in those under way.
  /// - Returns: what was there without bindings, and is.
  func follow(_ steps: [Step], by number: Int?, besides others: [Delivery]) -> (old: Value?, new: Value?) {
    let before = base.value
    // Who has taken something since has found there what is written.
    let holders = source.engine.claimsThatHold(with: source).filter(\.isHeldOnCondition)
    let begun = number.map { held[$0] ?? [] } ?? holders
    let since = holders.filter { holder in !begun.contains { $0 === holder } }
    // All that is there is nobody's.
    let isFree = holders.isEmpty && others.allSatisfy { $0.kind == .followed }
    // What was written before an end is gone with that.
    let ending = others.filter { $0.kind == .givenBack }.map(\.place)
    var followed: [Cell] = []
    for step in steps {
      switch step.delivery?.kind {
      case .held: continue
      case .givenBack: if let place = step.delivery?.place { base.put(place.part(in: step.new, of: source), at: place) }
      case nil, .followed:
        if let place = step.delivery?.place { followed.append(place) }
        if isFree || base.value == nil {
          base.set(step.new)
        } else if !ending.contains(where: { $0 === source }) {
          let write = HandWrite(to: source, at: nil, isGiven: false, after: step.isAnswer ? [] : since)
          write.look(from: step.old, to: step.new)
          base.keeping(ending) { write.follow(in: base) }
        }
      }
    }
    if followed.contains(where: { $0 === source }) { return (before, before) }
    return (
      before,
      followed.reduce(base.value) { whole, place in
        whole.map { place.keeping(place.part(in: before, of: source), in: $0, of: source) }
      }
    )
  }

  /// A binding without a condition says that of the place.
  func follow(_ value: Value?, at place: Cell, besides others: [Cell]) {
    base.keeping(others) { base.put(value, at: place) }
  }

  /// A history leads the one value to the other one where bindings have something: nothing is written outside.
  func move(_ held: [Cell], _ change: (Value) -> Value) { base.move(held, change) }
}
