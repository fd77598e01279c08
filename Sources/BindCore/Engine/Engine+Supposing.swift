import BindGraph

// What would be if some fields held other values: what checks read of what is being written.

/// The values that are seen, until they go again.
struct Supposition {
  fileprivate let overlay: Overlay

  func put(_ value: Value, in cell: LeafCell) {
    overlay.cellWrite(to: cell)?.put(value)
    overlay.invalidateSpeculations()
  }
}

/// What fields say to values that are written together.
enum JointAcceptance {
  /// The values as the fields hold them, in the same order.
  case accepted([Value])
  indirect case refused(Diagnostic)
}

extension Engine {
  /// What the body reads is as if the fields held these values, which go nowhere. A pure function may do so.
  func seeing<Result, Problem: Error>(
    _ values: [(cell: LeafCell, value: Value)], _ body: (Supposition) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let (outer, outerWatching) = (overlay, watching.pointee)
    // What was written before does not see them.
    outer?.bringUpToDate(in: self)
    let supposed = Overlay(parent: outer, isHeld: outer?.isHeld ?? false, births: births, in: graph)
    for (cell, value) in values {
      if let known = supposed.cellWrite(to: cell) {
        known.put(value)
      } else {
        let write = CellWrite(supposing: value, in: cell)
        supposed.add(write)
        supposed.mark(write, in: graph)
      }
    }
    overlay = supposed
    watching.pointee |= Watch.overlay
    defer {
      supposed.unmark(in: graph)
      overlay = outer
      watching.pointee = outerWatching
    }
    return try body(Supposition(overlay: supposed))
  }

  /// What the fields take where these values are written to them together.
  /// - Parameters:
  ///   - present: what further fields, and these, hold meanwhile.
  ///   - olds: what these held before, where that is written already.
  func acceptance(
    ofTogether values: [(cell: LeafCell, value: Value)], beside present: [(cell: LeafCell, value: Value)] = [],
    over olds: JointCheck? = nil
  ) throws(Failure) -> JointAcceptance {
    let wereTogether = writesTogether
    writesTogether = false
    defer { writesTogether = wereTogether }
    let joint = JointCheck()
    if values.contains(where: { $0.cell.declaration.check != nil }) {
      for (cell, _) in values { joint.remember(olds?[cell]?.old ?? self.present(in: cell), of: cell) }
      for (cell, value) in present { joint.remember(value, of: cell) }
    }
    return try seeing(present + values) { supposition throws(Failure) in
      var results = values.map(\.value)
      for (place, (cell, value)) in values.enumerated() {
        switch try cell.accept(value, collecting: joint) {
        case .refused(let diagnostic): return .refused(diagnostic)
        case .accepted(let accepted):
          if accepted != value { supposition.put(accepted, in: cell) }
          results[place] = accepted
        }
      }
      try joint.settle { cell, value throws(Failure) in
        try cell.accept(value)
      } putting: { cell, value in
        supposition.put(value, in: cell)
      }
      if let refusal = joint.refusal { return .refused(refusal) }
      for (place, (cell, _)) in values.enumerated() { if let entry = joint[cell] { results[place] = entry.result } }
      return .accepted(results)
    }
  }
}
