import BindCore
@testable import BindStores
import TestSupport

extension EtcdCluster {
  func store(_ prefix: String, only index: Int? = nil) throws -> EtcdStore { try EtcdStore(url(prefix, only: index)) }
}

extension EtcdServers {
  init(_ servers: [String]) throws {
    let address = try EtcdAddress("etcd://\(servers.joined(separator: ","))/x")
    self.init(origins: address.servers, rules: .everything)
  }
}

extension EtcdClient {
  /// Asks until there is an answer: for what may be done twice.
  func insist(_ request: EtcdRequest) throws -> EtcdReply {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do throws(Failure) { return try ask(request) } catch {
        guard ContinuousClock.now < end else { throw error }
      }
    }
  }
}
