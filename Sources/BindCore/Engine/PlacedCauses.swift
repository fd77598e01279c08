/// Which event has written which place in what stands at one place, as seen from there (`PlacedWrites`).
struct PlacedCauses {
  final class Tree {
    fileprivate private(set) var here: CauseID?
    fileprivate private(set) var inside: [Path.Step: Tree] = [:]

    /// The newest one here and further inside.
    var newest: CauseID? { inside.values.reduce(here) { CauseID.newest($0, $1.newest) } }

    /// Takes the place of what was noted there or inside before.
    func note(_ cause: CauseID, at steps: [Path.Step]) {
      var place = self
      for step in steps {
        let next = place.inside[step] ?? Tree()
        place.inside[step] = next
        place = next
      }
      (place.here, place.inside) = (cause, [:])
    }
  }

  private var tree: Tree?
  /// What has written something around it.
  let around: CauseID?
  /// Of single places, where two that stand together may differ, by index and by key.
  private var known: [ObjectIdentifier: CauseID]

  init(tree: Tree? = nil, around: CauseID? = nil, known: [ObjectIdentifier: CauseID] = [:]) {
    (self.tree, self.around, self.known) = (tree, around, known)
  }

  var isEmpty: Bool { tree == nil && around == nil && known.isEmpty }

  /// What the cell that stands there has been written by, with all of it or a part.
  func newest(of cell: Cell) -> CauseID? { known[ObjectIdentifier(cell)] ?? newest }

  /// What the place has been written by, with all of it or a part.
  var newest: CauseID? { tree?.here == nil ? CauseID.newest(around, tree?.newest) : tree?.newest }

  /// The same, but not by what was written of a part.
  var written: CauseID? { tree?.here ?? around }

  /// Without what was written around it.
  var inner: PlacedCauses { PlacedCauses(tree: tree) }

  subscript(step: Path.Step) -> PlacedCauses {
    if isEmpty { return self }
    return PlacedCauses(tree: tree?.inside[step], around: tree?.here ?? around, known: known)
  }

  subscript(steps: [Path.Step]) -> PlacedCauses { steps.reduce(self) { $0[$1] } }
}
