import BindCore

enum InitVerb: ToolVerb {
  struct Options: Equatable {
    var template = ScriptTemplate.board
    /// A folder, or the name of the script.
    var place: String?
  }

  static let name = "init"
  static let usages = ["init [--template NAME] [DIR|NAME]"]
  static let summary = "Writes a first script and its test; nothing is overwritten."
  static let initial = Options()
  static let flags: [Flag<Options>] = [
    Flag(
      "--template", takes: .choice(ScriptTemplate.allCases.map(\.rawValue)),
      "a board (the default), a form, a shared state, a module"
    ) { options, name in
      if let template = ScriptTemplate(rawValue: name) { options.template = template }
    }
  ]

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) {
    guard options.place == nil else { throw Command.surplus(word, after: name) }
    options.place = word
  }

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      let (folder, name) = place(of: options)
      let stem = folder.isEmpty ? name : "\(folder)/\(name)"
      let files = [(stem + ".lua", options.template.script), (stem + "_test.lua", options.template.test)]
      // Both or none.
      for (path, _) in files where NewFile.exists(path) {
        throw Diagnostic(
          .fileFailed, "\(path) is there already, and nothing is overwritten",
          notes: ["give another name: bindhost init --template \(options.template.rawValue) NAME"])
      }
      if !folder.isEmpty { try NewFile.makeFolder(folder) }
      for (path, text) in files {
        try NewFile.write(text.description.replacing("NAME", with: name), to: path)
        program.output(path + "\n")
      }
      let test = "bindhost test \(files[1].0.shellWord)"
      // A module shows nothing by itself.
      let first = options.template == .lib ? "" : "bindhost run \(files[0].0.shellWord), and "
      program.errors("try: \(first)\(test)\n")
      return .ok
    }
  }

  /// `boards/`, or a folder that is there, takes a script named after its template; any other word names the script.
  private static func place(of options: Options) -> (folder: String, name: String) {
    guard var word = options.place, word != "." else { return ("", options.template.rawValue) }
    let isFolder = word.hasSuffix("/") || NewFile.isFolder(word)
    while word.hasSuffix("/"), word.count > 1 { word.removeLast() }
    if isFolder { return (word, options.template.rawValue) }
    if word.hasSuffix(".lua") { word.removeLast(4) }
    guard let slash = word.lastIndex(of: "/") else { return ("", word) }
    return (String(word[..<slash]), String(word[word.index(after: slash)...]))
  }
}
