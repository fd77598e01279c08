import Foundation
import Testing

@Suite("The floor plan") struct ArchitectureTests {
  @Test func noArrowRunsUpAndNobodySpeaksOutOfTurn() throws {
    let files = try Project.sourceFiles()
    #expect(files.count > 10, "the guards must have something to read")
    let violations = files.flatMap(Guards.violations)
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test func libraryTargetsDoNotLinkLuaAndTheManifestHasNoUnsafeFlags() throws {
    let manifest = try Project.text(of: "Package.swift")
    #expect(manifest.contains("linkedLibrary(\"lua5.4\")"))
    #expect(Guards.manifest(manifest).isEmpty)
  }

  @Test func everyTargetInSourcesHasItsPlaceInThePlan() throws {
    let known = Set(FloorPlan.floors.keys).union(FloorPlan.cTargets.keys)
    #expect(try Set(Project.targets()) == known.subtracting(FloorPlan.outsideSources))
  }

  @Test func everyExceptionIsStillNeededAndHasAReason() throws {
    let files = try Project.sourceFiles()
    for exception in FloorPlan.exceptions {
      let file = try #require(files.first { $0.path == exception.path }, "\(exception.path) is gone")
      #expect(SwiftSource(file.text).imports.contains { $0.module == exception.module }, "\(exception.path)")
      #expect(!exception.reason.isEmpty)
    }
  }
}

@Suite("The guards of the floor plan") struct GuardsTests {
  func violations(_ target: String, _ text: String, file: String = "File.swift") -> [String] {
    Guards.violations(in: SourceFile(target: target, path: "Sources/\(target)/\(file)", text: text)).map(\.rule)
  }

  @Test(arguments: [
    "import BindHost", "public import BindHost", "package import BindHost", "@testable import BindHost",
    "@preconcurrency import BindHost", "@_spi(Inside) public import BindHost", "import struct BindHost.Host",
    "  import BindHost // why", "import Observation; import BindHost", "#if DEBUG\nimport BindHost\n#endif",
    "\timport\tBindHost", "@_exported import BindHost.Parts",
  ])
  func anArrowThatRunsUpIsFoundInEverySpelling(_ text: String) {
    #expect(violations("BindCore", text) == ["the arrow runs up: BindCore (1) → BindHost (5)"])
  }

  @Test func theLineOfAViolationIsNamed() {
    let file = SourceFile(
      target: "BindViews", path: "Sources/BindViews/A.swift", text: "/* one\n two */\nimport BindCore\nimport BindLua\n"
    )
    #expect(
      Guards.violations(in: file).map(\.description)
        == ["Sources/BindViews/A.swift:4: the arrow runs up: BindViews (2) → BindLua (4)"])
  }

  @Test func sidewaysIsNotDown() {
    #expect(violations("BindBench", "import bindhost") == ["the arrow runs sideways: BindBench (6) → bindhost (6)"])
  }

  @Test func whatOnlyLooksLikeAnImportIsNone() {
    let text = #"""
      // import BindHost
      /* import BindHost /* nested */
      import BindHost */
      let a = "import BindHost \" import BindHost"
      let b = """
        import BindHost
        """
      let important = 1, reimport = 2
      func `import`() {}
      """#
    #expect(violations("BindCore", text).isEmpty)
  }

  @Test func arrowsThatRunDownAreFine() {
    #expect(violations("BindHost", "public import BindCore\nimport BindLua\nimport CBindValue\nimport Glibc").isEmpty)
    #expect(violations("BindSources", "import CUV").isEmpty)
  }

  @Test(arguments: ["Foundation", "Dispatch", "Glibc", "FoundationEssentials"])
  func theSystemStaysOutOfTheLowerFloors(_ module: String) {
    for target in ["BindGraph", "BindCore", "BindViews"] {
      #expect(violations(target, "import \(module)") == ["no \(module) below floor 3"])
    }
  }

  @Test func anExceptionIsForOneModuleInOneFileAndNeverForFoundationBelow() throws {
    let exception = try #require(FloorPlan.exceptions.first { $0.module == "Glibc" })
    let target = try #require(exception.path.split(separator: "/").dropFirst().first.map(String.init))
    func rules(_ text: String, path: String) -> [String] {
      Guards.violations(in: SourceFile(target: target, path: path, text: text)).map(\.rule)
    }
    #expect(rules("import Glibc", path: exception.path).isEmpty)
    #expect(rules("import Glibc", path: exception.path + "x.swift") == ["no Glibc below floor 3"])
    #expect(rules("import Foundation", path: exception.path) == ["no Foundation below floor 3"])
  }

  @Test func foundationAboveNeedsAReasonAndUnknownModulesAreRefused() {
    #expect(
      violations("BindHost", "import Foundation") == ["Foundation needs its reason in FloorPlan.exceptions"])
    #expect(violations("BindHost", "import Cryptography") == ["Cryptography is not in FloorPlan"])
    #expect(violations("BindMystery", "import BindCore") == ["target BindMystery has no floor in FloorPlan"])
  }

  @Test func cTargetsAreReachedByTheirOwnersOnly() {
    #expect(violations("BindHost", "import CLua") == ["CLua is not for BindHost"])
    #expect(violations("BindLua", "import CUV") == ["CUV is not for BindLua"])
  }

  @Test(arguments: ["#include <lua.h>", "#include \"lauxlib.h\"", "#  include <lua5.4/lua.h>", "#import <lualib.h>"])
  func luaHeadersStayInCLua(_ line: String) {
    #expect(violations("CUV", "\n\(line)\n", file: "a.c").count == 1)
    #expect(violations("CLua", "\n\(line)\n", file: "a.c").isEmpty)
  }

  @Test func namesOfLuaStayInCLuaAndBindLua() {
    #expect(violations("BindHost", "let x = lua_gettop(L)") == [#"lua_gettop outside ["BindLua", "CLua"]"#])
    #expect(violations("CUV", "luaL_error(L, \"x\");", file: "a.c") == [#"luaL_error outside ["BindLua", "CLua"]"#])
    #expect(violations("BindLua", "let x = lua_gettop(L)").isEmpty)
    #expect(violations("BindHost", "let my_lua_name = 1").isEmpty)
  }

  @Test func aLibraryThatLinksLuaIsFound() {
    let rule = "a library target does not link Lua"
    #expect(violations("CLua", "module CLua {\n  link \"lua5.4\"\n}", file: "module.modulemap") == [rule])
    let linked = #".target(name: "CLua", linkerSettings: [.linkedLibrary("lua5.4")]),"#
    #expect(Guards.manifest(linked).map(\.rule) == [rule])
    #expect(Guards.manifest(".target(\n  name: \"BindLua\",\n  linkerSettings: lua),").map(\.line) == [3])
    #expect(Guards.manifest(".executableTarget(\n  name: \"bindhost\", linkerSettings: lua),").isEmpty)
    #expect(Guards.manifest("swiftSettings: [.unsafeFlags([\"-O\"])]").map(\.rule) == ["no unsafeFlags"])
  }
}

/// The project on disk.
enum Project {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
      .filter { !$0.hasPrefix(".") }
  }

  /// Every Swift, C and module map file below Sources.
  static func sourceFiles() throws -> [SourceFile] {
    let endings = ["swift", "c", "h", "cpp", "hpp", "modulemap"]
    var files: [SourceFile] = []
    for target in try targets().sorted() {
      let folder = "Sources/\(target)"
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      where endings.contains(where: { name.hasSuffix(".\($0)") }) {
        let path = "\(folder)/\(name)"
        files.append(SourceFile(target: target, path: path, text: try text(of: path)))
      }
    }
    return files
  }
}
