public import Foundation

/// Certificates for one test, made by openssl in a folder of their own: two authorities `ca` and `other`, a `server` and a
/// `client` of the first, a `stranger` of the second. Each is NAME.pem with NAME.key.
public final class TestCertificates: Sendable {
  public let folder: URL

  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["ca", "other"] {
      try openssl(
        ["req", "-x509"] + Self.key + [
          "-keyout", "\(name).key", "-out", "\(name).pem", "-days", "2", "-subj", "/CN=\(name)",
        ])
    }
    try "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n"
      .write(to: folder.appending(path: "extensions"), atomically: true, encoding: .utf8)
    for (name, authority) in [("server", "ca"), ("client", "ca"), ("stranger", "other")] {
      try openssl(["req"] + Self.key + ["-keyout", "\(name).key", "-out", "\(name).csr", "-subj", "/CN=\(name)"])
      try openssl([
        "x509", "-req", "-in", "\(name).csr", "-CA", "\(authority).pem", "-CAkey", "\(authority).key",
        "-CAcreateserial",
        "-days", "2", "-extfile", "extensions", "-out", "\(name).pem",
      ])
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

  public func path(_ name: String) -> String { folder.appending(path: name).path }

  private func openssl(_ arguments: [String]) throws {
    guard try ChildProcess(["/usr/bin/openssl"] + arguments, in: folder).waitForEnd() == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
