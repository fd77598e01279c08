import BindCore
import BindJSON

/// What etcd is asked through its JSON gateway.
enum EtcdRequest {
  /// What is below a key, or from one key to another.
  case range(EtcdRange)
  /// The newest key of it, without its value, as far as the server itself knows; an error while it knows of no leader.
  case newest(EtcdRange)
  case transaction(EtcdTransaction)
  /// Every change of the range from a revision on; the answer has no end.
  case watch(EtcdRange, from: UInt64)
  /// A lease of so many seconds.
  case grant(seconds: Int)
  case keepAlive(lease: Int64)
  case revoke(lease: Int64)

  var path: String {
    switch self {
    case .range, .newest: "/v3/kv/range"
    case .transaction: "/v3/kv/txn"
    case .watch: "/v3/watch"
    case .grant: "/v3/lease/grant"
    case .keepAlive: "/v3/lease/keepalive"
    case .revoke: "/v3/lease/revoke"
    }
  }

  /// Headers of its own. A server that knows of no leader would answer from what it has.
  var headers: [String] { if case .newest = self { ["Grpc-Metadata-hasleader: true"] } else { [] } }

  /// Whether a second one does what one does.
  var isRepeatable: Bool {
    switch self {
    case .range, .newest, .watch, .keepAlive, .revoke: true
    case .transaction, .grant: false
    }
  }

  var body: [UInt8] {
    let value: Value =
      switch self {
      case .range(let range): range.keys(adding: [])
      case .newest(let range):
        range.keys(adding: [
          ("sort_order", .string("DESCEND")), ("sort_target", .string("MOD")), ("limit", .integer(1)),
          ("keys_only", .boolean(true)), ("serializable", .boolean(true)),
        ])
      case .transaction(let transaction): transaction.value
      case .watch(let range, let revision):
        .fields([
          (
            "create_request",
            range.keys(adding: [("start_revision", .decimal(revision)), ("progress_notify", .boolean(true))])
          )
        ])
      case .grant(let seconds): .fields([("TTL", .integer(Int64(seconds)))])
      case .keepAlive(let lease), .revoke(let lease): .fields([("ID", .string("\(lease)"))])
      }
    // Numbers, texts and records of them: there is nothing in it that JSON could not say.
    return (try? JSON.encode(value)) ?? []
  }
}

/// One key, or all from it up to another one that is not part of it.
struct EtcdRange {
  var from: [UInt8]
  var to: [UInt8]?
  /// Of so many keys those that were written longest ago; nil: all.
  var oldest: Int?

  init(key: [UInt8]) { from = key }

  /// All keys that begin so.
  init(prefix: [UInt8]) {
    from = prefix
    var end = prefix
    // The next text of that length: prefixes here end with a slash, which is not the last byte.
    end[end.count - 1] += 1
    to = end
  }

  func keys(adding more: [(String, Value)]) -> Value {
    var fields: [(String, Value)] = [("key", .base64(from))]
    if let to { fields.append(("range_end", .base64(to))) }
    if let oldest {
      fields += [
        ("sort_order", .string("ASCEND")), ("sort_target", .string("MOD")), ("limit", .integer(Int64(oldest))),
      ]
    }
    return .fields(fields + more)
  }
}

/// Compares and, if all of it holds, changes several keys at once.
struct EtcdTransaction {
  /// etcd's own limit on each part of a transaction (`--max-txn-ops`).
  static let operationLimit = 128

  enum Comparison {
    /// The revision of the key's last change; 0: there is no such key.
    case modified([UInt8], UInt64)
    /// The revision at which the key was made.
    case created([UInt8], UInt64)
  }

  enum Operation {
    case put([UInt8], [UInt8], lease: Int64?)
    case delete([UInt8])
    case range(EtcdRange)
  }

  var comparisons: [Comparison] = []
  var changes: [Operation] = []
  /// Done if a comparison does not hold.
  var otherwise: [Operation] = []

  var value: Value {
    .fields([
      ("compare", .list(comparisons.map(\.value))), ("success", .list(changes.map(\.value))),
      ("failure", .list(otherwise.map(\.value))),
    ])
  }
}

extension EtcdTransaction.Comparison {
  fileprivate var value: Value {
    switch self {
    case .modified(let key, let revision):
      .fields([
        ("key", .base64(key)), ("target", .string("MOD")), ("result", .string("EQUAL")),
        ("mod_revision", .decimal(revision)),
      ])
    case .created(let key, let revision):
      .fields([
        ("key", .base64(key)), ("target", .string("CREATE")), ("result", .string("EQUAL")),
        ("create_revision", .decimal(revision)),
      ])
    }
  }
}

extension EtcdTransaction.Operation {
  fileprivate var value: Value {
    switch self {
    case .put(let key, let content, let lease):
      .fields([
        (
          "request_put",
          .fields(
            [("key", .base64(key)), ("value", .base64(content))] + (lease.map { [("lease", .string("\($0)"))] } ?? []))
        )
      ])
    case .delete(let key): .fields([("request_delete_range", .fields([("key", .base64(key))]))])
    case .range(let range): .fields([("request_range", range.keys(adding: []))])
    }
  }
}

extension Value {
  fileprivate static func fields(_ fields: [(String, Value)]) -> Value {
    .record(Record(fields.map { (ByteString($0.0), $0.1) }))
  }
  fileprivate static func base64(_ bytes: [UInt8]) -> Value { .string(Base64.encode(bytes)) }
  /// The gateway's 64-bit numbers are texts.
  fileprivate static func decimal(_ number: UInt64) -> Value { .string("\(number)") }
}
