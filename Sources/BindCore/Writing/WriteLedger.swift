/// The writes of a durable loadable that are not settled, in the store of the script's states: what has been asked for is
/// sent, also if the program ends before. A settled one is struck off.
///
/// What is kept of a write is what it made of which value. Sent after a restart it is that change, field by field, made to
/// the base of then. Isolation: the engine's thread.
package final class WriteLedger {
  /// One write as it is kept.
  package struct Entry: Equatable {
    /// Names it for the other side; the same for every attempt.
    package let id: String
    /// Of a family, which of its loadables is written; else nil.
    package let key: Value
    package let order: WriteOrder
    var new: Value
    var old: Value
    var attempts: Int
  }

  private let container: StateContainer
  private let random: any WorldRandom
  /// As they were last read or kept.
  private var known: (entries: [Entry], version: UInt64)?

  package static func request(for loadable: String) -> StateRequest {
    var request = StateRequest(
      StoreKey("writes of \(loadable)"), shape: .leaf(.list(of: .any), isOptional: false, default: .list([])))
    request.saveAfter = .zero
    return request
  }

  package init(_ container: StateContainer, random: any WorldRandom) {
    self.container = container
    self.random = random
  }

  /// In the order in which they began.
  package var entries: [Entry] {
    let (value, version) = container.current
    if let known, known.version == version { return known.entries }
    guard case .list(let elements) = value else { return [] }
    let entries = elements.compactMap(Entry.init)
    known = (entries, version)
    return entries
  }

  /// A new write, which stands in no ledger yet.
  func entry(_ new: Value, _ old: Value, key: Value, order: WriteOrder) -> Entry {
    let chance = [random.next(), random.next()].flatMap { bits in withUnsafeBytes(of: bits.bigEndian) { Array($0) } }
    return Entry(
      id: ContentHash(of: Array(container.name.utf8) + [0] + chance).text, key: key, order: order, new: new, old: old,
      attempts: 0)
  }

  /// Where nothing differs nothing is kept anew.
  func update(_ body: (inout [Entry]) -> Void) {
    let before = entries
    var entries = before
    body(&entries)
    if entries == before { return }
    let change = StateContainer.Change(container, .list(entries.map(\.value)), removes: entries.isEmpty)
    if let version = StateContainer.commit([change], by: .own(nil))?.first { known = (entries, version) }
  }

  /// Until it stands on the disk; a failure is in the status of what is kept, and no reason to send nothing.
  func save(in engine: Engine, clock: any WorldClock, _ completion: @escaping () -> Void) -> JobRun {
    container.save(in: engine, clock: clock) { _ in completion() }
  }
}

extension WriteLedger.Entry {
  fileprivate init?(_ value: Value) {
    guard case .record(let fields) = value, case .string(let id)? = fields["id"],
      case .string(let word)? = fields["order"], let order = WriteOrder(rawValue: word.text),
      case .integer(let attempts)? = fields["attempts"]
    else { return nil }
    self.init(
      id: id.text, key: fields["key"] ?? .nil, order: order, new: fields["new"] ?? .nil, old: fields["old"] ?? .nil,
      attempts: Int(attempts))
  }

  fileprivate var value: Value {
    var fields = Record([
      ("id", .string(ByteString(id))), ("order", .string(ByteString(order.rawValue))),
      ("attempts", .integer(Int64(attempts))),
    ])
    for (name, value) in [("key", key), ("new", new), ("old", old)] where !value.isNil {
      fields[ByteString(name)] = value
    }
    return .record(fields)
  }

  /// The change that it makes to a value, whatever that is by now.
  func applied(to base: Value) -> Value { Value.merged(mine: new, theirs: base, base: old) }
}
