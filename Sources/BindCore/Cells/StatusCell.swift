import BindGraph

/// What something says of itself, such as the status of a binding: others read it, and nobody but its owner writes it, by `commit`
/// or as news of the engine's own.
package final class StatusCell: LeafCell {
  package override var isWritable: Bool { false }
  package override func write(_ value: Value) throws(Failure) -> WriteOutcome { throw .readOnly(self) }
  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome { throw .readOnly(self) }
  package override func touch() throws(Failure) { throw .readOnly(self) }
}
