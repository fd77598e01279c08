/// The parts of a cell while it does not hold them.
package struct LetGoParts {
  var inputs: [Unmanaged<Cell>] = []
  private let constants: [Unmanaged<Cell>]

  /// Constants are let go of by their counts.
  package init(constants: [Cell]) {
    self.constants = constants.map { .passUnretained($0) }
    for cell in self.constants { cell.release() }
  }

  package func takeBackConstants() { for cell in constants { _ = cell.retain() } }
}
