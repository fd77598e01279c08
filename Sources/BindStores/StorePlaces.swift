package import BindCore
import Glibc

/// The stores of this machine, one session for each place.
package final class StorePlaces: StorePerformer {
  private var sessions: [String: StoreSession] = [:]
  private let ownFolder: String?

  package let own: (any StateKeeper)?

  /// - Parameters:
  ///   - ownFolder: the script's own, absolute: it is made when it is needed.
  ///   - store: what a program gives its scripts where they name none.
  package init(ownFolder: String?, store: (any Store)? = nil) {
    self.ownFolder = ownFolder
    own = store.map { StoreSession.shared(for: $0) }
  }

  package func open(_ place: AdmittedStore) -> any StateKeeper {
    if let known = sessions[place.name] { return known }
    switch place {
    case .file(let path), .sqlite(let path), .secret(let path): makeOwnFolder(for: path.asked)
    case .memory, .secretMemory, .etcd: break
    }
    let store: any Store =
      switch place {
      case .memory: MemoryStore()
      case .secretMemory: MemoryStore(isSecret: true)
      case .file(let path): FileStore(path)
      case .sqlite(let path): SQLiteStore(path)
      case .secret(let path): SecretStore(path)
      case .etcd(let cluster): EtcdStore(cluster)
      }
    let session = StoreSession(store)
    sessions[place.name] = session
    return session
  }

  /// Nobody else may look into it.
  private func makeOwnFolder(for path: String) {
    guard let ownFolder, LexicalPath.contains(ownFolder, path) else { return }
    var folder = ""
    for part in ownFolder.split(separator: "/") {
      folder += "/" + part
      // What cannot be made is missed when the store is read, with its name.
      mkdir(folder, 0o700)
    }
  }
}
