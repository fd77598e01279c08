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
