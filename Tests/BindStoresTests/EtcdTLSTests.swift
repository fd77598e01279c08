import BindCore
@testable import BindStores
import TestSupport
import Testing

/// A real server that speaks TLS, and only with whom its authority vouches for.
@Suite("etcd over TLS", .serialized) struct EtcdTLSTests {
  let certificates: TestCertificates
  let cluster: EtcdCluster

  init() throws {
    certificates = try TestCertificates()
    cluster = try EtcdCluster(certificates: certificates)
  }

  private func store(_ options: String, scheme: String = "etcds") throws -> EtcdStore {
    let paths = options.split(separator: "&").map { option in
      let parts = option.split(separator: "=", maxSplits: 1)
      return "\(parts[0])=\(certificates.path(String(parts[1])))"
    }
    return try EtcdStore(
      "\(scheme)://\(cluster.servers[0])/p" + (paths.isEmpty ? "" : "?" + paths.joined(separator: "&")))
  }

  @Test func withTheRightCertificateItIsSavedReadAndFollowed() throws {
    let writer = try store("ca=ca.pem&cert=client.pem&key=client.key")
    let watcher = try EtcdStore(
      servers: cluster.servers, prefix: "p",
      certificates: EtcdCertificates(
        authorities: certificates.path("ca.pem"), certificate: certificates.path("client.pem"),
        key: certificates.path("client.key")))
    defer {
      writer.close()
      watcher.close()
    }
    #expect(writer.name == "etcds://\(cluster.servers[0])/p", "no paths in it")
    try watcher.observe { _ in }
    try writer.put("n", "1")
    try eventually("listed") { try watcher.takeCommits()?.isEmpty == false }
    #expect(try watcher.text("n") == "1")
    try writer.put("n", "2")
    try eventually("followed") { try watcher.takeCommits()?.first?.contents["n"]??.bytes == Array("2".utf8) }
  }

  @Test(arguments: [
    ("etcds", "ca=ca.pem", "add cert=PATH and key=PATH to the store's URL"),
    (
      "etcds", "ca=ca.pem&cert=stranger.pem&key=stranger.key", "has to be signed by an authority that the server trusts"
    ),
    ("etcds", "ca=other.pem&cert=client.pem&key=client.key", "is not signed by the authority of ca=/"),
    ("etcds", "cert=client.pem&key=client.key", "name the authority that has signed its certificate: ca=PATH"),
    ("etcds", "ca=nowhere.pem", "ca= is the path of a PEM file"),
    (
      "etcds", "ca=ca.pem&cert=nowhere.pem&key=client.key",
      "cert= and key= are the paths of PEM files that belong together"
    ),
    (
      "etcds", "ca=ca.pem&cert=client.pem&key=server.key",
      "cert= and key= are the paths of PEM files that belong together"
    ),
    ("etcd", "", "if it speaks TLS, the store is etcds://"),
  ]) func whatIsWrongNamesItsMend(_ scheme: String, _ options: String, _ mend: String) throws {
    let store = try store(options, scheme: scheme)
    defer { store.close() }
    do throws(StoreError) {
      _ = try store.load(["n"])
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .failed && error.message.contains(mend), "\(error.message)")
      #expect(error.message.contains(cluster.servers[0]))
    }
    do throws(StoreError) {
      try store.put("n", "1")
      Issue.record("it was saved")
    } catch { #expect(error.message.contains(mend), "\(error.message)") }
  }

  @Test func aServerWithoutTLSIsNamed() throws {
    let plain = try EtcdCluster.shared()
    let store = try EtcdStore("etcds://\(plain.servers[0])/p")
    defer { store.close() }
    do throws(StoreError) {
      _ = try store.load(["n"])
      Issue.record("it was read")
    } catch { #expect(error.message.contains("if it does not speak TLS, the store is etcd://"), "\(error.message)") }
  }
}
