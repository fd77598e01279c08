/// What `bindhost completions` prints, made from the grammar.
enum ShellCompletions {
  private static var verbNames: [String] { Grammar.verbs.map { $0.name } }

  private static func flags(of verb: any Verb.Type) -> [FlagShape] {
    verb.flagShapes + [FlagShape(long: "--help", short: "-h", argument: .nothing, help: Grammar.helpFlag.help)]
  }

  /// As a word to begin: `--ui=` where a value follows.
  private static func words(_ flag: FlagShape) -> [String] {
    var words = flag.short.map { [$0] } ?? []
    switch flag.argument {
    case .choice(let names): words += names.map { "\(flag.long)=\($0)" }
    case .nothing, .required: words.append(flag.long)
    case .optionalList: words += [flag.long, flag.long + "="]
    }
    return words
  }

  static var bash: String {
    var lines = [
      "# bindhost: completion for bash. Put `source <(bindhost completions bash)` into ~/.bashrc.",
      "_bindhost() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" words",
      // Readline takes `=` for a word of its own.
      "  if [[ $word == = ]]; then word=\"${COMP_WORDS[COMP_CWORD-1]}=\"",
      "  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then word=\"${COMP_WORDS[COMP_CWORD-2]}=$word\"; fi",
      "  case \"${COMP_WORDS[1]}\" in",
    ]
    for verb in Grammar.verbs {
      lines.append("    \(verb.name)) words='\(flags(of: verb).flatMap(words).joined(separator: " "))' ;;")
    }
    let all = verbNames + ["--version", "--help"] + flags(of: RunVerb.self).flatMap(words)
    lines += [
      "    *) words='' ;;", "  esac",
      "  if (( COMP_CWORD == 1 )); then words='\(all.joined(separator: " "))'; fi",
      "  if [[ $word == -* || $COMP_CWORD -eq 1 ]]; then COMPREPLY=( $(compgen -W \"$words\" -- \"$word\") ); fi",
      "  if [[ $word == *=* ]]; then COMPREPLY=( \"${COMPREPLY[@]#*=}\" ); fi",
      "  if [[ $word != -* ]]; then COMPREPLY+=( $(compgen -f -- \"$word\") ); fi",
      "}",
      "complete -o filenames -o nospace -F _bindhost bindhost",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  static var zsh: String {
    var lines = [
      "#compdef bindhost", "# bindhost: completion for zsh. Put it as _bindhost into a folder of $fpath.",
      "_bindhost() {", "  local -a verbs", "  verbs=(",
    ]
    lines += Grammar.verbs.map { "    '\($0.name):\(quoted($0.summary).replacing(":", with: "\\:"))'" }
    lines += [
      "  )", "  if (( CURRENT == 2 )); then", "    _describe 'verb' verbs", "    _files", "    return", "  fi",
      "  case $words[2] in",
    ]
    for verb in Grammar.verbs {
      lines.append("    \(verb.name)) _arguments \\")
      lines += flags(of: verb).flatMap(zshSpecs).map { "      \($0) \\" }
      lines.append("      '*:file:_files' ;;")
    }
    lines += ["    *) _files ;;", "  esac", "}", "_bindhost \"$@\""]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func zshSpecs(_ flag: FlagShape) -> [String] {
    let help = quoted(flag.help).replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
    var specs: [String] = []
    switch flag.argument {
    case .nothing: specs.append("'\(flag.long)[\(help)]'")
    case .required(let word): specs.append("'\(flag.long)=[\(help)]:\(word):_files'")
    case .optionalList(let word): specs.append("'\(flag.long)=-[\(help)]::\(word):_files'")
    case .choice(let names): specs.append("'\(flag.long)=[\(help)]:value:(\(names.joined(separator: " ")))'")
    }
    if let short = flag.short { specs.append("'\(short)[\(help)]'") }
    return specs
  }

  static var fish: String {
    var lines = ["# bindhost: completion for fish. Put it as bindhost.fish into ~/.config/fish/completions."]
    for verb in Grammar.verbs {
      lines.append("complete -c bindhost -n __fish_use_subcommand -a \(verb.name) -d '\(quoted(verb.summary))'")
      for flag in flags(of: verb) {
        var line = "complete -c bindhost -n '__fish_seen_subcommand_from \(verb.name)'"
        line += flag.long.hasPrefix("--") ? " -l \(flag.long.dropFirst(2))" : " -s \(flag.long.dropFirst(1))"
        if let short = flag.short { line += " -s \(short.dropFirst(1))" }
        switch flag.argument {
        case .nothing, .optionalList: break
        case .required: line += " -r"
        case .choice(let names): line += " -x -a '\(names.joined(separator: " "))'"
        }
        lines.append(line + " -d '\(quoted(flag.help))'")
      }
    }
    lines.append("complete -c bindhost -l version -d '\(Grammar.versionFlag.help)'")
    return lines.map { $0 + "\n" }.joined()
  }

  /// Inside single quotes of a shell.
  private static func quoted(_ text: String) -> String { text.replacing("'", with: "’") }
}
