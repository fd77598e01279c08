import BindCore
import BindSources
import Testing

@Suite("Clock and variables in virtual time") struct VirtualEnvironmentTests {
  @Test func luasOwnClockFunctionsShowTheVirtualTime() throws {
    let host = try VirtualHost()
    try host.run("print(os.time(), os.date '!%Y-%m-%d %H:%M:%S', bh.time.format())")
    #expect(host.printed() == ["1767225600\t2026-01-01 00:00:00\t2026-01-01T00:00:00Z"])
    try host.run("bh.sleep '1h' print(os.time(), bh.time.now(), os.date '!%H')")
    try host.advance(.seconds(3600))
    #expect(host.printed() == ["1767229200\t1767229200.0\t01"])
  }

  @Test func variablesAreThoseOfTheTest() throws {
    var permissions = Permissions(scriptFolder: "/scripts")
    permissions[.env].allow = .only(["CITY", "NONE"])
    let host = try VirtualHost(permissions)
    host.world.environment.variables = ["CITY": "Wellington", "HOME": "/root"]
    try host.run("print(bh.env.CITY, bh.env 'NONE', os.getenv 'CITY', pcall(bh.env, 'HOME') == false)")
    #expect(host.printed() == ["Wellington\tnil\tWellington\ttrue"])
  }
}
