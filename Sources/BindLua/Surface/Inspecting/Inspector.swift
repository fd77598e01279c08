package import BindCore

/// Looks at what a script has, for a person who asks: evaluates a line and says what it gave, says a value, completes what
/// is being typed. Looking changes nothing.
///
/// Isolation: confined to the surface's thread. It must be gone before the interpreter closes.
package final class Inspector {
  private unowned let surface: Surface
  private let evaluator: LuaReference
  private let speaker: LuaReference
  private let completer: LuaReference

  /// - Throws: out of memory.
  package init(_ surface: Surface) throws {
    self.surface = surface
    let chunk = try surface.lua.load(ByteString(Self.source), name: "=(inspector)")
    let describe = CallableObject(surface.kinds.retry) { [unowned surface] call throws(Failure) in
      let said = surface.description(of: call)
      try call.reply(.string(ByteString(said.text)))
      try call.reply(.boolean(said.value != nil))
      try call.reply(said.value ?? .nil)
    }
    let members = CallableObject(surface.kinds.retry) { [unowned surface] call throws(Failure) in
      let isMethod = call.value(2) == .string(":")
      let names = surface.members(
        of: call.argument(1).object, areMethods: isMethod, beginningWith: call.value(3).words)
      try call.reply(.list(names.map { .string(ByteString($0)) }))
    }
    let functions = try surface.lua.call(chunk, [.opaque(describe), .opaque(members)], results: 3)
    let references = functions.compactMap { value -> LuaReference? in
      if case .opaque(let opaque) = value { opaque as? LuaReference } else { nil }
    }
    guard references.count == 3 else { throw Diagnostic(.hostInternal, "the inspector has no functions") }
    (evaluator, speaker, completer) = (references[0], references[1], references[2])
  }

  /// Runs a chunk as a task, with the rules of a main chunk: its writes commit at once.
  /// - Parameter completion: called once with what its results read like, nil if it has none, unless the task is stopped.
  @discardableResult
  package func evaluate(
    _ chunk: LuaReference, in scope: Scope, label: String, completion: @escaping (Result<String?, Failure>) -> Void
  ) -> Tasks.Task {
    surface.tasks.start(
      evaluator, arguments: [.opaque(chunk)], in: scope, label: label, isTransaction: false
    ) { result in
      completion(result.map { if case .string(let text) = $0 { text.text } else { nil } })
    }
  }

  /// A traceback of Lua's without the lines that are the inspector's.
  package static func withoutItself(_ traceback: String) -> String {
    traceback.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("(inspector):") }
      .joined(separator: "\n")
  }

  /// The value as a person reads it.
  package func text(of value: Value) -> String {
    guard let said = try? surface.lua.call(speaker, [value], results: 1).first, case .string(let text) = said else {
      return value.words
    }
    return text.text
  }

  /// What may stand behind `names`, one inside the other, and begins with `prefix`; sorted.
  /// - Parameter sign: how it follows: `.` for a name, `:` for a method, `"` for a path.
  package func completions(_ sign: Character, after names: [String], prefix: String) -> [String] {
    let arguments: [Value] = [
      .string(ByteString(String(sign))), .list(names.map { .string(ByteString($0)) }), .string(ByteString(prefix)),
    ]
    guard let found = try? surface.lua.call(completer, arguments, results: 1).first, case .list(let names) = found
    else { return [] }
    return names.map(\.words)
  }
}
