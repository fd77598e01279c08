/// Which event has written which place in what stands at one place, as seen from there (`PlacedWrites`).
struct PlacedCauses {
  final class Tree {
    fileprivate private(set) var here: CauseID?
    fileprivate private(set) var inside: [Path.Step: Tree] = [:]
    /// Where it is known of what is here and inside together.
    fileprivate private(set) var ofAll: CauseID?

    /// The newest one here and further inside.
    var newest: CauseID? { inside.values.reduce(here) { CauseID.newest($0, $1.newest) } }

    /// Takes the place of what was noted there or inside before.
    func note(_ cause: CauseID, at steps: [Path.Step]) {
      let place = place(at: steps)
      (place.here, place.inside) = (cause, [:])
    }

    /// Of two that stand there, by index and by key, the newer one.
    func note(_ cause: CauseID, ofAllAt steps: [Path.Step]) {
      let place = place(at: steps)
      place.ofAll = CauseID.newest(place.ofAll, cause)
    }

    private func place(at steps: [Path.Step]) -> Tree {
      var place = self
      for step in steps {
        let next = place.inside[step] ?? Tree()
        place.inside[step] = next
        place = next
      }
      return place
    }
  }

  private var tree: Tree?
  /// What has written something around it.
  let around: CauseID?

  init(tree: Tree? = nil, around: CauseID? = nil) { (self.tree, self.around) = (tree, around) }

  var isEmpty: Bool { tree == nil && around == nil }

  /// What the place has been written by, with all of it or a part.
  var newest: CauseID? { tree?.ofAll ?? (tree?.here == nil ? CauseID.newest(around, tree?.newest) : tree?.newest) }

  /// The same, but not by what was written of a part.
  var written: CauseID? { tree?.here ?? around }

  /// Without what was written around it.
  var inner: PlacedCauses { PlacedCauses(tree: tree) }

  subscript(step: Path.Step) -> PlacedCauses {
    if isEmpty { return self }
    return PlacedCauses(tree: tree?.inside[step], around: tree?.here ?? around)
  }

  subscript(steps: [Path.Step]) -> PlacedCauses { steps.reduce(self) { $0[$1] } }
}
