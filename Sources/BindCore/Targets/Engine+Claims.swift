import BindGraph

// Who has which target: claims on cells, and on the places in them.

extension Engine {
  /// Those of the cell and of what it is a place in: what they write, it gets.
  func claimsAround(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    return [claims[ObjectIdentifier(cell)]].compactMap { $0 } + (cell.outerCell.map(claimsAround) ?? [])
  }

  /// That of the bindings whose targets have something in common with the cell.
  func highestPriority(over cell: Cell) -> Double {
    let target = cell.bindingTarget
    return (claimsAround(target) + claimsInside(target)).lazy.filter(\.isOneWay).map(\.highestPriority).max() ?? 0
  }

  /// Those of the places in the cell.
  func claimsInside(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    var found: [TargetClaims] = []
    cell.forEachPlace { place in if let known = claims[ObjectIdentifier(place)] { found.append(known) } }
    return found
  }

  /// Those that have places in the leaf.
  func claimsInPlaces(of leaf: LeafCell) -> [TargetClaims] {
    claimsOnPlaces[ObjectIdentifier(leaf)].map { Array($0.values) } ?? []
  }

  /// Those of what stands at the same place now, or is around it or in it, and is reached in another way.
  func claimsElsewhere(_ cell: Cell) -> [TargetClaims] {
    if claims.isEmpty { return [] }
    var found = cell.aliases.flatMap { alias in
      [claims[ObjectIdentifier(alias)]].compactMap { $0 } + claimsInside(alias)
    }
    var around = cell.outerCell
    while let outer = around {
      found += outer.aliases.compactMap { claims[ObjectIdentifier($0)] }
      around = outer.outerCell
    }
    return found + claimsOnParts(in: cell)
  }

  /// Those of other cells of the Swift model in which the cell is a part, or a place in one.
  private func claimsOnParts(in cell: Cell) -> [TargetClaims] {
    if let record = cell as? RecordCell { return record.fields.flatMap { claimsOnParts(in: $0.cell) } }
    return (cell.leafAround as? any ModelPart)?.claimsElsewhere(on: cell) ?? []
  }

  /// Those on the target; they begin now if there are none.
  func claims(on target: Cell) -> TargetClaims {
    let key = ObjectIdentifier(target)
    if let known = claims[key] { return known }
    let all = TargetClaims(target, around: claimsAround(target), inside: claimsInside(target))
    claims[key] = all
    if let leaf = all.leaf { claimsOnPlaces[ObjectIdentifier(leaf), default: [:]][key] = all }
    claimCount += 1
    return all
  }

  func claim(_ binding: Binding, isShared: Bool) -> TargetClaims {
    let target = binding.target.bindingTarget
    let all = claims(on: target)
    claimCount += 1
    binding.claimNumber = claimCount
    if isShared { all.add(link: binding) } else { all.add(binding) }
    noteBound(all.leaf ?? target)
    return all
  }

  /// A record is bound with all its fields, and a leaf with the places in it.
  private func noteBound(_ target: Cell) {
    target.isBound =
      claimsAround(target).contains { $0.isOneWay }
      || claimsOnPlaces[ObjectIdentifier(target)]?.values.contains { $0.isOneWay } ?? false
    if let record = target as? RecordCell { for (_, field) in record.fields { noteBound(field) } }
  }

  func unclaim(_ target: Cell) {
    let key = ObjectIdentifier(target)
    guard let all = claims[key] else { return }
    if all.isEmpty {
      all.end()
      claims[key] = nil
      if let leaf = all.leaf {
        let id = ObjectIdentifier(leaf)
        claimsOnPlaces[id]?[key] = nil
        if claimsOnPlaces[id]?.isEmpty ?? false { claimsOnPlaces[id] = nil }
      }
    }
    noteBound(all.leaf ?? target)
  }
}
