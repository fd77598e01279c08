/// What the gate has to ask the disk. Implemented where I/O lives, real or virtual.
package protocol PathResolver: AnyObject {
  /// The path that is really meant: every link and `..` of the longest existing part followed, the rest appended.
  /// - Parameter path: absolute.
  func canonical(_ path: String) -> String

  /// Where a program is, absolute: found on the host's own `PATH`, or as the path it is.
  /// - Parameter program: a bare name or an absolute path.
  func locate(_ program: String) -> String?
}

/// A path that passed the gate. Only the gate makes one.
package struct AdmittedPath: Sendable {
  /// As the caller wrote it; what events and messages call it.
  package let name: String
  /// Absolute, links not followed.
  package let asked: String
  /// Absolute and canonical at the time of the check: the path to open.
  package let path: String

  fileprivate init(name: String, asked: String, path: String) {
    self.name = name
    self.asked = asked
    self.path = path
  }
}

/// A database that passed the gate. Only the gate makes one.
package struct AdmittedDatabase: Sendable {
  /// The file; nil for one in memory only.
  package let file: AdmittedPath?
  /// Where SQLite keeps what was committed and is not in the file yet: it changes with the database.
  package let log: AdmittedPath?
  /// nil if it may be written to.
  package let writeRefusal: Refusal?

  fileprivate init(file: AdmittedPath?, log: AdmittedPath?, writeRefusal: Refusal?) {
    self.file = file
    self.log = log
    self.writeRefusal = writeRefusal
  }
}

/// A program run that passed the gate. Only the gate makes one.
package struct AdmittedProcess: Sendable {
  package let request: ProcessRequest
  /// `argv[0]` as text.
  package let program: String
  /// The file to execute, absolute; nil if there is none.
  package let executable: String?
  /// The folder to run in, absolute.
  package let cwd: String?

  fileprivate init(request: ProcessRequest, program: String, executable: String?, cwd: String?) {
    self.request = request
    self.program = program
    self.executable = executable
    self.cwd = cwd
  }
}

/// The one gate: every access of a script to processes, files, network and environment is checked here.
package final class PermissionGate {
  package private(set) var permissions: Permissions
  private let resolver: any PathResolver
  /// What the flags have said.
  private let given: Permissions
  /// Flags that somebody has given since, `--allow-net=example.org`.
  package var grants: [String] = [] { didSet { if grants != oldValue { permissions = given.allowing(grants) } } }
  /// Asks a person, who decides at once: whether this is allowed, and everything else that the flag allows.
  package var asks: (_ refusal: Refusal, _ flag: String) -> Bool = { _, _ in false }
  /// Nobody is asked twice.
  private var declined: Set<String> = []

  package init(_ permissions: Permissions, resolver: any PathResolver) {
    self.permissions = permissions
    self.resolver = resolver
    given = permissions
  }

  /// What no flag allows, somebody may.
  func ask(_ refusal: Refusal) throws(Refusal) {
    // A flag without a list would allow everything: that is not asked for by the way.
    guard let flag = refusal.flag, flag.utf8.contains(UInt8(ascii: "=")), !declined.contains(flag) else {
      throw refusal
    }
    guard asks(refusal, flag) else {
      declined.insert(flag)
      throw refusal
    }
    grants.append(flag)
  }

  /// Another script's rules from now on: a test learns late which one it runs.
  package func adopt(_ permissions: Permissions) { self.permissions = permissions }

  /// What the kernel takes (PATH_MAX); following a longer one name by name would cost the square of its length.
  private static let pathLimitBytes = 4096

  /// Which of the two things one does with a path.
  package enum PathUse: Sendable { case read, write }

  /// Checks a path where it really leads. A relative one starts at the script's folder.
  package func admit(_ use: PathUse, _ path: String) throws(Refusal) -> AdmittedPath {
    try admit(use, path, asks: true)
  }

  private func admit(_ use: PathUse, _ path: String, asks: Bool) throws(Refusal) -> AdmittedPath {
    let asked = LexicalPath.joined(path, in: permissions.scriptFolder)
    guard asked.utf8.count < Self.pathLimitBytes else {
      let start = String(asked.prefix(40)) + "…"
      throw Refusal(
        use == .read ? .read(path: start) : .write(path: start), flag: nil,
        reason: "the path is longer than \(Self.pathLimitBytes) bytes")
    }
    let canonical = resolver.canonical(asked)
    let rules = permissions[use == .read ? .read : .write]
    // A link says nothing about where it leads, so the flag names the end of it; /proc/self is another end each time.
    let shown = LexicalPath.contains("/proc", asked) ? LexicalPath.absolute(asked, in: "/") : canonical
    let access: Access = use == .read ? .read(path: shown) : .write(path: shown)
    guard !asked.utf8.contains(0) else {
      throw Refusal(access, flag: nil, reason: "the path contains a zero byte")
    }
    if rules.deny.isEverything || rules.deny.names.contains(where: { covers($0, asked, canonical) }) {
      throw Refusal(access, flag: nil)
    }
    let allowed =
      rules.allow.isEverything || belongsToScript(canonical, use)
      || rules.allow.names.contains { LexicalPath.contains(resolver.canonical($0), canonical) }
    if !allowed {
      let refusal = Refusal(access, flag: flag(access.kind, shown))
      guard asks else { throw refusal }
      try ask(refusal)
    }
    return AdmittedPath(name: path, asked: asked, path: canonical)
  }

  /// Checks a database file, which SQLite opens with what it keeps beside it.
  package func admit(database path: String) throws(Refusal) -> AdmittedDatabase {
    if path == Databases.memoryName { return AdmittedDatabase(file: nil, log: nil, writeRefusal: nil) }
    let file = try admit(.read, path)
    let log = AdmittedPath(name: file.name, asked: file.path + "-wal", path: file.path + "-wal")
    do throws(Refusal) {
      // Most are only read: who writes without the permission hears of it then.
      _ = try admit(.write, path, asks: false)
      return AdmittedDatabase(file: file, log: log, writeRefusal: nil)
    } catch {
      return AdmittedDatabase(file: file, log: log, writeRefusal: error)
    }
  }

  /// Checks a program: by the bare name it is called by, or by its path.
  package func admit(_ request: ProcessRequest) throws(Refusal) -> AdmittedProcess {
    let program = request.argv.first?.text ?? ""
    let access = Access.run(program: program)
    let rules = permissions[.run]
    let called =
      program.utf8.contains(UInt8(ascii: "/")) ? LexicalPath.joined(program, in: permissions.scriptFolder) : program
    let executable = program.isEmpty ? nil : resolver.locate(called)
    guard !rules.deny.isEverything, !rules.deny.names.contains(where: { denies($0, called, executable) }) else {
      throw Refusal(access, flag: nil)
    }
    if !rules.allow.isEverything, !rules.allow.names.contains(where: { allows($0, called, executable) }) {
      try ask(Refusal(access, flag: flag(.run, called)))
    }
    // With it, an allowed program runs any code at all.
    if let name = request.environment.keys.sorted().first(where: { $0.hasPrefix("LD_") }), !rules.allow.isEverything {
      throw Refusal(access, flag: "--allow-run", reason: "with \(name) set it can run anything: add --allow-run")
    }
    let cwd = request.cwd.map { LexicalPath.joined($0, in: permissions.scriptFolder) }
    return AdmittedProcess(request: request, program: program, executable: executable, cwd: cwd)
  }

  package func check(environment name: String) throws(Refusal) {
    guard let refusal = refusal(environment: name) else { return }
    try ask(refusal)
  }

  /// Without asking anybody.
  func refusal(environment name: String) -> Refusal? {
    let access = Access.env(name: name)
    let rules = permissions[.env]
    if rules.deny.isEverything || rules.deny.names.contains(name) { return Refusal(access, flag: nil) }
    return rules.allow.isEverything || rules.allow.names.contains(name) ? nil : Refusal(access, flag: flag(.env, name))
  }

  func flag(_ kind: Permissions.Kind, _ name: String) -> String {
    "--allow-\(kind.rawValue)=" + name.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
  }

  /// A deny rule holds for the path as it is written and for the one that it leads to.
  private func covers(_ rule: String, _ asked: String, _ canonical: String) -> Bool {
    LexicalPath.contains(rule, LexicalPath.absolute(asked, in: "/")) || LexicalPath.contains(rule, canonical)
      || LexicalPath.contains(resolver.canonical(rule), canonical)
  }

  /// What needs no flag: the script's modules, and what it keeps.
  private func belongsToScript(_ canonical: String, _ use: PathUse) -> Bool {
    if let state = permissions.stateFolder, LexicalPath.contains(resolver.canonical(state), canonical) { return true }
    return use == .read && canonical.utf8.suffix(4).elementsEqual(".lua".utf8)
      && LexicalPath.contains(resolver.canonical(permissions.scriptFolder), canonical)
  }

  /// A rule with a slash names a file, another one the bare name that a script calls a program by.
  private func allows(_ rule: String, _ called: String, _ executable: String?) -> Bool {
    guard rule.utf8.contains(UInt8(ascii: "/")) else { return rule == called }
    guard let executable else { return rule == called }
    return place(rule) == place(executable)
  }

  /// A deny reaches further than an allow: every name and link that leads to the same file.
  private func denies(_ rule: String, _ called: String, _ executable: String?) -> Bool {
    if rule == called || rule == LexicalPath.split(called).name || allows(rule, called, executable) { return true }
    guard let executable, let denied = resolver.locate(rule) else { return false }
    return resolver.canonical(denied) == resolver.canonical(executable)
  }

  /// The canonical folder and the file's own name: `/bin/df` and `/usr/bin/df` are one place, the links of a
  /// program that acts by its name are not.
  private func place(_ path: String) -> String {
    let (folder, name) = LexicalPath.split(path)
    return LexicalPath.joined(name, in: resolver.canonical(folder))
  }
}
