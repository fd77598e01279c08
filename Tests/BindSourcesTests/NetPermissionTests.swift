import BindCore
import BindSources
import Testing

@Suite("Permissions for hosts") struct NetPermissionTests {
  private func gate(_ flags: String...) throws -> PermissionGate {
    var permissions = Permissions(scriptFolder: "/script")
    for flag in flags {
      let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      _ = try permissions.apply(
        flag: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil, relativeTo: "/here")
    }
    return PermissionGate(permissions, resolver: NoPaths())
  }

  private final class NoPaths: PathResolver {
    func canonical(_ path: String) -> String { path }
    func locate(_ program: String) -> String? { nil }
  }

  /// What the gate says to a connection, by name and then by the address that it has led to.
  private func refusal(_ gate: PermissionGate, _ url: String, to address: String? = nil) throws -> Refusal? {
    let request = HTTPRequest("GET", try WebAddress(url))
    do throws(Refusal) {
      let admitted = try gate.admit(request)
      if let address = address.flatMap({ InternetAddress($0) }) { try admitted.check(address) }
    } catch { return error }
    return nil
  }

  @Test func aRuleIsAHostWithAPortOrWithAll() throws {
    let gate = try gate("--allow-net=example.org,other.org:81,[::1]:8400,10.0.0.1")
    for url in [
      "http://example.org/", "https://EXAMPLE.org:444/", "http://other.org:81/", "http://[0::1]:8400/",
      "http://10.0.0.1:9/",
    ] {
      #expect(try refusal(gate, url) == nil, "\(url)")
    }
    for url in [
      "http://www.example.org/", "http://other.org/", "http://[::1]/", "http://10.0.0.2/", "http://notexample.org/",
    ] {
      #expect(try refusal(gate, url) != nil, "\(url)")
    }
  }

  @Test func theFlagOfARefusalAdmitsTheSameRequest() throws {
    for url in ["http://127.0.0.1:8400/x", "https://example.org/", "http://[2001:db8::1]:81/", "http://[::1]/"] {
      let flag = try #require(try refusal(gate(), url)?.flag)
      #expect(try refusal(gate(flag), url) == nil, "\(flag)")
    }
    #expect(try refusal(gate(), "http://[::1]:81/")?.flag == "--allow-net=[::1]:81")
    #expect(try refusal(gate(), "https://example.org/")?.flag == "--allow-net=example.org:443")
  }

  @Test func whatIsNoHostIsAMistakeInTheFlag() throws {
    for list in ["http://h", "*.example.org", "h/x", "h:99999", "a b", "u@h", "", "0x7f.1", "h#x"] {
      #expect(throws: PermissionFlagError.self, "\(list)") { _ = try gate("--allow-net=\(list)") }
    }
  }

  @Test func aDeniedAddressIsReachedByNoName() throws {
    let gate = try gate("--allow-net", "--deny-net=10.0.0.1,127.0.0.1:81,2001:db8::1")
    #expect(try refusal(gate, "http://example.org/", to: "10.0.0.1")?.flag == nil)
    #expect(
      try refusal(gate, "http://example.org/", to: "10.0.0.1")?.message.contains("'example.org' leads there") == true)
    #expect(try refusal(gate, "http://example.org/", to: "::ffff:10.0.0.1") != nil)
    #expect(try refusal(gate, "http://example.org/", to: "2001:db8:0::1") != nil)
    #expect(try refusal(gate, "http://localhost:81/", to: "127.0.0.1") != nil)
    #expect(try refusal(gate, "http://localhost:82/", to: "127.0.0.1") == nil)
    #expect(try refusal(gate, "http://example.org/", to: "10.0.0.2") == nil)
    #expect(try refusal(gate, "http://10.0.0.1/") != nil)
  }

  @Test func aDeniedLocalhostIsDeniedUnderItsAddressesToo() throws {
    let gate = try gate("-A", "--deny-net=localhost")
    #expect(try refusal(gate, "http://localhost/") != nil)
    #expect(try refusal(gate, "http://127.0.0.2/") != nil)
    #expect(try refusal(gate, "http://[::1]/") != nil)
    #expect(try refusal(gate, "http://example.org/", to: "127.0.0.1") != nil)
    #expect(try refusal(gate, "http://example.org/", to: "10.0.0.1") == nil)
  }

  @Test func aNameThatLeadsToThisMachineNeedsItsAddressToo() throws {
    let rebound = try gate("--allow-net=example.org:8400")
    #expect(try refusal(rebound, "http://example.org:8400/", to: "10.0.0.1") == nil)
    for address in ["127.0.0.1", "::1", "0.0.0.0"] {
      #expect(try refusal(rebound, "http://example.org:8400/", to: address) != nil, "\(address)")
    }
    let refused = try refusal(rebound, "http://example.org:8400/", to: "127.0.0.1")
    #expect(refused?.flag == "--allow-net=127.0.0.1:8400")
    #expect(
      try refusal(gate("--allow-net=example.org:8400,127.0.0.1:8400"), "http://example.org:8400/", to: "127.0.0.1")
        == nil)
    #expect(try refusal(gate("--allow-net"), "http://example.org/", to: "127.0.0.1") == nil)
    #expect(try refusal(gate("--allow-net=localhost:81"), "http://localhost:81/", to: "127.0.0.1") == nil)
  }

  @Test func proxiesAreReadByThoseWhoMayReadTheirVariables() throws {
    func variables(_ flags: String...) throws -> [String] {
      var permissions = Permissions(scriptFolder: "/script")
      for flag in ["--allow-net"] + flags {
        let parts = flag.split(separator: "=", maxSplits: 1).map(String.init)
        _ = try permissions.apply(flag: parts[0], value: parts.count > 1 ? parts[1] : nil, relativeTo: "/")
      }
      let gate = PermissionGate(permissions, resolver: NoPaths())
      return try gate.admit(HTTPRequest("GET", try WebAddress("http://h/"))).proxyVariables
    }
    #expect(try variables() == [])
    #expect(try variables("--allow-env=http_proxy") == ["http_proxy"])
    #expect(try variables("--allow-env", "--deny-env=no_proxy").contains("no_proxy") == false)
    #expect(try variables("--allow-env").count > 4)
  }
}
