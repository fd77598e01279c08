import BindCore
import BindLua

/// `bindhost check`: what is wrong with a script's declarations.
///
/// They run in a sealed World: files, programs, hosts and stores are those of a virtual one, time stands still, jobs are
/// declared and do not run, nothing is printed. What waits is answered at once, by something of which nothing is known.
/// Globals, and names of what bindhost gives, are read from the compiled chunk, so that functions that nobody has called are
/// looked at too.
struct Check {
  /// Runs of one script, each behind one more mistake.
  private static let runLimit = 50

  let script: ScriptText
  /// Absolute.
  let folder: String

  func findings() throws -> [Finding] {
    var mistakes: [Diagnostic] = []
    var known: Set<Examination.Mistake> = []
    while true {
      let run = try CheckRun(script, folder: folder, known: known)
      defer { run.close() }
      run.perform()
      if let failure = run.failure {
        mistakes.append(failure)
        if mistakes.count < Self.runLimit, run.isMistake, let mistake = Examination.Mistake(failure),
          known.insert(mistake).inserted
        {
          continue
        }
      }
      let globals = run.unknownGlobals()
      // A global that nobody has made is said once, and not again by Lua.
      mistakes.removeAll { mistake in
        globals.contains {
          $0.position == mistake.position && $0.subject == mistake.subject && mistake.id == .scriptError
        }
      }
      var all = mistakes + run.reports + run.examination.findings
      all += run.unknownNames(besides: &all) + globals
      all = Self.withoutConsequences(all)
      return Self.sorted(all.map { Finding($0, in: run.texts, script: script.name) })
    }
  }

  /// Of a misspelled option that is needed it is said once what is wrong with it.
  private static func withoutConsequences(_ found: [Diagnostic]) -> [Diagnostic] {
    let misspelled = found.filter { [.bindUnknownOption, .uiUnknownOption, .jobUnknownOption].contains($0.id) }
    return found.filter { diagnostic in
      guard diagnostic.id == .bindArgument, diagnostic.message.hasSuffix("is needed") else { return true }
      return !misspelled.contains { other in
        guard let place = other.position, place.script == diagnostic.position?.script,
          let line = diagnostic.position?.line, line...(line + 20) ~= place.line
        else { return false }
        return other.suggestions.contains { diagnostic.message.contains("'\($0)'") }
      }
    }
  }

  /// By place; what is found twice is said once.
  private static func sorted(_ findings: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    let once = findings.filter { seen.insert($0).inserted }
    return once.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      return (a.file, a.line ?? 0, a.column ?? 0, left.offset) < (b.file, b.line ?? 0, b.column ?? 0, right.offset)
    }.map(\.element)
  }
}
