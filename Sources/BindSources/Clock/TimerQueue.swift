import BindCore

/// What is due when: a binary heap, shared by the real and the virtual clock, so that both keep one order.
///
/// Invariant: an entry comes after its parent, by due time, then by sequence; `timer.place` is its index here.
/// Suspended inside `rise` and `sink` only.
final class TimerQueue {
  /// Who made an entry.
  enum Kind {
    /// The owner's own timer.
    case owner
    /// The World's: a time-out, a poll, an answer that is due.
    case inner
  }

  private var heap: [QueuedTimer] = []
  private(set) var nextSequence: UInt64 = 0
  private(set) var ownerCount = 0
  private(set) var keptAliveCount = 0
  /// Called after every change of what is next, or of whether anything keeps the run alive.
  var changed: () -> Void = {}

  var next: QueuedTimer? { heap.first }
  var isEmpty: Bool { heap.isEmpty }
  /// In no order.
  var all: [QueuedTimer] { heap }

  func add(due: Instant, label: String, kind: Kind, keepsAlive: Bool = true, body: @escaping () -> Void) -> QueuedTimer
  {
    let timer = QueuedTimer(
      due: due, sequence: nextSequence, label: label, kind: kind, keepsAlive: keepsAlive, queue: self, body: body)
    nextSequence += 1
    timer.place = heap.count
    heap.append(timer)
    count(timer, 1)
    rise(from: timer.place)
    changed()
    return timer
  }

  /// Takes the next one out and returns what it runs.
  func takeNext() -> (() -> Void)? {
    guard let timer = heap.first else { return nil }
    return take(timer)
  }

  func take(_ timer: QueuedTimer) -> (() -> Void)? {
    let body = timer.body
    remove(timer)
    return body
  }

  /// What may be the next: all that is due at the earliest instant, of each lane the first one, in their order.
  var candidates: [QueuedTimer] {
    guard let due = heap.first?.due else { return [] }
    var lanes: Set<String> = []
    return heap.filter { $0.due == due }.sorted { $0.sequence < $1.sequence }.filter { timer in
      timer.lane.map { lanes.insert($0).inserted } ?? true
    }
  }

  func remove(_ timer: QueuedTimer) {
    guard timer.place >= 0 else { return }
    let hole = timer.place
    let last = heap.removeLast()
    if last !== timer {
      heap[hole] = last
      last.place = hole
      rise(from: hole)
      sink(from: last.place)
    }
    timer.place = -1
    timer.body = nil
    count(timer, -1)
    changed()
  }

  func removeAll() {
    for timer in heap {
      timer.place = -1
      timer.body = nil
    }
    heap = []
    ownerCount = 0
    keptAliveCount = 0
    changed()
  }

  fileprivate func keepsAliveChanged(_ timer: QueuedTimer) {
    keptAliveCount += timer.keepsAlive ? 1 : -1
    changed()
  }

  private func count(_ timer: QueuedTimer, _ step: Int) {
    if timer.kind == .owner { ownerCount += step }
    if timer.keepsAlive { keptAliveCount += step }
  }

  private func rise(from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard heap[place].comesBefore(heap[parent]) else { return }
      exchange(place, parent)
      place = parent
    }
  }

  private func sink(from start: Int) {
    var place = start
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].comesBefore(heap[first]) {
        first = child
      }
      guard first != place else { return }
      exchange(place, first)
      place = first
    }
  }

  private func exchange(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    heap[one].place = one
    heap[other].place = other
  }
}

/// One entry of the queue, and the token its maker holds.
final class QueuedTimer: Token {
  let due: Instant
  let sequence: UInt64
  let label: String
  let kind: TimerQueue.Kind
  /// What is due at one instant and has a lane keeps its order there, whatever else goes first.
  var lane: String?
  fileprivate var body: (() -> Void)?
  /// The index in the heap; -1 once it has run or was cancelled.
  fileprivate(set) var place = -1
  private weak var queue: TimerQueue?

  fileprivate init(
    due: Instant, sequence: UInt64, label: String, kind: TimerQueue.Kind, keepsAlive: Bool, queue: TimerQueue,
    body: @escaping () -> Void
  ) {
    self.due = due
    self.sequence = sequence
    self.label = label
    self.kind = kind
    self.keepsAlive = keepsAlive
    self.queue = queue
    self.body = body
  }

  var isActive: Bool { place >= 0 }

  var keepsAlive: Bool {
    didSet { if keepsAlive != oldValue, isActive { queue?.keepsAliveChanged(self) } }
  }

  func cancel() { queue?.remove(self) }

  fileprivate func comesBefore(_ other: QueuedTimer) -> Bool {
    (due, sequence) < (other.due, other.sequence)
  }
}
