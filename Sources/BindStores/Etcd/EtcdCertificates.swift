/// How the servers of a cluster are known, and how this program is.
public struct EtcdCertificates: Sendable {
  /// Paths of PEM files. nil: the system's.
  public var authorities: String?
  public var certificate: String?
  public var key: String?

  public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
    self.authorities = authorities
    self.certificate = certificate
    self.key = key
  }
}
