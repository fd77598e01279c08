import Foundation
import TestSupport
import Testing

/// HTTP/2, TLS and proxies, against the servers that Debian has.
@Suite("HTTP against packaged servers", .serialized) struct PackagedServerTests {
  /// A server program, ended with the test.
  final class Server {
    let port: Int
    private let process: OtherProgram

    /// - Parameter arguments: made from the port, which is free.
    init(_ program: String, in folder: URL, _ arguments: (Int) throws -> [String]) throws {
      port = try Loopback.freePort()
      process = try OtherProgram(program, try arguments(port), in: folder)
      Loopback.waitForAnswer(on: port)
    }

    func stop() { process.stop() }
  }

  /// A folder with a certificate for `localhost`, and a page.
  func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem",
    ]
    let openssl = try OtherProgram("/usr/bin/openssl", arguments, in: folder)
    try #require(openssl.waitForEnd() == 0)
    try Data("{\"page\":1}".utf8).write(to: folder.appending(path: "page.json"))
    try await body(folder)
  }

  func secureServer(in folder: URL) throws -> Server {
    try Server("/usr/sbin/nghttpd", in: folder) {
      ["-a", "127.0.0.1", "-d", folder.path, "\($0)", "key.pem", "cert.pem"]
    }
  }

  func run(_ code: String, _ flags: [String], _ environment: [String: String]) async throws -> BuiltProgram.Run {
    try await HTTPProgramTests().run(code, flags: flags, environment: environment)
  }

  @Test func aServerThatCanIsSpokenToInHTTP2() async throws {
    try await withFolder { folder in
      let server = try secureServer(in: folder)
      defer { server.stop() }
      let run = try await run(
        """
        local url = 'https://localhost:\(server.port)'
        local res = assert(bh.http.get(url .. '/page.json'))
        print(res.version, res.status, res.json.page, res.headers.Server)
        print(select(2, bh.http.get(url .. '/none')).status)
        local left = 20
        for i = 1, 20 do bh.go(function()
          local version = bh.http.get(url .. '/page.json').version
          if version == '2' then left = left - 1 end
        end) end
        bh.sleep(0.5)
        local lines = {}
        local streamed = bh.http.get(url .. '/page.json', { stream = function(line) lines[#lines + 1] = line end })
        print(streamed.version, #lines)
        print(left)
        """, ["--allow-net=localhost:\(server.port)"], ["SSL_CERT_FILE": folder.path + "/cert.pem"])
      #expect(run.output.hasPrefix("2\t200\t1\tnghttpd"), "\(run.errors)")
      #expect(run.output.hasSuffix("404\n2\t1\n0\n"), "\(run.output)\(run.errors)")
    }
  }

  @Test func aCertificateThatNobodyTrustsIsSaidAndNotTriedAgain() async throws {
    try await withFolder { folder in
      let server = try secureServer(in: folder)
      defer { server.stop() }
      func code(_ host: String) -> String {
        """
        local res, err = bh.http.get('https://\(host):\(server.port)/page.json')
        print(res and res.status, err and err.kind, err and err.detail, err and err.retryable, err and err.message)
        """
      }
      let unknown = try await run(code("localhost"), ["--allow-net"], [:])
      #expect(unknown.output.hasPrefix("nil\tnetwork\ttls\tfalse\t"), "\(unknown.output)")
      #expect(unknown.output.contains("the certificate of localhost:\(server.port) is not trusted"))
      let trusted = ["SSL_CERT_FILE": folder.path + "/cert.pem"]
      #expect(try await run(code("127.0.0.1"), ["--allow-net"], trusted).output.hasPrefix("200\t"))
      let misnamed = try await run(code("ip6-localhost"), ["--allow-net", "--allow-net=[::1]"], trusted)
      #expect(!misnamed.output.hasPrefix("200"), "\(misnamed.output)")
    }
  }

  @Test func aProxyIsUsedByThoseWhoMayReadItsVariable() async throws {
    try await withFolder { folder in
      let proxy = try Server("/usr/bin/tinyproxy", in: folder) { port in
        let text = "Port \(port)\nListen 127.0.0.1\nAllow 127.0.0.1\nMaxClients 20\nTimeout 60\n"
        try Data(text.utf8).write(to: folder.appending(path: "proxy.conf"))
        return ["-d", "-c", folder.path + "/proxy.conf"]
      }
      defer { proxy.stop() }
      let plain = try RawServer(answering: { request in
        RawConnection.answer(200, request.header("Via") ?? "direct", headers: ["Connection: close"])
      })
      defer { plain.stop() }
      let secure = try secureServer(in: folder)
      defer { secure.stop() }
      let address = "http://127.0.0.1:\(proxy.port)"
      let environment = [
        "http_proxy": address, "https_proxy": address, "no_proxy": "", "SSL_CERT_FILE": folder.path + "/cert.pem",
      ]
      let get = "local res, err = bh.http.get('\(plain.url)/'); print(res and res.body, err and err.message)"
      #expect(try await run(get, ["--allow-net", "--allow-env"], environment).output.contains("tinyproxy"))
      #expect(try await run(get, ["--allow-net"], environment).output == "direct\tnil\n", "without the permission")
      #expect(
        try await run(get, ["--allow-net", "--allow-env=http_proxy"], environment).output.contains("tinyproxy"))
      let exempt = environment.merging(["no_proxy": "localhost,127.0.0.1"]) { $1 }
      #expect(try await run(get, ["--allow-net", "--allow-env"], exempt).output == "direct\tnil\n")
      #expect(
        try await run(get, ["--allow-net", "--allow-env", "--deny-net=127.0.0.1:\(proxy.port)"], environment).exitCode
          == 3)
      let tunnel = try await run(
        "local res, err = bh.http.get('https://127.0.0.1:\(secure.port)/page.json'); print(res and res.version, res and res.json.page, err)",
        ["--allow-net", "--allow-env"], environment)
      #expect(tunnel.output == "2\t1\tnil\n", "\(tunnel.output)\(tunnel.errors)")
      proxy.stop()
      let gone = try await run(get, ["--allow-net", "--allow-env"], environment)
      #expect(gone.output.contains("the proxy \(address) refused the connection"), "\(gone.output)")
    }
  }
}
