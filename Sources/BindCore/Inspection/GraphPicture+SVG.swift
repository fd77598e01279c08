// A drawing without help from outside: columns from left to right by what depends on what.

extension GraphPicture {
  private enum Measure {
    static let row = 36
    static let gap = 70
    static let margin = 16
    static let letter = 7.25
    static let box = 26
  }

  private struct Box {
    var x: Int
    var y: Int
    var width: Int
    var middle: Int { y + Measure.box / 2 }
  }

  /// The column of each item by number: one behind the last of its inputs. Where items feed each other, the one that was
  /// declared first goes first.
  private func columns() -> [Int] {
    let (inputs, targets) = neighbours()
    var columns = Array(repeating: 0, count: items.count + 1)
    var waiting = inputs.map(\.count)
    var isPlaced = Array(repeating: false, count: items.count + 1)
    var ready = items.map(\.number).filter { waiting[$0] == 0 }
    var next = 0
    var first = 1
    while true {
      if next == ready.count {
        while first <= items.count, isPlaced[first] { first += 1 }
        guard first <= items.count else { return columns }
        ready.append(first)
      }
      let number = ready[next]
      next += 1
      if isPlaced[number] { continue }
      isPlaced[number] = true
      for target in targets[number] where !isPlaced[target] {
        columns[target] = max(columns[target], columns[number] + 1)
        waiting[target] -= 1
        if waiting[target] == 0 { ready.append(target) }
      }
    }
  }

  private func words(_ item: Item) -> String {
    switch item.kind {
    case .binding, .link, .observer, .effect, .list:
      item.place.isEmpty ? item.kind.rawValue : "\(item.kind.rawValue) \(item.place)"
    default: item.type.isEmpty ? item.name : "\(item.name): \(item.type)"
    }
  }

  /// Items in columns; within one, in the order of what stands before them, so that few lines cross.
  private func boxes(_ shown: [Item]) -> [Int: Box] {
    let columns = columns()
    let inputs = neighbours().inputs
    var boxes: [Int: Box] = [:]
    var x = Measure.margin
    for column in 0...(columns.max() ?? 0) {
      let members = shown.filter { columns[$0.number] == column }
      if members.isEmpty { continue }
      let ranked = members.map { item -> (rank: Double, item: Item) in
        let before = inputs[item.number].compactMap { boxes[$0].map { Double($0.y) } }
        return (before.isEmpty ? -1 : before.reduce(0, +) / Double(before.count), item)
      }
      let ordered = ranked.sorted { ($0.rank, $0.item.number) < ($1.rank, $1.item.number) }.map(\.item)
      let width = members.map { Int(Double(words($0).count) * Measure.letter) + 20 }.max() ?? 0
      for (row, item) in ordered.enumerated() {
        boxes[item.number] = Box(x: x, y: Measure.margin + row * Measure.row, width: width)
      }
      x += width + Measure.gap
    }
    return boxes
  }

  func svg() -> String {
    let joined = Set(arrows.flatMap { [$0.from, $0.to] })
    // A model is the title of its fields; it has a box of its own only if somebody looks at the whole.
    let shown = items.filter { ($0.kind != .model && $0.kind != .record) || joined.contains($0.number) }
    let boxes = boxes(shown)
    let width = (boxes.values.map { $0.x + $0.width }.max() ?? 0) + Measure.margin
    let height = (boxes.values.map { $0.y + Measure.box }.max() ?? 0) + Measure.margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\" font-family=\"monospace\" font-size=\"12\">",
      "<title>Dependency graph: \(items.count) items, \(arrows.count) edges</title>",
      "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
        + "orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    for arrow in arrows {
      guard let from = boxes[arrow.from], let to = boxes[arrow.to] else { continue }
      let (x1, x2) = (from.x + from.width, to.x)
      let bend = max(30, abs(x2 - x1) / 2)
      lines.append(
        "<path d=\"M\(x1) \(from.middle)C\(x1 + bend) \(from.middle) \(x2 - bend) \(to.middle) \(x2) \(to.middle)\" "
          + "fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\""
          + (arrow.isTwoWay ? " marker-start=\"url(#tip)\"/>" : "/>"))
    }
    for item in shown {
      guard let box = boxes[item.number] else { continue }
      let fill = item.kind.runs ? "#fdf1d8" : item.kind == .computed ? "#e3f0e3" : "#e6eefb"
      lines.append(
        "<g><title>\(item.name.escaped)</title>"
          + "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(Measure.box)\" "
          + "rx=\"\(item.kind.runs ? 13 : 3)\" fill=\"\(fill)\" stroke=\"#555\"/>"
          + "<text x=\"\(box.x + 10)\" y=\"\(box.y + 17)\">\(words(item).escaped)</text></g>")
    }
    return (lines + ["</svg>"]).map { $0 + "\n" }.joined()
  }
}

extension String {
  /// As text of a page.
  fileprivate var escaped: String {
    var text = ""
    for character in self {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
    return text
  }
}
