import BindCore
import BindLua
import BindSources
import BindViews

/// One run of the declarations.
final class CheckRun {
  let examination = Examination()
  private(set) var failure: Diagnostic?
  /// What was reported and did not end the run.
  var reports: [Diagnostic] { collector.reports }
  /// The script's text and those of its modules, by name.
  private(set) var texts: [String: String]

  private let script: ScriptText
  private let host: Host
  private let collector = Collector()

  private final class Collector { var reports: [Diagnostic] = [] }

  init(_ script: ScriptText, folder: String, known: Set<Examination.Mistake>) throws {
    self.script = script
    texts = [script.name: String(decoding: script.bytes, as: UTF8.self)]
    var permissions = Permissions(scriptFolder: folder)
    _ = try permissions.apply(flag: "--allow-all", value: nil, relativeTo: folder)
    let options = HostOptions(permissions: permissions) { [collector, examination] in
      let diagnostic = Diagnostic($0)
      if !examination.isGuess(diagnostic) { collector.reports.append(diagnostic) }
    }
    host = try Host(options, virtual: VirtualWorld(permissions: permissions))
    examination.known = known
    try host.surface.begin(examination)
    host.surface.holdsJobs = true
    host.modules.onLoad = { [unowned self] module in
      texts[module.name] = String(decoding: module.bytes, as: UTF8.self)
    }
  }

  func close() { host.close() }

  /// What a test file finds: its groups are run, what is inside `it` is not.
  private static let testGlobals = """
    local function nothing() end
    local anything = setmetatable({}, { __index = function(t) return t end, __call = function(t) return t end })
    describe = function(_, fn) fn() end
    it, before_each, after_each, expect, test = nothing, nothing, nothing, anything, anything
    require("bindhost").test = test
    """

  func perform() {
    if script.name.hasSuffix("_test.lua"),
      let prelude = try? host.interpreter.load(ByteString(Self.testGlobals), name: "=test")
    {
      _ = try? host.interpreter.call(prelude)
    }
    host.start(script.bytes, name: script.name) { [unowned self] result in
      guard case .failure(let failure) = result else { return }
      let diagnostic = Diagnostic(Report(failure, during: "")).atItsParsersPlace
      // What the sealed World has not got says nothing about the script.
      if diagnostic.kind != .notPermitted, !examination.isGuess(diagnostic) { self.failure = hinted(diagnostic) }
    }
    host.surface.findCycles()
    _ = host.stage.takeChanges()
  }

  /// The declarations can go on behind it.
  var isMistake: Bool { failure.map { $0.id != .scriptError && $0.id != .scriptSyntax } ?? false }

  private func hinted(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let place = diagnostic.position, let text = texts[place.script] else { return diagnostic }
    return NameHints(modules: host.surface.functionNames).hinted(diagnostic, in: text)
  }

  // MARK: What is read and not run

  private lazy var chunks: [(name: String, chunk: CompiledChunk)] = texts.sorted { $0.key < $1.key }.compactMap {
    text in
    guard let chunk = try? host.interpreter.examine(ByteString(text.value), name: "@" + text.key) else { return nil }
    return (text.key, chunk)
  }

  /// Paths, options, methods and functions that are not there, in functions that nobody has called too.
  /// - Parameter found: what the run has found already. What it says of the line of a call, and reading of the line inside
  ///   that call, is taken out.
  func unknownNames(besides found: inout [Diagnostic]) -> [Diagnostic] {
    host.surface.unknownNames(in: chunks).filter { finding in
      let read = finding.diagnostic
      let same = found.firstIndex { other in
        other.position?.script == read.position?.script && other.id == read.id
          && (other.subject == read.subject || other.message == read.message)
          && [finding.callLine, read.position?.line].contains(other.position?.line)
      }
      guard let same else { return true }
      if found[same].position?.line == read.position?.line { return false }
      found.remove(at: same)
      return true
    }.map(\.diagnostic)
  }

  /// Globals that are read and that nobody has made, in the script and its modules.
  func unknownGlobals() -> [Diagnostic] {
    let chunks = chunks.map { (name: $0.name, accesses: $0.chunk.accesses) }
    var known = Set((try? host.interpreter.globalNames()) ?? [])
    let candidates = known.sorted()
    // Who asks whether something is there knows that it may not be.
    for chunk in chunks { known.formUnion(chunk.accesses.filter { $0.isWrite || $0.isQuestion }.map(\.name)) }
    var found: [Diagnostic] = []
    for chunk in chunks {
      for access in chunk.accesses where !known.contains(access.name) {
        var diagnostic = Diagnostic(
          .scriptUnknownGlobal, "nobody has made a global '\(access.name)'",
          at: SourcePosition(script: chunk.name, line: access.line),
          suggestions: nearestNames(to: access.name, in: candidates))
        diagnostic.subject = access.name
        if let instead = NameHints.instead(ofGlobal: access.name, in: chunk.name) {
          diagnostic.message += ": " + instead
          diagnostic.suggestions = []
        }
        found.append(diagnostic)
      }
    }
    return found
  }
}
