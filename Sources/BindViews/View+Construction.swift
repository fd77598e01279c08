import BindCore

// What is checked before a view is made.

extension View {
  static func id(_ kind: ViewKind, _ options: [(name: String, given: Given)]) throws(Failure) -> String? {
    guard let option = options.first(where: { $0.name == "id" }) else { return nil }
    guard case .value(.string(let text)) = option.given, !text.isEmpty else {
      let found = if case .value(let value) = option.given { "\(value)" } else { "a cell" }
      throw .diagnostic(
        Diagnostic(.bindType, "ui.\(kind.name): 'id' is a string that is not empty and does not change, got \(found)"))
    }
    return text.text
  }

  static func actions(
    of kind: ViewKind, _ options: [(name: String, given: Given)]
  ) throws(Failure) -> [String: any ViewAction] {
    var actions: [String: any ViewAction] = [:]
    for option in options where kind.actions.contains(where: { $0.name == option.name }) {
      guard case .action(let action) = option.given else {
        let found = if case .value(let value) = option.given { value.typeName } else { "Ref" }
        throw .diagnostic(
          Diagnostic(.bindArgument, "ui.\(kind.name): option '\(option.name)': function expected, got \(found)"))
      }
      actions[option.name] = action
    }
    return actions
  }

  static func check(_ children: [View], of kind: ViewKind) throws(Failure) {
    precondition(children.isEmpty || kind.hasChildren, "ui.\(kind.name) has no children")
    for (index, child) in children.enumerated() {
      try child.checkFree(for: "ui.\(kind.name)")
      if children[..<index].contains(where: { $0 === child }) {
        throw .diagnostic(
          Diagnostic(.bindArgument, "ui.\(kind.name): \(child.name) is given twice; a view has one place"))
      }
    }
    try checkDepth(1 + (children.map(\.depth).max() ?? 0), for: "ui.\(kind.name)")
  }

  func checkFree(for owner: String) throws(Failure) {
    try checkAlive()
    if let outer = parent, !outer.isStopped {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(owner): \(name) is inside \(outer.name) already; a view has one place"))
    }
  }

  static func checkDepth(_ depth: Int, for owner: String) throws(Failure) {
    guard depth <= depthLimit else {
      throw .diagnostic(Diagnostic(.bindArgument, "\(owner): views are nested more than \(depthLimit) deep"))
    }
  }

  /// Levels of views in it, itself counted. The depth is limited, so is the recursion.
  var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }

  /// Levels of views around it.
  var level: Int {
    var count = 0
    var outer = parent
    while let container = outer {
      count += 1
      outer = container.parent
    }
    return count
  }
}
