import BindGraph

/// What a leaf holds as if there were no conditional bindings onto it or places in it (CONTRACT 49): what comes back where they end.
///
/// Lives from the first of them that writes there to the end of the last one. What they write changes nothing here, and what anybody else
/// writes does, but for the places that they have at the time.
final class LeafBase {
  unowned let leaf: LeafCell
  private let isOfSource: Bool
  /// Of another leaf than a source.
  private var own: BaseValue
  /// What is written by hand is told by itself: a commit of the leaf says nothing more.
  var isTold = false
  /// What it was before is kept for what has not settled yet.
  private var keptIn: UInt64 = 0
  /// How many of them there are, and of those that need it for a moment.
  var users = 0

  init(of leaf: LeafCell) {
    self.leaf = leaf
    isOfSource = leaf is SourceCell
    (leaf as? SourceCell)?.beginBase()
    own = BaseValue(of: leaf, holding: isOfSource ? nil : leaf.engine.present(in: leaf))
  }

  /// A source knows which of its writes stand.
  private var source: SourceBase? { isOfSource ? (leaf as? SourceCell)?.unbound : nil }

  private var present: BaseValue { source?.coming ?? own }

  var value: Value? { present.value }
  var hasMoved: Bool { present.hasMoved }
  var hasGaps: Bool { present.hasGaps }

  /// The outermost of what is not there of the way to the place; nil where the place is there.
  func outermostMissing(_ place: Cell) -> Cell? { present.outermostMissing(place) }

  /// nil where it has no such place, or nothing is there.
  func part(at place: Cell) -> Value? { present.part(at: place) }

  /// Only conditional bindings have made that element of the list.
  func isMissing(_ index: Int, in list: Cell) -> Bool {
    guard case .list(let elements)? = part(at: list), index <= elements.count else { return true }
    return elements[index - 1].isNil
  }

  /// It is what the body makes of it.
  func edit(_ body: @escaping (inout BaseValue) -> Void) {
    if let source {
      keepPast()
      return source.edit(body)
    }
    var new = own
    body(&new)
    if new.isSame(as: own) { return }
    keepPast()
    let old = own.value
    own = new
    // That an element is nobody's, or is so no more, is no step.
    if leaf.isRecorded, old?.withoutGaps != new.value?.withoutGaps { leaf.recordChange(from: old, to: new.value) }
  }

  func put(_ part: Value?, at place: Cell) { edit { $0.put(part, at: place) } }
  func noteMoved() { if !hasMoved { edit { $0.hasMoved = true } } }
  func noteGaps() { if !hasGaps { edit { $0.hasGaps = true } } }

  /// It is about to change, and is what it is now if the wave is none.
  private func keepPast() {
    let engine = leaf.engine
    guard engine.isAmongBindings || engine.graph.isToSettle, keptIn != engine.pastNumber else { return }
    keptIn = engine.pastNumber
    if let source { return engine.keepPast(takeBack: source.pastOfEdits) }
    engine.keepPast { [self, own] in
      self.own = own
      if leaf.isRecorded { engine.recordTakenBack(leaf, to: own.value) }
    }
  }

  /// What the leaf is to hold where that is known of the places that such bindings have alone.
  /// - Parameters:
  ///   - present: what it holds.
  ///   - held: the places, the outer ones first.
  func gathered(from present: Value, besides held: [Cell]) -> Value? {
    edit { $0.gather(besides: held, in: present) }
    return value.map { Self.shown($0, over: present, in: leaf, besides: held) }
  }

  /// The same for any such value of the leaf.
  static func shown(_ value: Value, over present: Value, in leaf: LeafCell, besides held: [Cell]) -> Value {
    held.reduce(value.filled(from: present)) { whole, place in
      guard let part = place.part(in: present, of: leaf) else {
        return place.isAway(in: present, of: leaf) ? whole : place.keeping(nil, in: whole, of: leaf)
      }
      guard let steps = place.steps(in: whole, of: leaf, orAs: place.steps(in: present, of: leaf))
      else { return whole }
      return whole.making(part, at: steps[...], over: present)
    }
  }
}
