import BindCore
import BindLua
import BindViews
import Foundation
import TestSupport
import Testing

@testable import BindHost

@Suite("The reference") struct ReferenceTests {
  let reference: Reference

  init() throws { reference = try Reference.ofThisProgram() }

  @Test func everyFunctionAndMethodHasAPage() {
    #expect(reference.functions.count > 90)
    for page in reference.pages {
      let definition = page.definition
      #expect(definition.summary.hasSuffix(".") || definition.summary.hasSuffix(")"), "\(page.name)")
      #expect(definition.summary.count > 8, "\(page.name)")
      for option in definition.options {
        #expect(option.sentence.hasSuffix("."), "\(page.name): \(option.name)")
        #expect(!option.type.isEmpty, "\(page.name): \(option.name)")
      }
      #expect(Set(definition.options.map(\.name)).count == definition.options.count, "\(page.name)")
      #expect(
        definition.options.isEmpty || definition.parameters.contains { $0.type.contains("options") }, "\(page.name)")
    }
  }

  @Test func noNameIsTakenTwice() {
    let names = reference.pages.map(\.name) + reference.constants.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(reference.kinds.map(\.word)).count == reference.kinds.count)
  }

  @Test func typesNameOnlyWhatThereIs() {
    let plain = [
      "any", "string", "integer", "number", "boolean", "table", "list", "time", "nil", "options",
    ]
    let known = Set(plain + reference.kinds.map(\.word))
    func check(_ type: String, _ place: String) {
      for part in Self.alternatives(of: type) {
        let word = part.hasSuffix("?") ? String(part.dropLast()) : part
        guard !word.hasPrefix("fn("), !word.hasPrefix("\"") else { continue }
        #expect(known.contains(word), "\(place): \(type)")
      }
    }
    for page in reference.pages {
      for parameter in page.definition.parameters { check(parameter.type, "\(page.name): \(parameter.name)") }
      for option in page.definition.options { check(option.type, "\(page.name): \(option.name)") }
      for result in page.definition.results { check(result, page.name) }
    }
    for kind in reference.kinds { for cell in kind.cells { check(cell.type, "\(kind.word) \(cell.name)") } }
  }

  private static func alternatives(of type: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in type {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "|", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  /// Every function is called with an option that nobody has: what it then lists is what its page says.
  @Test func whatIsValidatedIsWhatIsDocumented() throws {
    let host = try VirtualHost()
    var checked = 0
    // Tests are no place to be in here.
    for page in reference.functions where !page.name.hasPrefix("test.") {
      let definition = page.definition
      guard let place = definition.parameters.firstIndex(where: { $0.type.contains("options") }),
        !definition.options.isEmpty, !definition.allowsOthers
      else { continue }
      var arguments = definition.parameters[..<place].map { Self.sample($0.type) }
      arguments.append("{ zzzzzz = 1 }")
      let name = page.name.hasPrefix("bh.") ? page.name : "bh." + page.name
      do {
        try host.run("\(name)(\(arguments.joined(separator: ", ")))")
        Issue.record("\(name) takes any option")
      } catch let found as Diagnostic {
        #expect(found.id.rawValue.hasSuffix(".unknown_option"), "\(page.name): \(found)")
        #expect(found.subject == "zzzzzz", "\(page.name): \(found)")
        let names = definition.options.map(\.name)
        let note = found.notes.first { $0.hasPrefix("options: ") }?.dropFirst(9).split(separator: " ").map(String.init)
        #expect(Set(note ?? []) == Set(names), "\(page.name): \(found.notes)")
      }
      checked += 1
    }
    #expect(checked > 50)
  }

  private static func sample(_ type: String) -> String {
    switch type {
    case "Ref", "Ref|list": "bh.bindable({})"
    case "string": "'0 * * * *'"
    case "time", "string|number": "'1h'"
    case "list": "{ 'true' }"
    case "any", "table", "fields": "{}"
    case "number": "0"
    case "view": "bh.ui.label 'x'"
    default: type.hasPrefix("fn(") ? "function() end" : "bh.bindable()"
    }
  }

  /// An option that is said to be there, and that nobody reads, would be a lie.
  @Test func everyDocumentedOptionIsRead() throws {
    let folder = ScriptFile.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/BindLua/Surface")
    var sources = ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      // Definitions say the name too.
      sources += text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("- ") }.joined(separator: "\n")
    }
    let faces = Set(Face.allCases.map(\.rawValue))
    for page in reference.functions + reference.kinds.flatMap(\.methods) where !page.name.hasPrefix("ui.") {
      for option in page.definition.options where !faces.contains(option.name) {
        #expect(sources.contains("\"\(option.name)\""), "\(page.name): \(option.name)")
      }
    }
  }

  @Test func everyKindOfViewHasItsPageWithItsOptions() throws {
    for kind in ViewKind.all {
      let page = try #require(reference.functions.first { $0.name == "ui.\(kind.name)" })
      let names = page.definition.options.map(\.name)
      #expect(Set(kind.optionNames).isSubset(of: names))
      #expect(page.definition.cells.map(\.name) == kind.properties.filter(\.isState).map(\.name))
    }
    #expect(reference.modules.first { $0.prefix == "ui" }?.pages.count == ViewKind.all.count)
  }

  @Test func cellsAreThoseThatObjectsHave() throws {
    func cells(_ word: String) throws -> [String] {
      try #require(reference.kinds.first { $0.word == word }).cells.map(\.name)
    }
    #expect(try cells("loadable") == Loadable.cellNames)
    #expect(try cells("job") == Loadable.cellNames + Job.factNames)
    #expect(try cells("handle") == Binding.statusCellNames)
    #expect(try cells("state") == StateMirror.statusCellNames)
    #expect(try cells("history") == ["can_undo", "can_redo"])
  }

  /// Kinds whose objects scripts see have a word and a sentence.
  @Test func everyKindOfObjectIsExplained() {
    for kind in reference.kinds {
      #expect(!kind.word.contains(" ") && kind.summary.hasSuffix("."), "\(kind.word): \(kind.summary)")
    }
  }

  @Test func whatScriptsFindIsInTheReference() throws {
    let host = try VirtualHost()
    try host.run(
      """
      for _, word in ipairs { "bh", "csv", "fs", "http", "job", "json", "log", "sql", "time", "ui" } do
        local module = word == "bh" and bh or bh[word]
        for name, value in pairs(module) do
          if type(value) == "function" then print((word == "bh" and "" or word .. ".") .. name) end
        end
      end
      """)
    // `bh.test` is there where tests run.
    let functions = reference.functions.filter { !$0.name.hasPrefix("test.") }
    let known = Set(functions.map { $0.name.hasPrefix("bh.") ? String($0.name.dropFirst(3)) : $0.name })
    #expect(Set(host.printed()) == known)
  }

  /// `doc test` shows what stands in it, `doc test.clock` and `doc clock` what the clock can do.
  @Test func anObjectThatHasANameIsFoundWithItsMethods() {
    #expect(reference.lookUp("test").constants.map(\.name) == ["test.clock", "test.http", "test.exec", "test.fs"])
    for name in ["test.clock", "clock"] {
      #expect(reference.lookUp(name).kinds.map(\.word) == ["testclock"], "\(name)")
    }
    #expect(reference.lookUp("http").constants.isEmpty)
  }

  @Test func aNameIsFoundInEverySpelling() {
    for name in ["job.every", "bh.job.every", "every"] {
      #expect(reference.lookUp(name).pages.map(\.name) == ["job.every"], "\(name)")
    }
    #expect(reference.lookUp("bind").pages.map(\.name) == ["bh.bind"])
    #expect(reference.lookUp("Ref:set").pages.map(\.name) == ["Ref:set"])
    #expect(reference.lookUp("Ref.set").pages.map(\.name) == ["Ref:set"])
    #expect(reference.lookUp("http").modules.map(\.prefix) == ["bh.http"])
    #expect(reference.lookUp("err").kinds.map(\.word) == ["err"])
    #expect(reference.lookUp("nothing at all").isEmpty)
  }
}
