import BindCore
import BindLua

/// What `bindhost types` writes: definitions for editors that speak LuaLS (lua-language-server).
struct LuaStubs {
  let reference: Reference

  /// The file for `require "bindhost"`.
  var main: String {
    var lines = [
      "---@meta bindhost", "-- luacheck: ignore", "-- Written by `bindhost types` (\(Version.text)).", "",
      "---A time such as \"250ms\", \"5s\", \"2m\", \"1h\", or a number of seconds.",
      "---@alias bindhost.time string|number",
      "",
    ]
    for kind in reference.kinds { lines += self.lines(of: kind) }
    for module in reference.modules.reversed() { lines += self.lines(of: module) }
    let outer = reference.modules[0]
    for module in reference.modules.dropFirst() {
      lines += ["---@type \(Self.className(module))", "\(Self.local(outer)).\(Self.local(module)) = {}"]
    }
    for constant in reference.constants {
      lines += ["---\(constant.sentence)", "---@type \(type(constant.type))"]
      let value = constant.type == "string" ? "\"\"" : "{}"
      lines.append("\(constant.name) = \(value)")
    }
    // Test files find these among their globals.
    lines += Surface.testGlobals.map { "_G.\($0) = test.\($0)" } + ["_G.test = test"]
    return text(lines + ["", "return \(Self.local(outer))"])
  }

  /// Files for the modules inside it, by name: `ui.lua` for `require "bindhost.ui"`.
  var parts: [(name: String, text: String)] {
    reference.modules.dropFirst().map { module in
      let word = Self.local(module)
      return (
        word + ".lua",
        text(["---@meta \(module.module)", "-- luacheck: ignore", "return require \"bindhost\".\(word)"])
      )
    }
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private static func local(_ module: Reference.Module) -> String {
    module.prefix.split(separator: ".").last.map(String.init) ?? module.prefix
  }

  private static func className(_ module: Reference.Module) -> String { "bindhost.module.\(local(module))" }

  // MARK: Classes

  private func lines(of kind: Reference.Kind) -> [String] {
    let own = "bindhost.\(kind.word)"
    let base = ["derived", "source", "state"].contains(kind.word) ? ": bindhost.Ref" : ""
    var lines = ["---\(kind.summary)", "---@class \(own)\(base)"]
    if kind.isTable { lines += kind.cells.map { "---@field \($0.name) \(type($0.type)) \($0.sentence)" } }
    if kind.hasPaths { lines.append("---@overload fun(path: string): bindhost.Ref") }
    lines += ["local \(kind.word) = {}", ""]
    let inherited =
      base.isEmpty ? [] : reference.kinds[0].methods.map { $0.name.dropFirst(reference.kinds[0].word.count) }
    for method in kind.methods where !inherited.contains(method.name.dropFirst(kind.word.count)) {
      lines += function(method)
    }
    return lines
  }

  private func lines(of module: Reference.Module) -> [String] {
    let name = Self.local(module)
    var lines = ["---@class \(Self.className(module))", "local \(name) = {}", ""]
    for page in module.pages {
      lines += function(page, named: name + page.name.dropFirst(module.prefix.count))
    }
    return lines
  }

  /// - Parameter name: as the stub defines it; nil: as the page is called.
  private func function(_ page: Reference.Page, named name: String? = nil) -> [String] {
    let definition = page.definition
    let options = "bindhost.\(page.name.replacing(":", with: ".")).options"
    var lines: [String] = []
    if !definition.options.isEmpty {
      lines.append("---@class \(options)")
      lines += definition.options.map { "---@field \($0.name)? \(type($0.type)) \(said($0))" }
      if definition.allowsOthers { lines.append("---@field [string] any") }
      if page.name.hasPrefix("ui.") { lines.append("---@field [integer] bindhost.view") }
      lines.append("")
    }
    lines.append("---" + definition.summary)
    if !definition.example.isEmpty {
      lines += ["---```lua"] + definition.example.map { "---" + $0 } + ["---```"]
    }
    for parameter in definition.parameters {
      lines.append(
        "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(type(parameter.type, options: options))"
          + (page.name.hasPrefix("ui.") && parameter.type == "options" && definition.parameters.count == 1
            ? "|any" : ""))
    }
    lines += definition.results.map { "---@return \(type($0))" }
    if let shorter = withoutLeadingOptional(definition, options) { lines.append(shorter) }
    let names = definition.parameters.map(\.name).joined(separator: ", ")
    return lines + ["function \(name ?? page.name)(\(names)) end", ""]
  }

  /// `bh.scope(fn)` besides `bh.scope(name, fn)`.
  private func withoutLeadingOptional(_ definition: Definition, _ options: String) -> String? {
    let rest = definition.parameters.dropFirst()
    guard definition.parameters.first?.isOptional ?? false, rest.contains(where: { !$0.isOptional }) else { return nil }
    let list = rest.map { "\($0.name): \(type($0.type, options: options))" }.joined(separator: ", ")
    let results = definition.results.map { type($0) }.joined(separator: ", ")
    return "---@overload fun(\(list))" + (results.isEmpty ? "" : ": \(results)")
  }

  private func said(_ option: Definition.Option) -> String {
    option.sentence + (option.defaultText.map { " Default: \($0)." } ?? "")
  }

  // MARK: Types

  private func type(_ text: String, options: String = "table") -> String {
    text.typeAlternatives.map { word($0, options: options) }.joined(separator: "|")
  }

  private func word(_ word: String, options: String) -> String {
    if word.hasSuffix("?") { return self.word(String(word.dropLast()), options: options) + "?" }
    if word.hasPrefix("fn(") { return "fun" + word.dropFirst(2) }
    if word == "options" { return options }
    if word == "list" { return "any[]" }
    if word == "time" || reference.kinds.contains(where: { $0.word == word }) { return "bindhost.\(word)" }
    return word
  }
}
