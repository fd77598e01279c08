/// Why a value changed, as a number that costs a write nothing but a store. `none` is "not known".
public struct CauseID: Hashable, Sendable {
  package let index: UInt32
  package init(index: UInt32) { self.index = index }
  public static let none = CauseID(index: 0)

  /// Of two events of one transaction.
  static func newest(_ one: CauseID?, _ other: CauseID?) -> CauseID? {
    guard let one, let other else { return one ?? other }
    return one.index > other.index ? one : other
  }
}

/// What kind of event a cause is; the words that scripts see.
public enum CauseKind: UInt8, Sendable {
  case initial, write, touch, undo, external, source, job, view

  public var name: String {
    switch self {
    case .initial: "initial"
    case .write: "write"
    case .touch: "touch"
    case .undo: "undo"
    case .external: "external"
    case .source: "source"
    case .job: "job"
    case .view: "view"
    }
  }
}

/// One event: what happened, to which cell, from which line, and because of which earlier event.
public struct Cause: Sendable {
  public let kind: CauseKind
  public let parent: CauseID
  /// Interned names; 0 is none. `CauseLog.name(_:)` reads them.
  package let target: UInt32
  /// The line that wrote; of what a binding wrote, the line that made the binding.
  package let place: Site
  package let label: UInt32
  /// What carried it out where no line of a script did: the name of a binding, the word "transaction".
  package let via: UInt32
  /// Of a job: its run, counted from 1.
  package let run: UInt32
  /// A link has taken what was asked for at its target into its source.
  package var isInput = false
}

/// The newest `capacity` causes, in a ring: a cause that has been overwritten is simply no longer known.
package struct CauseLog {
  package static let capacity: UInt32 = 16384
  /// How many events after those of a transaction its words are looked for: whoever asks does not pay for all that is known.
  private static let reach = 64

  /// Not initialised behind `last` until it is first written.
  private let ring: UnsafeMutablePointer<Cause>
  private var last: UInt32 = 0
  private var names = CauseNames()
  /// What a transaction was given to tell its observers, by cause. What belongs to forgotten causes goes by and by.
  private var metadata: [UInt32: Value] = [:]
  /// How many there are when the forgotten ones go next.
  private var sweepAt = 256

  package init() {
    ring = .allocate(capacity: Int(Self.capacity))
  }

  package func deallocate() { ring.deallocate() }

  @inline(__always)
  package mutating func record(
    _ kind: CauseKind, parent: CauseID, target: UInt32 = 0, at place: Site = .none, label: UInt32 = 0,
    via: UInt32 = 0, run: UInt32 = 0
  ) -> CauseID {
    last = next.index
    (ring + Int(last % Self.capacity)).initialize(
      to: Cause(kind: kind, parent: parent, target: target, place: place, label: label, via: via, run: run))
    return CauseID(index: last)
  }

  package mutating func noteInput(_ id: CauseID) {
    if self[id] != nil { ring[Int(id.index % Self.capacity)].isInput = true }
  }

  /// A link has taken what was asked for, and bindings have carried that on.
  package func followsFromInput(_ id: CauseID) -> Bool {
    var next = id
    while let cause = self[next], cause.via != 0 || cause.kind == .source {
      if cause.isInput { return true }
      next = cause.parent
    }
    return false
  }

  /// The one that is recorded next.
  @inline(__always)
  package var next: CauseID { CauseID(index: last == .max ? 1 : last + 1) }

  /// The one that was recorded last.
  package var newest: CauseID { CauseID(index: last) }

  package subscript(id: CauseID) -> Cause? {
    guard id.index != 0, id.index <= last, last - id.index < Self.capacity else { return nil }
    return ring[Int(id.index % Self.capacity)]
  }

  /// The line of an event; none if it is no longer known.
  @inline(__always)
  package func site(of id: CauseID) -> Site { self[id] == nil ? .none : ring[Int(id.index % Self.capacity)].place }

  /// From the event itself back to the first one that is still known, but no further than so many.
  package func chain(from id: CauseID, limit: Int = 64) -> [Cause] {
    var chain: [Cause] = []
    var next = id
    while let cause = self[next], chain.count < limit {
      chain.append(cause)
      guard cause.parent.index < next.index else { break }
      next = cause.parent
    }
    return chain
  }

  /// The metadata of the transaction that the event belongs to: its own, or that of the nearest event before it.
  package func metadata(of id: CauseID) -> Value? {
    if metadata.isEmpty { return nil }
    var next = id
    for _ in 0..<Self.reach {
      guard let cause = self[next] else { return nil }
      if let own = metadata[next.index] { return own }
      next = cause.parent
    }
    return nil
  }

  package mutating func attach(_ value: Value, to id: CauseID) {
    if metadata.count >= sweepAt {
      metadata = metadata.filter { self[CauseID(index: $0.key)] != nil }
      sweepAt = max(256, 2 * metadata.count)
    }
    metadata[id.index] = value
  }

  /// Whether the event is that other one, or follows from it.
  package func follows(_ event: CauseID, from other: CauseID) -> Bool {
    if other == .none { return false }
    var next = event
    while next.index > other.index, let cause = self[next] { next = cause.parent }
    return next == other
  }

  /// The label of the event, or of the transaction that it is part of, also over what bindings, controls and sources have carried on.
  package func label(of id: CauseID) -> UInt32 {
    guard var cause = self[id] else { return 0 }
    if cause.label != 0 { return cause.label }
    for _ in 0..<Self.reach {
      let event = cause.parent
      guard let parent = self[event] else { return 0 }
      if metadata[event.index] != nil || parent.label != 0 && parent.kind == .undo { return parent.label }
      guard cause.via != 0 || cause.kind == .view || cause.kind == .source || parent.kind == .view else { return 0 }
      cause = parent
    }
    return 0
  }

  /// The label that the event was given, if it is a transaction with words.
  package func ownLabel(ofTransaction id: CauseID) -> String? {
    guard metadata[id.index] != nil, let event = self[id], event.label != 0 else { return nil }
    return name(event.label)
  }

  /// The number of a name, for ever.
  package mutating func intern(_ name: String) -> UInt32 { names.keep(name, at: last) }

  /// The number of a name for the event that is recorded next.
  package mutating func intern(passing name: String) -> UInt32 { names.pass(name, at: last) }

  /// For how many events a number of `intern(forATerm:)` is good.
  package static let term = capacity

  /// The number of a name for the next `term` events: for who cannot say when it is done with it, and asks anew.
  mutating func intern(forATerm name: String) -> UInt32 { names.pass(name, at: last, term: Self.term) }

  /// The number of a name until it is released.
  mutating func intern(holding name: String) -> UInt32 { names.hold(name, at: last) }

  /// - Parameter lastEvent: the last one that was recorded with the number by whoever held it.
  mutating func release(_ number: UInt32, lastEvent: CauseID) {
    names.release(number, lastCause: lastEvent.index, at: last)
  }

  /// Names that are known, and numbers that were ever in use at one time.
  package var nameCounts: (names: Int, numbers: Int) { names.counts }

  package func name(_ number: UInt32) -> String { names[number] }
}

/// The number of somebody's name, for as many events as there will be: kept, and renewed now and then, so that the name of one who
/// has gone is forgotten with the events that have it.
struct NameNumber {
  private(set) var number: UInt32 = 0
  private var renewedAt: UInt32 = 0

  /// It is good for the event that is recorded next.
  @inline(__always)
  func isGood(after newest: CauseID) -> Bool { number != 0 && newest.index &- renewedAt < CauseLog.term }

  mutating func renew(_ name: String, in causes: inout CauseLog) {
    number = causes.intern(forATerm: name)
    renewedAt = causes.newest.index
  }
}
