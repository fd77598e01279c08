/// What a source holds without conditional bindings (CONTRACT 49): as far as it is confirmed, and if all that is under way by others comes about.
///
/// Lives from the first such binding to the end of the last one, and as long as writes are under way then.
final class SourceBase {
  /// What one part of a write makes of what stands there.
  struct Step {
    let old: Value?
    let new: Value
    let asked: SourceParts.Asked
  }

  /// What is said of it by others than the writes.
  private struct Edit {
    /// It comes after that write.
    var write: Int
    /// It is part of that write.
    let isPart: Bool
    let body: (inout BaseValue) -> Void
  }

  /// What is there with the first of what is under way.
  private struct Known {
    var count = 0
    /// `WriteQueue.revision` of then.
    var revision: Int
    var base: BaseValue
    /// With what bindings have asked for.
    var outside: Value?
  }

  private unowned let source: SourceCell
  private var confirmed: BaseValue
  private var edits: [Edit] = []
  private var known: Known?
  /// What has come with a write that was sent later.
  private var outdated: Set<Int> = []
  /// What is edited is part of that write.
  private var writeOfEdits: Int?
  /// What is there is asked for without that write.
  private var ignored: Int?

  init(of source: SourceCell) {
    self.source = source
    confirmed = BaseValue(of: source, holding: source.writes.base)
  }

  /// With all that is under way. What was worked out before stays, as long as it was the same.
  var coming: BaseValue {
    let queue = source.writes.queue
    if let known, known.revision == queue.revision, known.count == queue.count { return known.base }
    var known =
      known.flatMap { $0.revision == queue.revision ? $0 : nil }
      ?? Known(revision: queue.revision, base: confirmed, outside: source.writes.base)
    for (number, counts) in queue.numbers(from: known.count) where counts {
      add(number, to: &known.base, &known.outside)
    }
    known.count = queue.count
    self.known = known
    return known.base
  }

  private func add(_ number: Int, to base: inout BaseValue, _ outside: inout Value?) {
    if number != ignored {
      for step in source.steps(of: number, from: outside) {
        follow(step, in: &base)
        outside = step.new
      }
    }
    for edit in edits where edit.write == number && !(edit.isPart && number == ignored) { edit.body(&base) }
  }

  /// The body asks what is there without that write.
  func ignoring<Result>(_ number: Int, _ body: () -> Result) -> Result {
    let known = known
    (ignored, self.known) = (number, nil)
    defer { (ignored, self.known) = (nil, known) }
    return body()
  }

  /// What is there in that place, or around it, may be another value without that write.
  func mayChange(_ place: Cell, by number: Int) -> Bool {
    if edits.contains(where: { $0.write == number && $0.isPart }) { return true }
    return source.partsInFlight[number]?.concerns(place, byConditions: false) ?? true
  }

  /// Something of what is under way is another one: what was worked out is so no more.
  func forgetKnown() { known = nil }

  // MARK: Writes

  /// The write is the outside's value.
  /// - Parameter revision: of the queue before, where it was the first one.
  /// - Returns: what was there without bindings before, and what others than bindings without a condition have made of it.
  func confirm(
    _ number: Int, from old: Value?, to new: Value, wasFirstAt revision: Int?
  ) -> (old: Value?, new: Value?) {
    let before = confirmed.value
    var (made, followed) = (old, [Cell]())
    // With it comes what was sent before it.
    for number in source.writes.queue.numbersOutdated.filter({ outdated.insert($0).inserted }) + [number] {
      for step in source.steps(of: number, from: made, to: new) {
        follow(step, in: &confirmed)
        if step.asked.writer == .unconditional { followed.append(step.asked.place) }
        made = step.new
      }
      for edit in edits where edit.write == number && edit.isPart { edit.body(&confirmed) }
    }
    // What was worked out with it stays what is there.
    var rest = known.flatMap { $0.count > 0 && $0.revision == revision && made == new && outdated.isEmpty ? $0 : nil }
    if made != new { answered(from: made, to: new) }
    let after = confirmed.value
    for number in outdated { leave(number) }
    leave(number)
    rest?.count -= 1
    rest?.revision = source.writes.queue.revision
    if let rest { known = rest }
    outdated.formIntersection(source.writes.queue.numbersOutdated)
    return (before, source.keeping(followed, of: before, in: after))
  }

  /// The outside has another value by itself.
  /// - Parameter isOwn: nothing was written there before.
  func answered(from old: Value?, to new: Value, isOwn: Bool = false) {
    if confirmed.value == nil {
      // Where a binding has all of it what is told is what that has sent.
      if isOwn || !source.engine.claimsAround(source).contains(where: \.isHeldOnCondition) { confirmed.value = new }
    } else {
      let write = HandWrite(to: source, at: nil, isGiven: false)
      write.look(from: old, to: new)
      write.follow(in: &confirmed)
    }
    forgetKnown()
  }

  /// The write is under way no more.
  func leave(_ number: Int) {
    forgetKnown()
    if edits.isEmpty { return }
    let earlier = source.writes.queue.numbers(from: 0).last { $0.counts && $0.number < number }?.number
    var left: [Edit] = []
    for var edit in edits {
      if edit.write == number {
        if edit.isPart { continue }
        guard let earlier else {
          edit.body(&confirmed)
          continue
        }
        edit.write = earlier
      }
      left.append(edit)
    }
    edits = left
  }

  /// A binding has taken the place of the write: what that was to be stands without the binding.
  func keep(_ number: Int) {
    let steps = source.steps(of: number, from: source.writes.base)
    let parts = edits.filter { $0.write == number && $0.isPart }
    leave(number)
    edit { [unowned self] base in
      for step in steps { follow(step, in: &base) }
      for edit in parts { edit.body(&base) }
    }
  }

  private func follow(_ step: Step, in base: inout BaseValue) {
    if step.asked.writer == .conditional { return }
    if base.value == nil, step.old == nil { return base.value = step.new }
    let asked = step.asked
    if let move = asked.move { return base.move(move) }
    let write = HandWrite(
      to: source, at: asked.place, isGiven: asked.isGiven, after: asked.hand?.ended ?? [],
      besides: asked.holders)
    write.look(from: step.old, to: step.new)
    write.follow(in: &base)
  }

  // MARK: Edits

  func edit(_ body: @escaping (inout BaseValue) -> Void) {
    let queue = source.writes.queue
    let part = writeOfEdits.flatMap { queue.contains($0) ? $0 : nil }
    let last = queue.lastUnderWay
    if let last = part ?? last {
      edits.append(Edit(write: last, isPart: part != nil, body: body))
    } else {
      body(&confirmed)
    }
    guard part == nil || part == last, var known, known.count == queue.count else { return forgetKnown() }
    body(&known.base)
    self.known = known
  }

  /// What is edited inside is part of the write, and goes with that.
  func editing(asPartOf number: Int?, _ body: () -> Void) {
    let outer = writeOfEdits
    writeOfEdits = number
    body()
    writeOfEdits = outer
  }

  /// Takes back what is edited from now on.
  var pastOfEdits: () -> Void {
    { [self, confirmed, edits] in
      (self.confirmed, self.edits) = (confirmed, edits)
      forgetKnown()
    }
  }
}
