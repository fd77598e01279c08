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
    let getenv = SurfaceFunction(
      Entry(
        "getenv",
        """
        (name: string) -> string?
        A variable of the process. Needs --allow-env.
        """, read), of: "os", isMethod: false)
    try lua.register("os.getenv", in: "_G") { [unowned self] call in try perform(getenv, &call) }
    for (name, body) in [("__index", read), ("__call", read), ("__newindex", refuse)] {
      let function = SurfaceFunction(Entry(name, body), of: "bh.env", isMethod: true)
      try lua.registerMethod(name, of: kinds.environment) { [unowned self] call in try perform(function, &call) }
    }
    try lua.register(.opaque(EnvironmentObject(kind: kinds.environment)), as: "env", in: "bindhost")
  }
}

/// What stands for all variables together.
final class EnvironmentObject: HostObject, @unchecked Sendable {}
