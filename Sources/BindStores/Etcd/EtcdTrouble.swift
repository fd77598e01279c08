import CCurl

/// Why two sides do not come to speak, where libcurl's words leave a user alone: what of the store's URL mends it.
enum EtcdTrouble {
  /// One side speaks TLS and the other does not.
  case isTLS, isNoTLS
  /// The server's certificate is signed by nobody who is believed here, or is for other names.
  case untrusted, otherName
  /// The files that the URL names.
  case authorityFile, certificateFiles
  /// The server has ended the connection over a certificate, ours or none.
  case refusesCertificate
  /// The server has ended the connection without a word, as it may when it does not like a certificate.
  case ended

  /// - Parameter isNew: it was the first exchange of its connection, and no byte of an answer has come.
  init?(_ code: CURLcode, _ words: String, isSecure: Bool, isNew: Bool) {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION: self = words.contains("subject name") ? .otherName : .untrusted
    case CURLE_SSL_CACERT_BADFILE: self = .authorityFile
    case CURLE_SSL_CERTPROBLEM: self = .certificateFiles
    case CURLE_SSL_CONNECT_ERROR, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
      if ["alert bad certificate", "certificate required", "unknown ca"].contains(where: words.contains) {
        self = .refusesCertificate
      } else if code == CURLE_SSL_CONNECT_ERROR {
        self = .isNoTLS
      } else {
        guard isNew else { return nil }
        self = isSecure ? .ended : .isTLS
      }
    default: return nil
    }
  }

  /// Nobody has seen the request, although it may have been sent.
  var isBeforeRequest: Bool { self != .ended && self != .isTLS }

  func mend(_ servers: EtcdServers) -> String {
    switch self {
    case .isTLS: "if it speaks TLS, the store is etcds://"
    case .isNoTLS: "if it does not speak TLS, the store is etcd://"
    case .untrusted:
      servers.authorities.map { "its certificate is not signed by the authority of ca=\($0)" }
        ?? "name the authority that has signed its certificate: ca=PATH in the store's URL"
    case .otherName: "its certificate is for other names: write the store's URL with one of them"
    case .authorityFile: "ca= is the path of a PEM file"
    case .certificateFiles: "cert= and key= are the paths of PEM files that belong together"
    case .refusesCertificate, .ended:
      (self == .ended ? "if it asks for a certificate: " : "")
        + (servers.certificate.map { "cert=\($0) has to be signed by an authority that the server trusts" }
          ?? "add cert=PATH and key=PATH to the store's URL")
    }
  }
}
