import BindCore

/// What a person allows a script beyond its flags: asked on the terminal, and remembered for the very texts that run.
///
/// What was allowed for good holds as long as the script and each module that it loads are what they were then; the first
/// module that is not takes it all back, before a line of it runs.
final class Consent {
  private let gate: PermissionGate
  private let script: ScriptText
  /// Canonical; nil for a script that is no file, which is allowed nothing for good.
  private let path: String?
  private let records: ConsentRecords?
  private let prompt: PermissionPrompt?
  private let report: (Diagnostic) -> Void
  /// Of the script, once it is needed.
  private lazy var digest = ContentDigest.text(of: script.bytes)
  /// What holds from an earlier run.
  private var remembered: ConsentRecord?
  /// What is allowed for good in this run.
  private var given: [String] = []
  private var loaded: [(name: String, bytes: [UInt8])] = []

  /// - Parameters:
  ///   - path: of the script's file, canonical.
  ///   - folder: of the user's configuration of bindhost; nil without a home.
  init(
    _ gate: PermissionGate, script: ScriptText, path: String?, folder: String?, prompt: PermissionPrompt?,
    report: @escaping (Diagnostic) -> Void
  ) {
    self.gate = gate
    self.script = script
    self.path = path
    self.prompt = prompt
    self.report = report
    records = folder.map { ConsentRecords(folder: $0) }
  }

  /// Before the script runs: what it was allowed before holds again.
  func recall() {
    guard let path, let records else { return }
    do throws(StoreError) {
      guard let record = try records.record(of: path), record.digest == digest else { return }
      remembered = record
      gate.grants = record.flags
    } catch {
      // Without a folder nothing has ever been allowed.
      guard error.kind != .missing else { return }
      report(Diagnostic(.storeLoadFailed, "what was allowed before is not known: \(error.message)", severity: .warning))
    }
  }

  /// A module's text is about to run.
  func loaded(_ module: ScriptText) {
    loaded.append((module.name, module.bytes))
    if let known = remembered, known.modules[module.name] != ContentDigest.text(of: module.bytes) {
      remembered = nil
      gate.grants.removeAll { known.flags.contains($0) }
    }
    if !given.isEmpty { keep() }
  }

  /// - Parameters:
  ///   - place: the line that wants it.
  ///   - flag: what would allow it.
  /// - Returns: whether it is allowed.
  func ask(_ refusal: Refusal, flag: String, at place: String?) -> Bool {
    guard let prompt else { return false }
    let canRemember = path != nil && records != nil && digest != nil
    switch prompt.ask(refusal, at: place, script: canRemember ? script.name : nil) {
    case .no: return false
    case .yes: return true
    case .always:
      given.append(flag)
      keep()
      return true
    }
  }

  private func keep() {
    guard let path, let records, let digest else { return }
    var record = ConsentRecord(digest: digest, flags: (remembered?.flags ?? []) + given)
    record.modules = remembered?.modules ?? [:]
    for (name, bytes) in loaded { record.modules[name] = ContentDigest.text(of: bytes) }
    do throws(StoreError) { try records.keep(record, of: path) } catch {
      report(Diagnostic(.storeSaveFailed, "it is allowed for this run only: \(error.message)", severity: .warning))
    }
  }
}
