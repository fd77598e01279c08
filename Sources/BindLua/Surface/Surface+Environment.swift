import BindCore

/// `bh.env "NAME"`, `bh.env.NAME`, `os.getenv`: variables, behind `--allow-env`.
extension Surface {
  func registerEnvironment() throws {
    let read: Body = { [unowned self] call throws(Failure) in
      let name = try call.string(1, "name").text
      let value: ByteString?
      do throws(Refusal) { value = try world.environment.value(of: name) } catch {
        throw .diagnostic(Diagnostic(error))
      }
      try call.reply(value.map { .string($0) } ?? .nil)
    }
    let refuse: Body = { _ throws(Failure) in
      throw .diagnostic(
        Diagnostic(.bindReadOnly, "bh.env: variables are only read; bh.exec takes env = {NAME = value}"))
    }
    try lua.register("os.getenv", in: "_G") { [unowned self] call in
      try perform(read, &call, name: "os.getenv", offset: 0)
    }
    for (name, body) in [("__index", read), ("__call", read), ("__newindex", refuse)] {
      try lua.registerMethod(name, of: kinds.environment) { [unowned self] call in
        try perform(body, &call, name: "bh.env", offset: 1)
      }
    }
    try lua.register(.opaque(EnvironmentObject(kind: kinds.environment)), as: "env", in: "bindhost")
  }
}

/// What stands for all variables together.
final class EnvironmentObject: HostObject, @unchecked Sendable {}
