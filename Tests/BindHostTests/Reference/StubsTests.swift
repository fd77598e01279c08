import BindLua
import Foundation
import Testing

@testable import BindHost

@Suite("Types for editors") struct StubsTests {
  /// Lua itself reads what is written.
  @Test func theStubsAreLua() throws {
    let stubs = LuaStubs(reference: try Reference.ofThisProgram())
    let host = try VirtualHost()
    for text in [stubs.main] + stubs.parts.map(\.text) {
      host.host.start(Array(text.utf8), name: "bindhost.lua") { result in
        if case .failure(let failure) = result { Issue.record("\(failure)") }
      }
    }
    #expect(host.reports().isEmpty)
  }

  @Test func everyFunctionHasItsParametersAndItsOptions() throws {
    let reference = try Reference.ofThisProgram()
    let text = LuaStubs(reference: reference).main
    for page in reference.functions {
      let names = page.definition.parameters.map(\.name).joined(separator: ", ")
      let name =
        page.name.hasPrefix("bh.") && page.name.split(separator: ".").count == 3
        ? String(page.name.dropFirst(3)) : page.name
      #expect(text.contains("function \(name)(\(names)) end\n"), "\(page.name)")
    }
    #expect(text.contains("---@class bindhost.ui.slider.options\n---@field value? number|bindhost.Ref"))
    #expect(text.contains("---@return bindhost.answer?\n---@return bindhost.err?\nfunction http.get(url, options) end"))
    #expect(text.contains("---@overload fun(fn: fun()): bindhost.scope\nfunction bh.scope(name, fn) end"))
  }
}
