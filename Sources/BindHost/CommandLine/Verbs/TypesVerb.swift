import BindCore
import BindLua

enum TypesVerb: ToolVerb {
  struct Options: Equatable { var folder: String? }

  static let name = "types"
  static let usages = ["types [DIR]"]
  static let summary = "Writes type definitions for editors (LuaLS) into a folder, or prints them."
  static let initial = Options()
  static let flags: [Flag<Options>] = []

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) {
    guard options.folder == nil else { throw Command.surplus(word, after: name) }
    options.folder = word
  }

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      let stubs = LuaStubs(reference: try Reference.ofThisProgram())
      guard var folder = options.folder else {
        program.output(stubs.main)
        return .ok
      }
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      try NewFile.makeFolder(folder)
      try NewFile.makeFolder(folder + "/bindhost")
      try NewFile.write(stubs.main, to: folder + "/bindhost.lua", replacing: true)
      for part in stubs.parts { try NewFile.write(part.text, to: "\(folder)/bindhost/\(part.name)", replacing: true) }
      program.output("\(folder)/bindhost.lua\n")
      return .ok
    }
  }
}
