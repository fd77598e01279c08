import BindCore

/// Everything that scripts can call, as it is registered: what help, stubs and completion are made from.
package struct Reference {
  package struct Page {
    /// As a script writes it: `bh.bind`, `job.every`, `Ref:set`.
    package let name: String
    package let definition: Definition
  }

  package struct Module {
    /// For `require`, such as `bindhost.http`.
    package let module: String
    /// As scripts write it, such as `bh.http`.
    package let prefix: String
    package let pages: [Page]
  }

  /// A kind of object, or of table, with what can be asked of it.
  package struct Kind {
    /// As types name it: `Ref`, `loadable`.
    package let word: String
    package let summary: String
    /// Reached by their name.
    package let cells: [Definition.Option]
    package let methods: [Page]
    /// Calling it with a path reaches a cell.
    package let hasPaths: Bool
    /// It has fields, not cells.
    package let isTable: Bool
  }

  /// `bh.null` and the like: no functions.
  package struct Constant {
    package let name: String
    package let type: String
    package let sentence: String
  }

  package let modules: [Module]
  package let kinds: [Kind]
  package let constants: [Constant]

  package var all: Answer { Answer(modules: modules, kinds: kinds, constants: constants) }

  package var functions: [Page] { modules.flatMap(\.pages) }
  package var pages: [Page] { functions + kinds.flatMap(\.methods) }
}

extension Reference {
  /// What a name means: pages, modules, kinds, most exactly.
  package struct Answer {
    package var pages: [Page] = []
    package var modules: [Module] = []
    package var kinds: [Kind] = []
    package var constants: [Constant] = []

    package var isEmpty: Bool { pages.isEmpty && modules.isEmpty && kinds.isEmpty && constants.isEmpty }
  }

  /// - Parameter name: `job.every`, `bh.job.every`, `Ref:set`, `Ref.set`, `http`, `loadable`, `every`.
  package func lookUp(_ name: String) -> Answer {
    let short = name.hasPrefix("bh.") ? String(name.dropFirst(3)) : name
    let colon = name.split(separator: ".").joined(separator: ":")
    var answer = Answer()
    answer.pages = pages.filter { $0.name == name || $0.name == short || $0.name == "bh.\(short)" || $0.name == colon }
    answer.modules = modules.filter {
      [name, "bh.\(name)", "bindhost.\(name)"].contains($0.prefix) || $0.prefix == short
    }
    answer.kinds = kinds.filter { $0.word == name || $0.word == name.lowercased() }
    answer.constants = constants.filter { $0.name == name || $0.name == "bh.\(name)" }
    if answer.isEmpty {
      answer.pages = pages.filter { $0.name.lastWord == name }
      if answer.isEmpty { answer.constants = constants.filter { $0.name.lastWord == name } }
    }
    // An object with its methods, a module with what stands in it.
    for constant in answer.constants { answer.kinds += kinds.filter { $0.word == constant.type } }
    for module in answer.modules {
      answer.constants += constants.filter { $0.name == "\(module.prefix).\($0.name.lastWord)" }
    }
    return answer
  }

  /// Every name that can be looked up, for did-you-mean.
  package var names: [String] {
    var names: [String] = []
    for name in modules.map(\.prefix) + pages.map(\.name) + kinds.map(\.word) + constants.map(\.name) {
      names.append(name)
      if name.hasPrefix("bh.") { names.append(String(name.dropFirst(3))) }
      names.append(name.lastWord)
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension String {
  fileprivate var lastWord: String { String(split { $0 == "." || $0 == ":" }.last ?? self[...]) }
}

extension Surface {
  /// Read from what is registered, so it says what there is.
  package var reference: Reference {
    func pages(_ entries: [Entry], _ name: (String) -> String) -> [Reference.Page] {
      entries.filter { !$0.name.hasPrefix("__") }.map { entry in
        Reference.Page(name: name(entry.name), definition: entry.definition.read())
      }
    }
    // Where no tests run, they are not registered, and explained all the same.
    let testKinds = testKinds ?? (try? TestKinds(lua))
    let modules = (modules + [testTable]).map { table in
      Reference.Module(
        module: table.module, prefix: table.prefix, pages: pages(table.entries) { "\(table.prefix).\($0)" })
    }
    // To scripts, a cell is a Ref whatever keeps its functions.
    var known: Set<String> = []
    let tables = (objectKinds + (testKinds.map(objectKinds) ?? [])).filter { known.insert($0.kind.name).inserted }
    var kinds = tables.map { table in
      let about = KindReader(KindText.text(of: table.kind.name)?.description ?? table.kind.name)
      let methods = Self.cellBuiltIns.filter { table.builtIn.contains($0.name) } + table.entries
      return Reference.Kind(
        word: about.word, summary: about.summary, cells: about.cells,
        methods: pages(methods) { "\(about.word):\($0)" }, hasPaths: table.hasPaths, isTable: false)
    }
    kinds += ShapeText.all.map { text in
      let about = KindReader(text.description)
      return Reference.Kind(
        word: about.word, summary: about.summary, cells: about.cells, methods: [], hasPaths: false, isTable: true)
    }
    return Reference(modules: modules, kinds: kinds, constants: Self.constants)
  }

  static let constants = [
    Reference.Constant(name: "bh.null", type: "any", sentence: "A value that is really absent, as JSON's null."),
    Reference.Constant(name: "bh.version", type: "string", sentence: "The version of bindhost."),
    Reference.Constant(
      name: "bh.env", type: "environment", sentence: "Variables: bh.env \"HOME\" or bh.env.HOME. Needs --allow-env."),
    Reference.Constant(
      name: "bh.permissions", type: "permissions",
      sentence:
        "What is allowed: bh.permissions.net is true, a list of names, or false; bh.permissions() is all."),
    Reference.Constant(name: "test.clock", type: "testclock", sentence: "Time, as the test moves it."),
    Reference.Constant(name: "test.http", type: "testhttp", sentence: "What answers in place of hosts."),
    Reference.Constant(name: "test.exec", type: "testexec", sentence: "What answers in place of programs."),
    Reference.Constant(name: "test.fs", type: "testfs", sentence: "Files that a test has."),
  ]
}

/// A word, what it is, and its cells.
private struct KindReader {
  let word: String
  let summary: String
  let cells: [Definition.Option]

  init(_ text: String) {
    var lines = text.split(separator: "\n")[...]
    word = lines.popFirst().map(String.init) ?? ""
    summary = lines.filter { !$0.hasPrefix("* ") }.joined(separator: " ")
    let cellLines = lines.filter { $0.hasPrefix("* ") }.map { "-" + $0.dropFirst() }
    cells = Definition("()\n" + cellLines.joined(separator: "\n")).options
  }
}
