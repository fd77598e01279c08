/// Why a value was delivered.
///
/// What led to a change is kept for the newest 16 384 events: of older ones nothing is known.
public struct ChangeCause {
  private let id: CauseID
  private unowned let engine: Engine
  /// The first delivery: it tells what is there, and follows from nothing unless there was no value before.
  public let isFirst: Bool

  init(_ id: CauseID, isFirst: Bool, _ engine: Engine) {
    self.id = id
    self.isFirst = isFirst
    self.engine = engine
  }

  private var event: Cause? { engine.causes[id] }

  public var kind: CauseKind { isFirst ? .initial : event?.kind ?? .initial }
  /// The line of the script or of Swift that wrote.
  public var position: SourcePosition? { event.flatMap { engine.position(of: $0.place) } }
  /// Of the transaction that it belongs to.
  public var label: String? {
    let label = engine.causes.label(of: id)
    return label == 0 ? nil : engine.causes.name(label)
  }
  /// What that transaction was given besides.
  public var metadata: Record? {
    if case .record(let record)? = engine.causes.metadata(of: id) { record } else { nil }
  }
  /// What led to it; nil for what nothing led to.
  public var parent: ChangeCause? {
    event.flatMap { engine.causes[$0.parent] == nil ? nil : ChangeCause($0.parent, isFirst: false, engine) }
  }
  /// From the change itself back to what all began with, one line each.
  public var story: [String] { engine.story(of: id) }
}
