package import BindGraph

/// What the cells show.
extension Loadable {
  /// A placeholder is no value.
  package var hasValue: Bool { seen.base != nil }

  func changes() -> [(cell: LoadableCell, value: Value)] {
    let present = picture
    let shownValue = writes.shown()
    return cells.fields.compactMap { field in
      guard let cell = field.cell as? LoadableCell, let value = shown(cell, in: present, value: shownValue),
        cell.stored != value
      else { return nil }
      return (cell, value)
    }
  }

  /// nil: there is nothing to tell yet.
  func shown(_ cell: LoadableCell, in picture: LoadablePicture, value: Value?) -> Value? {
    let machine = picture.machine
    switch cell.word {
    case "value":
      if let value { return value }
      if machine.face == .loading, let placeholder = options.placeholder { return placeholder }
      return cell.stored == nil && !picture.hadValue ? nil : Value.nil
    case "phase": return .string(machine.face.phase)
    case "face": return .string(machine.face.rawValue)
    case "error": return picture.failure.map(describeFailure) ?? .nil
    case "progress": return picture.progress.value
    case "attempts": return .integer(Int64(machine.attempts))
    case "stale": return .boolean(machine.isStale)
    case "updated_at":
      return machine.updatedAt.map { .number((world.clock.date + ($0 - world.clock.now)).seconds) } ?? .nil
    default: return fact(cell.word)
    }
  }

  package func publish() {
    let changes = changes().map { (cell: $0.cell as LeafCell, value: $0.value) }
    if !changes.isEmpty { engine.announceLater(changes, kind: options.causeKind, at: place, during: label) }
  }
}

/// One of a loadable's cells: nobody writes it but the loadable, and whoever observes the right ones makes it load.
package final class LoadableCell: StatusCell {
  package private(set) weak var loadable: Loadable?
  package let word: String

  init(_ loadable: Loadable, _ word: String, parent: RecordCell) {
    self.loadable = loadable
    self.word = word
    super.init(nil, declaration: .any(.nil), name: word, parent: parent, engine: loadable.engine)
  }

  @available(*, unavailable)
  override init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell? = nil, engine: Engine
  ) { preconditionFailure("not inherited") }

  package override var writeTarget: AnyObject { loadable ?? self }
  package override var hasValue: Bool { word == "value" ? loadable?.hasValue ?? super.hasValue : super.hasValue }

  package override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    let reading = try super.read(suspendable: suspendable)
    guard engine.watching.pointee & Watch.overlay != 0, let value = try loadable?.pendingValue(of: self) else {
      return reading
    }
    return .value(value)
  }

  /// Before anybody looks.
  func begin(with value: Value) { commit(value, cause: .none) }

  package override func livenessChanged(_ live: Bool, in graph: Graph) {
    if Loadable.asking.contains(word) { loadable?.observed(live) }
  }
}
