/// How a picture is written down.
public enum GraphFormat: String, CaseIterable, Sendable {
  case text, json, dot, svg
}

extension GraphPicture {
  package func rendered(as format: GraphFormat) -> String {
    switch format {
    case .text: text()
    case .json: json()
    case .dot: dot()
    case .svg: svg()
    }
  }

  /// The numbers of the items before and behind each item, by number.
  func neighbours() -> (inputs: [[Int]], targets: [[Int]]) {
    var inputs = Array(repeating: [Int](), count: items.count + 1)
    var targets = inputs
    for arrow in arrows {
      inputs[arrow.to].append(arrow.from)
      targets[arrow.from].append(arrow.to)
    }
    return (inputs, targets)
  }

  /// For a person: models with their fields, then a line for each item with what it looks at and what it writes.
  func text() -> String {
    let (inputs, targets) = neighbours()
    func names(_ numbers: [Int]) -> String { numbers.map { items[$0 - 1].name }.joined(separator: ", ") }
    var depth = [0]
    var lines: [String] = []
    for item in items {
      depth.append(item.owner == 0 ? 0 : depth[item.owner] + 1)
      let indent = String(repeating: "  ", count: depth[item.number])
      var line = indent + item.kind.rawValue
      // One that was given no name is called by its kind and ends.
      if [.link, .binding].contains(item.kind), !item.name.hasPrefix(item.kind.rawValue + " ") {
        line += "  '\(item.name)'"
      }
      switch item.kind {
      case .link:
        line += "  \(names(inputs[item.number]))  ↔  \(names(targets[item.number]))"
      case .binding:
        line += "  \(names(inputs[item.number]))  →  "
        line += targets[item.number].isEmpty ? item.name : names(targets[item.number])
      case .observer, .effect, .list: line += "  \(names(inputs[item.number]))"
      case .model, .record, .field, .cell, .source: line += "  " + item.name
      case .part, .computed:
        line += "  " + item.name
        if !inputs[item.number].isEmpty { line += "  ←  \(names(inputs[item.number]))" }
      }
      if !item.type.isEmpty { line += "  \(item.type)" }
      if !item.place.isEmpty { line += "  \(item.place)" }
      lines.append(line)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `{"v":1,"nodes":[{"id","kind","name",…}],"edges":[{"from","to",…}]}`, keys in order of the alphabet.
  func json() -> String {
    let nodes = items.map { item in
      var fields = ["\"id\":\(item.number)", "\"kind\":\(item.kind.rawValue.quoted)", "\"name\":\(item.name.quoted)"]
      if item.owner != 0 { fields.append("\"owner\":\(item.owner)") }
      if !item.place.isEmpty { fields.append("\"place\":\(item.place.quoted)") }
      if !item.type.isEmpty { fields.append("\"type\":\(item.type.quoted)") }
      return "{" + fields.joined(separator: ",") + "}"
    }
    let edges = arrows.map { arrow in
      "{\"from\":\(arrow.from),\"to\":\(arrow.to)" + (arrow.isTwoWay ? ",\"two_way\":true}" : "}")
    }
    return "{\"edges\":[\(edges.joined(separator: ","))],\"nodes\":[\(nodes.joined(separator: ","))],\"v\":1}\n"
  }

  /// Graphviz's language.
  func dot() -> String {
    var lines = ["digraph bindhost {", "  rankdir=LR;", "  node [shape=box, fontname=\"monospace\"];"]
    for item in items where item.kind != .model && item.kind != .record {
      var words = item.name
      if !item.type.isEmpty { words += "\n" + item.type }
      if !item.place.isEmpty { words += "\n" + item.place }
      let shape = item.kind.runs ? ", style=rounded" : item.kind == .computed ? ", shape=ellipse" : ""
      lines.append("  n\(item.number) [label=\(words.quoted)\(shape)];")
    }
    for arrow in arrows {
      lines.append("  n\(arrow.from) -> n\(arrow.to)" + (arrow.isTwoWay ? " [dir=both];" : ";"))
    }
    let looked = Set(arrows.flatMap { [$0.from, $0.to] })
    for item in items where item.kind == .model || item.kind == .record {
      let fields = items.filter { $0.owner == item.number && $0.kind == .field }.map { "n\($0.number)" }
      if looked.contains(item.number) { lines.append("  n\(item.number) [label=\(item.name.quoted)];") }
      if fields.isEmpty { continue }
      lines.append(
        "  subgraph cluster_\(item.number) { label=\(item.name.quoted); \(fields.joined(separator: "; ")); }")
    }
    return (lines + ["}"]).map { $0 + "\n" }.joined()
  }
}

extension String {
  /// Between double quotes, as JSON and Graphviz read them.
  var quoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
