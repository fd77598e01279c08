import BindGraph

/// What depends on what at this moment: the fields of models, what is derived from them and looked at, and who looks.
///
/// The same script with the same input gives the same picture: items are numbered by name of models, then by
/// registration of observers, each after what it looks at. Values are no part of it, so nothing secret can be.
package struct GraphPicture {
  package enum Kind: String, Sendable {
    case model, record, field, cell, part, computed, source, binding, link, observer, effect, list

    /// It runs; the others hold a value.
    var runs: Bool {
      switch self {
      case .binding, .link, .observer, .effect, .list: true
      default: false
      }
    }
  }

  package struct Item {
    /// Counted from 1.
    package let number: Int
    package let kind: Kind
    package let name: String
    /// The declared type of a field; empty elsewhere.
    package let type: String
    /// `board.lua:12`; empty where it is not known or part of the name.
    package let place: String
    /// The number of the model or record that it is a field of; 0 if of none.
    package let owner: Int
  }

  package struct Arrow: Hashable {
    package let from: Int
    package let to: Int
    package let isTwoWay: Bool
  }

  package private(set) var items: [Item] = []
  package private(set) var arrows: [Arrow] = []

  private let engine: Engine
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Sources that Swift alone holds: they have a node and no cell.
  private var bareSources: [NodeID: Int] = [:]
  private var known: Set<Arrow> = []

  package init(of engine: Engine, models: [RecordCell]) {
    self.engine = engine
    for model in models { add(record: model, as: .model, owner: 0) }
    let watchers = engine.graph.watchers.compactMap { node in engine.graph.body(of: node).map { (node, $0) } }
    for (node, body) in watchers where !isPartOfBinding(body) { add(watcher: body, node) }
    for (_, body) in watchers { if let way = body as? LinkReturn { addReads(of: way) } }
  }

  /// The binding itself is in the picture.
  private func isPartOfBinding(_ body: Reaction) -> Bool {
    body is LinkReturn || body is TargetReturn || body is TargetVerdict || body is RefusedInput
  }

  // MARK: Collecting

  private mutating func item(
    _ kind: Kind, _ name: String, type: String = "", place: String = "", owner: Int = 0
  ) -> Int {
    items.append(Item(number: items.count + 1, kind: kind, name: name, type: type, place: place, owner: owner))
    return items.count
  }

  private mutating func arrow(_ from: Int, _ to: Int, isTwoWay: Bool = false) {
    let arrow = Arrow(from: from, to: to, isTwoWay: isTwoWay)
    if known.insert(arrow).inserted { arrows.append(arrow) }
  }

  @discardableResult
  private mutating func add(record: RecordCell, as kind: Kind, owner: Int) -> Int {
    let number = item(kind, record.name, owner: owner)
    numbers[ObjectIdentifier(record)] = number
    for (_, cell) in record.fields {
      if let inner = cell as? RecordCell {
        add(record: inner, as: .record, owner: number)
      } else {
        let type = cell.shape.map { $0.isOptional ? $0.type.name + "?" : $0.type.name } ?? "any"
        numbers[ObjectIdentifier(cell)] = item(.field, cell.name, type: type, owner: number)
      }
    }
    return number
  }

  private mutating func add(watcher body: Reaction, _ node: NodeID) {
    switch body {
    case let link as Link:
      let (source, target) = (number(of: link.source), number(of: link.target))
      let number = item(.link, link.title, place: engine.words(for: link.place))
      arrow(source, number, isTwoWay: true)
      arrow(number, target, isTwoWay: true)
      numbers[ObjectIdentifier(link)] = number
    case let binding as Binding:
      let inputs = numbersOfInputs(of: binding, node)
      let target = number(of: binding.target)
      let number = item(.binding, binding.title, place: engine.words(for: binding.place))
      for input in inputs { arrow(input, number) }
      arrow(number, target)
    case let callback as Callback:
      let inputs = numbersOfInputs(of: callback, node)
      let kind: Kind = callback is Each ? .list : callback is Effect ? .effect : .observer
      let number = item(kind, callback.title, place: engine.words(for: callback.place))
      for input in inputs { arrow(input, number) }
    default:
      let inputs = numbersOfInputs(of: body, node)
      let number = item(
        body is ViewBinding ? .binding : .observer, body is ViewBinding ? "view binding" : "observation")
      for input in inputs { arrow(input, number) }
    }
  }

  /// What a validator reads besides the value that it judges.
  private mutating func addReads(of way: LinkReturn) {
    guard let number = numbers[ObjectIdentifier(way.link)] else { return }
    for cell in way.input.originCells where cell !== way.link.target { arrow(self.number(of: cell), number) }
  }

  private mutating func numbersOfInputs(of body: Reaction, _ node: NodeID) -> [Int] {
    engine.graph.inputs(of: node).flatMap { input -> [Int] in
      guard let cell = engine.graph.body(of: input) as? Cell else { return [number(of: input)] }
      // A gate stands between a binding and its source; it is the binding's own.
      return cell is GatedCell ? cell.originCells.map { number(of: $0) } : [number(of: cell)]
    }
  }

  private mutating func number(of node: NodeID) -> Int {
    if let number = bareSources[node] { return number }
    let number = item(.cell, engine.nameOfBindable(node))
    bareSources[node] = number
    return number
  }

  /// A cell after all that it follows from. A chain of any depth does not nest.
  private mutating func number(of cell: Cell) -> Int {
    var stack = [cell]
    var begun: Set<ObjectIdentifier> = []
    while let top = stack.last {
      if numbers[ObjectIdentifier(top)] != nil {
        stack.removeLast()
        continue
      }
      let inputs = pictured(top)
      begun.insert(ObjectIdentifier(top))
      let missing = inputs.filter { numbers[ObjectIdentifier($0)] == nil && !begun.contains(ObjectIdentifier($0)) }
      if !missing.isEmpty {
        stack += missing.reversed()
        continue
      }
      stack.removeLast()
      let bindables = top.bindableOrigins.map { self.number(of: $0) }
      let number = item(kind(of: top), top.name)
      numbers[ObjectIdentifier(top)] = number
      for bindable in bindables { arrow(bindable, number) }
      for input in inputs { if let from = numbers[ObjectIdentifier(input)] { arrow(from, number) } }
    }
    return numbers[ObjectIdentifier(cell)] ?? 0
  }

  /// What stands above a cell in the picture.
  private func pictured(_ cell: Cell) -> [Cell] {
    switch cell {
    case is ElementCell: cell.settledLeaf.map { [$0] } ?? []
    case let derived as DerivedCell: derived.inputCells
    default: []
    }
  }

  private func kind(of cell: Cell) -> Kind {
    switch cell {
    case is RecordCell: .record
    case is ElementCell: .part
    case is SourceCell: .source
    case is DerivedCell: .computed
    default: .cell
    }
  }
}
