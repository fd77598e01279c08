import BindGraph

/// What something says of itself, such as the status of a binding: others read it, and nobody but its owner writes it, by `commit`,
/// by `tell`, or as news of the engine's own.
package class StatusCell: LeafCell {
  package override var isWritable: Bool { false }
  package override func write(_ value: Value) throws(Failure) -> WriteOutcome { throw .readOnly(self) }
  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome { throw .readOnly(self) }
  package override func touch(at place: Cell) throws(Failure) { throw .readOnly(place) }

  /// Its owner's own write, as part of the running callback, transaction or turn.
  final func tell(_ value: Value) throws(Failure) {
    guard engine.mode == .deferred else {
      _ = try super.write(value)
      return
    }
    engine.hold(value, in: self)
    if engine.noting != .nothing { engine.note { [self] in try tell(value) } }
  }
}
