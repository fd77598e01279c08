/// The kinds of objects that only tests see.
struct TestKinds {
  let expectation: ObjectKind
  let found: ObjectKind
  let clock: ObjectKind
  let http: ObjectKind
  let exec: ObjectKind
  let files: ObjectKind

  init(_ lua: Interpreter) throws(LuaFailure) {
    expectation = try lua.registerKind("expect")
    found = try lua.registerKind("found view", hasPaths: true)
    clock = try lua.registerKind("test.clock")
    http = try lua.registerKind("test.http")
    exec = try lua.registerKind("test.exec")
    files = try lua.registerKind("test.fs")
  }
}
