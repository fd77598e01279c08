import BindCore
import BindLua

/// What the interpreter asks of the host: where `print` goes, where `require` looks, what a wait has given.
final class Modules: InterpreterHost {
  /// In bytes.
  private static let longestName = 1024

  /// Where names of modules and relative paths start.
  var folder: String
  private let gate: PermissionGate
  var print: ([UInt8]) -> Void = { _ in }
  weak var tasks: Tasks?
  weak var clock: (any WorldClock)?
  /// Hears of each module's text, so that errors can show its lines.
  var onLoad: (ScriptText) -> Void = { _ in }
  /// Hears of each module that begins to be loaded.
  var onModule: (ByteString) -> Void = { _ in }
  /// Hears of each module that begins to run; what it gives hears of its end.
  var whileModuleRuns: () -> () -> Void = { {} }
  private var moduleEnds: [ByteString: () -> Void] = [:]
  /// Of a test: where modules are looked for, and what gives their text; the argument is absolute.
  var testFolders: [String] = []
  var testText: (String) -> [UInt8]? = { _ in nil }

  init(folder: String, gate: PermissionGate) {
    self.folder = folder
    self.gate = gate
  }

  func print(_ bytes: UnsafeRawBufferPointer) { print(Array(bytes)) }

  var now: Double { clock?.date.seconds ?? 0 }

  func moduleRuns(_ name: ByteString, begins: Bool) {
    if begins { moduleEnds[name] = whileModuleRuns() } else { moduleEnds.removeValue(forKey: name)?() }
  }

  func resumed(_ wait: UInt64, _ call: inout HostCall) throws { try tasks?.resumed(wait, &call) }

  /// An absolute path as it is, any other one below the script folder.
  func path(of path: String) -> String { path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path }

  /// The modules of bindhost itself, for did-you-mean; those that there are have been found before this is asked.
  var ownModules: [String] = []

  private func noPart(_ name: String) -> Diagnostic {
    Diagnostic(
      .scriptRequire, "require: bindhost has no module '\(name)'", suggestions: nearestNames(to: name, in: ownModules),
      notes: ["modules: " + ownModules.joined(separator: " ")])
  }

  func module(named name: ByteString) throws -> (source: ByteString, chunkName: String) {
    let text = try text(of: name)
    onModule(name)
    return text
  }

  /// `require "lib.prefs"` is `lib/prefs.lua` below the script's folder.
  private func text(of name: ByteString) throws -> (source: ByteString, chunkName: String) {
    guard name.bytes.count <= Self.longestName else {
      throw Diagnostic(.scriptRequire, "require: a module's name has \(Self.longestName) bytes at most")
    }
    let parts = name.text.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.contains("\0") }) else {
      throw Diagnostic(
        .scriptRequire, "require: '\(name.text)' is no module name",
        notes: ["lib.prefs stands for lib/prefs.lua beside the script"])
    }
    let relative = parts.joined(separator: "/") + ".lua"
    if name.text == Surface.testModule { throw Diagnostic.testOutside("require \"\(name.text)\"") }
    if parts[0] == "bindhost" { throw noPart(name.text) }
    for folder in testFolders {
      guard let bytes = testText(folder + "/" + relative) else { continue }
      let script = ScriptText(name: relative, folder: folder, bytes: bytes)
      onLoad(script)
      return (ByteString(bytes: script.bytes), "@" + relative)
    }
    let absolute = path(of: relative)
    let admitted: AdmittedPath
    do { admitted = try gate.admit(.read, absolute) } catch {
      throw Diagnostic(.hostNotPermitted, error.message, kind: .notPermitted)
    }
    let script: ScriptText
    do { script = try ScriptText.load(module: admitted) } catch {
      throw Diagnostic(
        .scriptRequire, "require: there is no module '\(name.text)' (looked for \(relative) beside the script)",
        cause: error)
    }
    onLoad(ScriptText(name: relative, folder: script.folder, bytes: script.bytes))
    return (ByteString(bytes: script.bytes), "@" + relative)
  }
}
