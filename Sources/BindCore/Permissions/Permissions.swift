/// What a script may reach, as flags say it. Denied unless allowed; a deny wins over every allow.
package struct Permissions: Hashable, Sendable {
  /// The five things that need a permission, by the word in their flags.
  package enum Kind: String, CaseIterable, Sendable { case run, read, write, net, env }

  /// A set of names, or everything.
  package struct Scope: Hashable, Sendable {
    package var isEverything: Bool
    package var names: [String]

    package static let nothing = Scope(isEverything: false, names: [])
    package static let everything = Scope(isEverything: true, names: [])

    package static func only(_ names: [String]) -> Scope { Scope(isEverything: false, names: names) }

    mutating func add(_ names: [String]) {
      if names.isEmpty { isEverything = true } else { self.names += names }
    }
  }

  package struct Rules: Hashable, Sendable {
    package var allow: Scope
    package var deny: Scope

    package init(allow: Scope = .nothing, deny: Scope = .nothing) {
      self.allow = allow
      self.deny = deny
    }
  }

  private var rules: [Kind: Rules]
  /// The folder of the script, absolute: relative paths start here, and the `.lua` files below it may be read.
  package var scriptFolder: String
  /// The script's own folder for what it keeps, absolute: it may read and write there.
  package var stateFolder: String?

  /// Nothing but the `.lua` files below the script's folder, and the state folder.
  package init(scriptFolder: String, stateFolder: String? = nil) {
    rules = [:]
    self.scriptFolder = scriptFolder
    self.stateFolder = stateFolder
  }

  package subscript(kind: Kind) -> Rules {
    get { rules[kind] ?? Rules() }
    set { rules[kind] = newValue }
  }

  /// `-A`: allows everything that is not denied.
  package mutating func allowEverything() {
    for kind in Kind.allCases { self[kind].allow.isEverything = true }
  }
}

/// A flag that does not say what it should.
package struct PermissionFlagError: Error, Hashable, Sendable {
  package let message: String
}

extension Permissions {
  /// One permission flag of the command line. Kept here, so that parser, help and refusals have one list.
  package struct Flag: Hashable, Sendable {
    package let kind: Kind
    package let allows: Bool

    package init(kind: Kind, allows: Bool) {
      self.kind = kind
      self.allows = allows
    }

    /// `--allow-run`, `--deny-net`, …
    package var name: String { (allows ? "--allow-" : "--deny-") + kind.rawValue }

    /// What its value lists, for the help.
    package var valueName: String {
      switch kind {
      case .run: "names"
      case .read, .write: "paths"
      case .net: "host[:port]"
      case .env: "NAMES"
      }
    }

    package static let all: [Flag] = [true, false].flatMap { allows in
      Kind.allCases.map { Flag(kind: $0, allows: allows) }
    }
  }

  /// Applies `--allow-run`, `--allow-run=df,ls` and so on; without a value it means everything.
  /// A comma inside a name is written `\,`. Relative paths are relative to `folder`.
  /// - Returns: false if this is no permission flag.
  package mutating func apply(flag name: String, value: String?, relativeTo folder: String) throws(PermissionFlagError)
    -> Bool
  {
    if name == "-A" || name == "--allow-all" {
      guard value == nil else { throw PermissionFlagError(message: "\(name) takes no value") }
      allowEverything()
      return true
    }
    guard let flag = Flag.all.first(where: { $0.name == name }) else { return false }
    guard let value else {
      addEverything(flag)
      return true
    }
    let names = Self.split(value)
    guard !names.contains("") else {
      throw PermissionFlagError(message: "\(name) has an empty name in its list (leave '=' out to mean everything)")
    }
    try add(names, flag, as: name, relativeTo: folder)
    return true
  }

  /// What the flag means without a value.
  package mutating func addEverything(_ flag: Flag) {
    if flag.allows { self[flag.kind].allow.add([]) } else { self[flag.kind].deny.add([]) }
  }

  /// What the flag means with these names; without any it means nothing.
  /// - Parameter word: what a message calls it.
  package mutating func add(
    _ names: [String], _ flag: Flag, as word: String, relativeTo folder: String
  ) throws(PermissionFlagError) {
    guard !names.contains("") else { throw PermissionFlagError(message: "\(word) has an empty name in its list") }
    var names = names
    if flag.kind == .net {
      names = try names.map { item throws(PermissionFlagError) in try NetRule(item, of: word).text }
    }
    names = names.map { item in
      switch flag.kind {
      case .read, .write: LexicalPath.absolute(item, in: folder)
      case .run where item.utf8.contains(UInt8(ascii: "/")): LexicalPath.absolute(item, in: folder)
      default: item
      }
    }
    if names.isEmpty { return }
    if flag.allows { self[flag.kind].allow.add(names) } else { self[flag.kind].deny.add(names) }
  }

  /// The same, and what these flags allow, with absolute paths: `--allow-read=/etc/motd`.
  func allowing(_ flags: [String]) -> Permissions {
    var wider = self
    for flag in flags {
      let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // What is no flag allows nothing.
      do throws(PermissionFlagError) {
        _ = try wider.apply(
          flag: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil, relativeTo: "/")
      } catch {}
    }
    return wider
  }

  /// Splits at commas; `\,` is a comma inside a name.
  private static func split(_ list: String) -> [String] {
    var names = [""]
    var escaped = false
    for character in list {
      if escaped {
        names[names.count - 1] += character == "," ? "," : "\\\(character)"
        escaped = false
      } else if character == "\\" {
        escaped = true
      } else if character == "," {
        names.append("")
      } else {
        names[names.count - 1].append(character)
      }
    }
    if escaped { names[names.count - 1] += "\\" }
    return names
  }
}
