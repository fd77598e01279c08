import BindCore
import BindSources
import Glibc

/// The examination of `bindhost doctor`. It looks, and changes nothing.
struct Doctor {
  struct Finding: Equatable {
    enum Level: String {
      case fine
      /// It works, with less.
      case poor
      case broken
    }

    let subject: String
    let level: Level
    let text: String
    /// What mends it; nil where all is well.
    var mend: String?

    static func fine(_ subject: String, _ text: String) -> Finding {
      Finding(subject: subject, level: .fine, text: text)
    }
    static func poor(_ subject: String, _ text: String, mend: String) -> Finding {
      Finding(subject: subject, level: .poor, text: text, mend: mend)
    }
    static func broken(_ subject: String, _ text: String, mend: String) -> Finding {
      Finding(subject: subject, level: .broken, text: text, mend: mend)
    }
  }

  let environment: (String) -> String?
  var libraries: [Library] = Library.all

  func examine() -> [Finding] {
    libraries.map(library) + folders + [locale, terminal, zone] + limits
  }

  private func library(_ library: Library) -> Finding {
    if let version = library.version { return .fine(library.name, version) }
    return .broken(
      library.name, library.problem ?? "it cannot be used", mend: "apt-get install \(library.package)")
  }

  // MARK: Folders

  private var folders: [Finding] {
    let folders = Folders(environment: environment)
    var findings = folders.all.filter { $0.name == "state" || $0.name == "scripts" }.map(keeping)
    let temporary = environment("TMPDIR") ?? "/tmp"
    findings.append(
      access(temporary, W_OK | X_OK) == 0
        ? .fine("temporary", temporary)
        : .broken("temporary", "\(temporary) cannot be written", mend: "set TMPDIR to a folder that you can write"))
    if let runtime = folders.absolute("XDG_RUNTIME_DIR") {
      findings.append(
        access(runtime, W_OK | X_OK) == 0
          ? .fine("runtime", runtime)
          : .poor("runtime", "\(runtime) cannot be written", mend: "log in anew, or unset XDG_RUNTIME_DIR"))
    }
    return findings
  }

  /// What is kept there is nobody else's business.
  private func keeping(_ folder: Folders.Folder) -> Finding {
    guard let path = folder.path else {
      return .broken(folder.name, "no folder for what scripts keep: HOME is not set", mend: "export HOME=/your/home")
    }
    var about = stat()
    guard stat(path, &about) == 0 else {
      guard let parent = existingParent(of: path) else {
        return .broken(folder.name, "\(path) cannot be made", mend: "set XDG_STATE_HOME to a folder of yours")
      }
      guard stat(parent, &about) == 0, about.st_mode & S_IFMT == S_IFDIR else {
        return .broken(
          folder.name, "\(path) cannot be made: \(parent) is no folder",
          mend: "set XDG_STATE_HOME to a folder of yours")
      }
      return access(parent, W_OK | X_OK) == 0
        ? .fine(folder.name, "\(path) (made when something is kept)")
        : .broken(
          folder.name, "\(path) cannot be made: \(parent) cannot be written",
          mend: "sudo chown $USER \(parent), or set XDG_STATE_HOME to a folder of yours")
    }
    guard about.st_mode & S_IFMT == S_IFDIR else {
      return .broken(folder.name, "\(path) is no folder", mend: "mv \(path) \(path).old")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      return .broken(folder.name, "\(path) cannot be written", mend: "sudo chown -R $USER \(path)")
    }
    if about.st_mode & 0o022 != 0 {
      return .poor(folder.name, "\(path) can be written by others", mend: "chmod go-w \(path)")
    }
    return .fine(folder.name, path)
  }

  private func existingParent(of path: String) -> String? {
    var path = path
    while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      path = String(path[..<slash])
      if access(path, F_OK) == 0 { return path }
    }
    return access("/", F_OK) == 0 ? "/" : nil
  }

  // MARK: Words and time

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment).first { !$0.isEmpty }
    guard let name else {
      return .poor("locale", "none is set; UTF-8 is taken for granted", mend: "export LANG=C.UTF-8")
    }
    return prefersASCII(environment: environment)
      ? .poor("locale", "\(name) is not UTF-8: drawings are plain ASCII", mend: "export LANG=C.UTF-8")
      : .fine("locale", name)
  }

  private var terminal: Finding {
    let term = environment("TERM") ?? ""
    guard isatty(STDOUT_FILENO) == 1 else { return .fine("terminal", "standard output is none") }
    if term.isEmpty || term == "dumb" {
      return .poor("terminal", "TERM is \(term.isEmpty ? "not set" : term)", mend: "export TERM=xterm-256color")
    }
    return .fine("terminal", term)
  }

  private var zone: Finding {
    do {
      let zones = MachineZones()
      let local = try zones.local()
      if let name = environment("TZ"), !name.isEmpty, !name.hasPrefix(":"), !name.contains(where: \.isNumber) {
        _ = try zones.zone(named: name)
      }
      return .fine("time zone", local.name)
    } catch {
      return .broken(
        "time zone", error.sentence,
        mend: environment("TZ") == nil ? "apt-get install tzdata libicu72" : "export TZ=Europe/Berlin, or unset TZ")
    }
  }

  // MARK: Limits

  private var limits: [Finding] {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let files = limit.rlim_cur
    var findings: [Finding] = [
      files >= 256
        ? .fine("open files", "\(files == rlim_t.max ? "no limit" : "\(files)")")
        : .poor("open files", "at most \(files)", mend: "ulimit -n 1024")
    ]
    if let text = try? ScriptText.load(.file("/proc/sys/fs/inotify/max_user_watches")),
      let watches = Int(String(decoding: text.bytes, as: UTF8.self).prefix { $0.isNumber })
    {
      findings.append(
        watches >= 1024
          ? .fine("watched files", "\(watches)")
          : .poor("watched files", "at most \(watches)", mend: "sudo sysctl fs.inotify.max_user_watches=65536"))
    }
    return findings
  }
}

extension Doctor.Finding {
  /// A line, and one more for the mend.
  var report: String {
    let sign = level == .fine ? "ok    " : level == .poor ? "poor  " : "broken"
    let padding = String(repeating: " ", count: max(1, 15 - subject.count))
    return "\(sign)  \(subject)\(padding)\(text)\n" + (mend.map { "        mend: \($0)\n" } ?? "")
  }

  var value: Value {
    .record(
      Record([
        ("subject", .string(ByteString(subject))), ("level", .string(ByteString(level.rawValue))),
        ("text", .string(ByteString(text))), ("mend", mend.map { .string(ByteString($0)) } ?? .null),
      ]))
  }
}
