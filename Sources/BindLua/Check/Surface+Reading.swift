package import BindCore
import BindViews

/// Names that are not there, in functions that the declarations do not call.
extension Surface {
  package struct ReadFinding {
    package let diagnostic: Diagnostic
    /// Where a run would find it.
    package let callLine: Int
  }

  /// - Parameter chunks: the script and its modules, by the names of their files.
  package func unknownNames(in chunks: [(name: String, chunk: CompiledChunk)]) -> [ReadFinding] {
    let names = readingNames()
    var modules: [String: Meaning] = [:]
    var globals: [String: Meaning] = [:]
    var readings: [(script: String, reading: ScriptReading)] = []
    // Twice: what modules return, and what globals are, is known after the first time.
    for _ in 0..<2 {
      readings = chunks.compactMap { script, chunk in
        guard let main = chunk.main else { return nil }
        let reading = ScriptReading(names, modules: modules, globals: globals)
        reading.read(main)
        return (script, reading)
      }
      for (script, reading) in readings where script.hasSuffix(".lua") {
        modules[String(script.dropLast(4)).replacing("/", with: ".")] = reading.returned
      }
      var assigned: [String: [Meaning]] = [:]
      for (_, reading) in readings { assigned.merge(reading.assigned, uniquingKeysWith: +) }
      globals = assigned.mapValues { $0.count == 1 ? $0[0] : .unknown }
    }
    // Who asks whether something is there knows that it may not be.
    let asked = readings.flatMap { $0.reading.questions.filter { $0.value > 0 }.map(\.key) }
    let added = Set(readings.flatMap(\.reading.added) + asked)
    let declared = Dictionary(readings.flatMap(\.reading.models).map { ($0, 1) }, uniquingKeysWith: +)
    return readings.flatMap { script, reading in
      reading.findings.compactMap { finding in
        guard let diagnostic = diagnostic(of: finding.use, added: added, declared: declared) else { return nil }
        let place = SourcePosition(script: script, line: finding.line)
        return ReadFinding(diagnostic: diagnostic.located(at: place), callLine: finding.callLine)
      }
    }
  }

  private func diagnostic(
    of use: ScriptReading.Use, added: Set<String>, declared: [String: Int]
  ) -> Diagnostic? {
    switch use {
    case .function(let module, let name):
      guard !added.contains(name) else { return nil }
      var diagnostic = Diagnostic(
        .scriptError, "attempt to call a nil value (field '\(name)')",
        suggestions: nearestNames(to: name, in: functionNames[module] ?? []))
      diagnostic.subject = name
      return diagnostic
    case .option(let name, let module, let function, let known):
      let owner =
        (modules.first { $0.prefix == module || $0.prefix == "bh.\(module)" }?.prefix ?? module) + ".\(function)"
      let id: DiagnosticID =
        module == "ui" ? .uiUnknownOption : module == "job" ? .jobUnknownOption : .bindUnknownOption
      return .unknownName(id, owner: owner, noun: "option", name: name, known: known)
    case .method(let name, let object):
      let all = methods(of: object.kind)
      return all.contains(name) ? nil : unknownName(.string(ByteString(name)), kind(of: object.kind), all)
    case .assignment(let name, let object): return assignment(of: .string(ByteString(name)), kind(of: object.kind))
    case .path(let path, let object):
      // Elements and status cells come and go.
      guard !path.contains("["), !path.hasPrefix("$") else { return nil }
      switch object.paths {
      case .unknown: return nil
      case .names(let names, let owner, let noun):
        guard !path.contains("."), !names.contains(path) else { return nil }
        return .unknownName(.bindPath, owner: owner, noun: noun, name: path, known: names)
      case .model(let name, let start):
        guard let cell = cell(of: name, at: start, declared) else { return nil }
        do {
          _ = try cell.at(ByteString(path))
          return nil
        } catch {
          guard case .diagnostic(let diagnostic) = error, diagnostic.id == .bindPath else { return nil }
          return diagnostic
        }
      }
    case .field(let field, let object):
      guard case .model(let name, let start) = object.paths,
        let record = cell(of: name, at: start, declared) as? RecordCell
      else { return nil }
      let known = record.fields.map(\.name.text)
      guard !known.contains(field) else { return nil }
      return .unknownName(.bindUnknownField, owner: record.name, noun: "field", name: field, known: known)
    }
  }

  /// Where several models have one name, nobody knows which one is meant.
  private func cell(of model: String, at path: String, _ declared: [String: Int]) -> Cell? {
    guard declared[model] ?? 1 == 1, !path.contains("["), !path.contains("$"),
      let model = models.model(named: model)
    else { return nil }
    return path.isEmpty ? model : try? model.at(ByteString(path))
  }

  private func kind(of kind: ObjectMeaning.Kind) -> ObjectKind {
    switch kind {
    case .ref: kinds.cell
    case .loadable: kinds.loadable
    case .job: kinds.job
    case .view: kinds.view
    case .handle: kinds.handle
    }
  }

  /// Which of the kinds of Refs it is depends on the value behind it.
  private func methods(of kind: ObjectMeaning.Kind) -> [String] {
    guard case .ref = kind else { return methodNames[self.kind(of: kind)] ?? [] }
    var seen: Set<String> = []
    return [kinds.cell, kinds.derived, kinds.source, kinds.state].flatMap { methodNames[$0] ?? [] }
      .filter { seen.insert($0).inserted }
  }

  // MARK: The registry

  private func readingNames() -> ScriptReading.Names {
    var definitions: [String: [String: Definition]] = [:]
    for module in reference.modules {
      let word = module.prefix.split(separator: ".").last.map(String.init) ?? module.prefix
      for page in module.pages {
        definitions[word, default: [:]][page.name.split(separator: ".").last.map(String.init) ?? page.name] =
          page.definition
      }
    }
    return ScriptReading.Names(
      contains: { [functionNames] module, name in functionNames[module]?.contains(name) ?? true },
      isModule: { [functionNames] name in name != "bh" && functionNames[name] != nil },
      definition: { [definitions] module, name in definitions[module]?[name] },
      result: { [definitions] module, name, arguments in
        Self.result(of: definitions[module]?[name], module, name, arguments)
      })
  }

  private static func result(
    of definition: Definition?, _ module: String, _ name: String, _ arguments: [Meaning]
  ) -> Meaning {
    if module == "bh", ["model", "state", "open"].contains(name) {
      guard case .text(let model)? = arguments.first else { return .unknown }
      return .object(ObjectMeaning(kind: .ref, paths: .model(model, at: "")))
    }
    if module == "ui", let view = ViewKind.all.first(where: { $0.name == name }) {
      return .object(
        ObjectMeaning(
          kind: .view, paths: .names(view.properties.map(\.name), owner: "ui.\(name)", noun: "property")))
    }
    switch definition?.results.first {
    case "job"?:
      return .object(
        ObjectMeaning(
          kind: .job, paths: .names(Loadable.cellNames + Job.factNames, owner: "job", noun: "cell")))
    case "loadable|family"?:
      // With a key it is a family, which is called with keys.
      guard case .table(let options)? = arguments.last, !options.isOpen,
        !options.fields.contains(where: { $0.name == "key" })
      else { return .unknown }
      return .object(
        ObjectMeaning(kind: .loadable, paths: .names(Loadable.cellNames, owner: "loadable", noun: "cell")))
    case "Ref"?: return .object(ObjectMeaning(kind: .ref, paths: .unknown))
    case "handle"?: return .object(ObjectMeaning(kind: .handle, paths: .unknown))
    default: return .unknown
    }
  }
}
