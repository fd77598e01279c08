import BindCore
import BindViews
internal import CLua

extension Surface {
  typealias Body = (Call) throws(Failure) -> Void

  /// A function or method of the surface: its name, its definition and what it does, in one place.
  struct Entry {
    let name: String
    /// Static text, or the table of views; read when somebody asks.
    let definition: DefinitionSource
    /// A table argument may have elements and fields side by side, as views do.
    var mixed = false
    /// A table argument is a reference to the table itself.
    var whole = false
    let body: Body
    /// A metamethod has no page.
    var isMeta: Bool { if case .none = definition { true } else { false } }

    /// - Parameter definition: in the notation of `Definition`.
    init(_ name: String, whole: Bool = false, _ definition: StaticString, _ body: @escaping Body) {
      self.name = name
      self.definition = .text(definition)
      self.whole = whole
      self.body = body
    }

    /// The same with another body.
    func with(_ body: @escaping Body) -> Entry { Entry(self, body) }

    private init(_ entry: Entry, _ body: @escaping Body) {
      name = entry.name
      definition = entry.definition
      mixed = entry.mixed
      whole = entry.whole
      self.body = body
    }

    /// A function of `bh.ui`.
    init(_ kind: ViewKind, besides definition: StaticString? = nil, mixed: Bool = false, _ body: @escaping Body) {
      name = kind.name
      self.definition = .view(DefinitionOfView(kind: kind, besides: definition))
      self.mixed = mixed
      self.body = body
    }

    /// A metamethod, which nobody calls by name.
    init(_ name: String, _ body: @escaping Body) {
      precondition(name.hasPrefix("__"), "\(name) needs a definition")
      self.name = name
      definition = .none
      self.body = body
    }
  }

  /// What a module has.
  struct ModuleTable {
    /// For `require`.
    let module: String
    /// As scripts and messages write it.
    let prefix: String
    let entries: [Entry]
  }

  /// What objects of a kind have.
  struct KindTable {
    let kind: ObjectKind
    let entries: [Entry]
    /// Methods that the runtime itself gives to objects of this kind.
    var builtIn: [String] = []
    /// Calling it with a path reaches a cell.
    var hasPaths = false
  }

  var modules: [ModuleTable] {
    [
      ModuleTable(
        module: "bindhost", prefix: "bh",
        entries: valueFunctions + bindingFunctions + historyFunctions + listFunctions + sourceFunctions
          + stateFunctions + loadingFunctions + taskFunctions + concurrencyFunctions + commandFunctions + toolFunctions
          + [showFunction]),
      ModuleTable(module: "bindhost.csv", prefix: "bh.csv", entries: csvFunctions),
      ModuleTable(module: "bindhost.fs", prefix: "bh.fs", entries: fileFunctions),
      ModuleTable(module: "bindhost.http", prefix: "bh.http", entries: httpFunctions),
      ModuleTable(module: "bindhost.json", prefix: "bh.json", entries: jsonFunctions),
      ModuleTable(
        module: "bindhost.job", prefix: "job", entries: jobFunctions + httpJobFunctions + dataJobFunctions),
      ModuleTable(module: "bindhost.log", prefix: "bh.log", entries: logFunctions),
      ModuleTable(module: "bindhost.sql", prefix: "bh.sql", entries: sqlFunctions),
      ModuleTable(module: "bindhost.time", prefix: "bh.time", entries: timeFunctions),
      ModuleTable(module: "bindhost.ui", prefix: "ui", entries: viewFunctions),
    ]
  }

  var objectKinds: [KindTable] {
    let cellMethods = cellMethods
    return [
      KindTable(kind: kinds.cell, entries: cellMethods, builtIn: ["get", "peek", "set"], hasPaths: true),
      KindTable(kind: kinds.derived, entries: cellMethods, builtIn: ["get", "peek", "set"], hasPaths: true),
      KindTable(
        kind: kinds.source, entries: sourceMethods, builtIn: ["get", "peek"], hasPaths: true),
      KindTable(
        kind: kinds.sourcePlace, entries: sourcePlaceMethods, builtIn: ["get", "peek"], hasPaths: true),
      KindTable(
        kind: kinds.state, entries: cellMethods + stateMethods, builtIn: ["get", "peek", "set"], hasPaths: true),
      KindTable(kind: kinds.handle, entries: handleMethods, hasPaths: true),
      KindTable(kind: kinds.scope, entries: scopeMethods),
      KindTable(kind: kinds.history, entries: historyMethods, hasPaths: true),
      KindTable(kind: kinds.job, entries: jobMethods, hasPaths: true),
      KindTable(kind: kinds.loadable, entries: loadableMethods, hasPaths: true),
      KindTable(kind: kinds.family, entries: familyMethods, hasPaths: true),
      KindTable(kind: kinds.database, entries: databaseMethods),
      KindTable(kind: kinds.field, entries: []),
      KindTable(kind: kinds.stream, entries: []),
      KindTable(kind: kinds.view, entries: [], hasPaths: true),
      KindTable(kind: kinds.signal, entries: callableMethods),
      KindTable(kind: kinds.retry, entries: callableMethods),
      KindTable(kind: kinds.emit, entries: callableMethods),
      KindTable(kind: kinds.progress, entries: callableMethods),
    ]
  }

  func register(_ table: ModuleTable) throws {
    let word = table.prefix.split(separator: ".").last.map(String.init) ?? table.prefix
    functionNames[word, default: []] += table.entries.map(\.name)
    for entry in table.entries {
      let function = SurfaceFunction(guarded(entry, of: table.prefix), of: table.prefix, isMethod: false)
      try lua.register(entry.name, in: table.module, mixedTables: entry.mixed, wholeTables: entry.whole) {
        [unowned self] call in
        try perform(function, &call)
      }
    }
  }

  func register(_ table: KindTable) throws {
    let kind = table.kind
    let names = table.builtIn + table.entries.map(\.name)
    methodNames[kind] = names
    try refuseUnknownNames(of: kind, methods: names)
    for entry in table.entries {
      let function = SurfaceFunction(entry, of: kind.name, isMethod: true)
      try lua.registerMethod(entry.name, of: kind, wholeTables: entry.whole) { [unowned self] call in
        try perform(function, &call)
      }
    }
  }

  func perform(_ function: SurfaceFunction, _ call: inout HostCall) throws {
    call.frame.pointee.wait = 0
    let made = Call(surface: self, frame: call.frame, function: function)
    do {
      if engine.mode == .pure { try refuseImpurity(made) }
      if made.endsWithTable { try made.refuseSurplusTable() }
      try function.entry.body(made)
    } catch {
      if passesOver(error), replyStandIn(made) { return }
      throw raisable(error)
    }
    if call.frame.pointee.wait != 0 { call.wait(for: call.frame.pointee.wait) }
  }
}
