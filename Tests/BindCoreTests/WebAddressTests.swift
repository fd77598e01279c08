import BindCore
import Testing

@Suite("Addresses on the web") struct WebAddressTests {
  func reason(_ text: String) -> String? {
    do throws(WebAddress.Malformed) { _ = try WebAddress(text) } catch { return error.reason }
    return nil
  }

  @Test(arguments: [
    ("http://Example.ORG", "http://example.org/"), ("http://example.org.:80/x", "http://example.org/x"),
    ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"), ("http://[::0001]:8400/", "http://[::1]:8400/"),
    ("http://u:p@h/x", "http://h/x"), ("http://h?q=1", "http://h/?q=1"), ("http://h/a b/ä", "http://h/a%20b/%C3%A4"),
    ("http://h/a/../b/./c/", "http://h/b/c/"), ("http://h/../../x", "http://h/x"), ("http://h/%2e%2e/x", "http://h/x"),
    ("HTTP://127.0.0.1:8080", "http://127.0.0.1:8080/"),
  ])
  func oneAddressHasOneSpelling(_ given: String, _ spelled: String) throws {
    #expect(try WebAddress(given).text == spelled)
    #expect(try WebAddress(spelled).text == spelled)
  }

  @Test func whatTwoReadersCouldTakeForTwoHostsIsRefused() throws {
    for text in [
      "http://good.org\\@bad.org/", "http://0x7f.1/", "http://2130706433/", "http://127.1/", "http://127.0.0.01/",
      "http://exa mple.org/", "http://exämple.org/", "http://h\n.org/", "http://[::1/", "http://[::1]x/",
      "http://h:99999/",
      "http://h:8a/", "http:///x", "http://[fe80::1%25eth0]/", "http://a%2eb/",
    ] {
      #expect(reason(text) != nil, "\(text)")
    }
    #expect(reason("ftp://h/x")?.contains("'ftp'") == true)
    #expect(reason("/me.json") == "it does not begin with http:// or https://")
    // The last @ counts, as everywhere.
    #expect(try WebAddress("http://good.org@bad.org/").origin.host == "bad.org")
  }

  @Test(arguments: [
    ("/x", "http://h:81/x"), ("x", "http://h:81/a/b/x"), ("../x", "http://h:81/a/x"), ("?q", "http://h:81/a/b/c?q"),
    ("//other/x", "http://other/x"), ("https://h/x", "https://h/x"), ("", "http://h:81/a/b/c?old"),
    ("#there", "http://h:81/a/b/c?old"), ("./", "http://h:81/a/b/"), ("a:b/c", nil), ("/a:b", "http://h:81/a:b"),
  ])
  func referencesAreResolved(_ reference: String, _ expected: String?) throws {
    let base = try WebAddress("http://h:81/a/b/c?old")
    #expect((try? base.resolving(reference))?.text == expected)
  }

  @Test func aQueryIsAppended() throws {
    let query = [(name: "a", value: "x y&z"), (name: "ü", value: "1")]
    #expect(try WebAddress("http://h/p").appending(query: query).text == "http://h/p?a=x+y%26z&%C3%BC=1")
    #expect(try WebAddress("http://h/p?o=1").appending(query: query).text == "http://h/p?o=1&a=x+y%26z&%C3%BC=1")
    #expect(try WebAddress("http://h/p").appending(query: []).text == "http://h/p")
  }

  @Test func addressesAreReadInEverySpellingAndWrittenInOne() {
    for (given, written) in [
      ("127.0.0.1", "127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"),
      ("2001:DB8::0:1", "2001:db8::1"), ("::", "::"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("fe80::1%eth0", "fe80::1"),
      ("1::", "1::"),
    ] {
      #expect(InternetAddress(given)?.description == written, "\(given)")
    }
    for text in [
      "", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", ":::", "1::2::3", "1:2:3:4:5:6:7:8:9", "12345::", "::g",
      "localhost",
      "1:2:3:4:5:6:7::8:9", ":1::", "::+1",
    ] {
      #expect(InternetAddress(text) == nil, "\(text)")
    }
    #expect(
      ["127.9.9.9", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1"].allSatisfy { InternetAddress($0)?.isLoopback == true })
    #expect(["128.0.0.1", "::2", "10.0.0.1"].allSatisfy { InternetAddress($0)?.isLoopback == false })
  }
}
