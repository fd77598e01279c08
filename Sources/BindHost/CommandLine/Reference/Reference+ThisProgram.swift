import BindCore
import BindLua
import BindSources

extension Reference {
  /// What scripts of this program can call. A host is made for it in a World of its own, and nothing runs in it.
  static func ofThisProgram() throws -> Reference {
    let permissions = Permissions(scriptFolder: "/")
    let host = try Host(
      HostOptions(permissions: permissions) { _ in }, virtual: VirtualWorld(permissions: permissions))
    defer { host.close() }
    return host.surface.reference
  }
}
