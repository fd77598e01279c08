package import BindCore

/// What a check of a script's declarations knows and finds. A surface that has one is being checked: nothing that it
/// declares will ever run.
///
/// A mistake ends the run that made it. The check then runs the script anew and passes that mistake over: the call gets a
/// stand-in for what it would have returned, and the next mistake is found. What a script catches itself never ends a run,
/// so it is none.
package final class Examination {
  /// Mistakes of earlier runs.
  package var known: Set<Mistake> = []
  /// Found besides what ends a run: converters that do not agree.
  package internal(set) var findings: [Diagnostic] = []
  /// Computed cells in the order in which they were made.
  var derived: [LuaDerivedCell] = []

  /// In place of what comes from outside.
  var unknown: UnknownObject?
  /// Something has been waited for and has not happened: what goes wrong with values from now on may be our own fault.
  package internal(set) var isGuessing = false
  /// The failure that is being made has to do with it.
  var isAboutUnknown = false
  /// How often the script has waited at each place.
  private var waits: [SourcePosition: Int] = [:]
  /// What waits more often at one place is a loop without an end.
  private static let waitLimit = 20

  package init() {}

  func passes(_ place: SourcePosition?) -> Bool {
    guard let place else { return false }
    waits[place, default: 0] += 1
    return waits[place, default: 0] <= Self.waitLimit
  }

  /// Whether something may be no mistake of the script's: Lua's errors and those that the script raises itself follow from
  /// values, but a name that is not there is not there.
  package func isGuess(_ diagnostic: Diagnostic) -> Bool {
    guard isGuessing else { return false }
    switch diagnostic.id {
    case .scriptError, .bindTransformFailed:
      return !(diagnostic.message.hasPrefix("attempt to call a nil value (") && diagnostic.subject != nil)
    case .hostQuota: return true
    default: return false
    }
  }

  package struct Mistake: Hashable {
    private let id: DiagnosticID
    private let script: String
    private let line: Int
    private let message: String

    package init?(_ diagnostic: Diagnostic) {
      guard let position = diagnostic.position else { return nil }
      id = diagnostic.id
      script = position.script
      line = position.line
      message = diagnostic.message
    }
  }

  /// - Parameter place: where the script stands.
  func passesOver(_ diagnostic: Diagnostic, at place: SourcePosition?) -> Bool {
    guard !known.isEmpty, let mistake = Mistake(diagnostic.located(at: place)) else { return false }
    return known.contains(mistake)
  }
}

extension Examination {
  func examine(converters: (to: LuaReference?, from: LuaReference?), over source: Cell, _ call: Call) {
    let check = ConverterCheck(
      surface: call.surface, source: source, to: converters.to, from: converters.from, owner: call.name)
    if let finding = check.finding() { findings.append(finding) }
  }
}

extension Surface {
  /// Whether this mistake is known already and the script goes on as if it had not made it.
  func passesOver(_ failure: Failure) -> Bool {
    guard let examination, case .diagnostic(let diagnostic) = failure else { return false }
    if examination.isAboutUnknown {
      examination.isAboutUnknown = false
      return true
    }
    return examination.passesOver(diagnostic, at: lua.position)
  }

  /// Reads every computed cell that the script has made: what reads itself is found.
  package func findCycles() {
    guard let examination else { return }
    for cell in examination.derived {
      do { _ = try cell.peek() } catch {
        let found: Diagnostic? =
          switch error {
          case .diagnostic(let diagnostic), .stopped(let diagnostic): diagnostic
          case .raised(let raised): raised.diagnostic?.located(at: raised.position)
          }
        guard let found, found.id == .bindCycle else { continue }
        examination.findings.append(found)
      }
    }
    examination.derived = []
  }
}
