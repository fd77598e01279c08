package import BindCore
internal import CLua

extension Library {
  package static var lua: Library {
    Library("Lua", version: String(cString: bh_lua_version()), package: "liblua5.4-0")
  }
}
