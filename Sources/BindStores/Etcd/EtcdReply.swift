import BindCore
import BindJSON

/// What etcd has answered. A field that is missing is zero, false or empty, as the gateway leaves such fields out.
struct EtcdReply {
  let value: Value

  /// nil if it is no JSON.
  init?(_ text: [UInt8]) {
    guard let value = try? JSON.decode(text) else { return nil }
    self.value = value
  }

  fileprivate init(_ value: Value) { self.value = value }

  subscript(_ name: ByteString) -> EtcdReply {
    if case .record(let record) = value, let inner = record[name] { EtcdReply(inner) } else { EtcdReply(.nil) }
  }

  var isThere: Bool { !value.isNil }

  var number: UInt64 {
    switch value {
    case .integer(let number): UInt64(clamping: number)
    case .string(let text): UInt64(text.text) ?? 0
    default: 0
    }
  }

  var signed: Int64 {
    switch value {
    case .integer(let number): number
    case .string(let text): Int64(text.text) ?? 0
    default: 0
    }
  }

  var isTrue: Bool { value == .boolean(true) }
  var text: String { if case .string(let text) = value { text.text } else { "" } }

  var bytes: [UInt8] {
    guard case .string(let text) = value else { return [] }
    return Base64.decode(text.bytes) ?? []
  }

  var list: [EtcdReply] { if case .list(let elements) = value { elements.map(EtcdReply.init) } else { [] } }

  // MARK: The parts that all answers share

  /// The revision of the store at the time of the answer.
  var revision: UInt64 { self["header"]["revision"].number }

  /// What a range has found.
  var pairs: [EtcdPair] { self["kvs"].list.map(EtcdPair.init) }

  /// The answers to the ranges of a transaction.
  var ranges: [EtcdReply] { self["responses"].list.map { $0["response_range"] }.filter(\.isThere) }
}

/// A key and its value.
struct EtcdPair {
  let key: [UInt8]
  let value: [UInt8]
  let created: UInt64
  let modified: UInt64

  init(_ reply: EtcdReply) {
    key = reply["key"].bytes
    value = reply["value"].bytes
    created = reply["create_revision"].number
    modified = reply["mod_revision"].number
  }
}

/// One line of a watch.
enum EtcdWatchReply: Equatable {
  /// From now on it tells.
  case begun
  /// In order; `content` is nil where the key was deleted.
  case events([Event])
  /// Nothing of it is missing up to this revision.
  case progress(UInt64)
  /// The revision that was asked for is forgotten.
  case compacted
  case failed(String)

  struct Event: Equatable {
    let key: [UInt8]
    let content: [UInt8]?
    let revision: UInt64
  }

  init(_ line: [UInt8]) {
    guard let reply = EtcdReply(line) else {
      self = .failed("it sends what is no JSON")
      return
    }
    let result = reply["result"]
    guard result.isThere else {
      let error = reply["error"]
      self = .failed(error["message"].isThere ? error["message"].text : error.text)
      return
    }
    if result["compact_revision"].number > 0 {
      self = .compacted
    } else if result["canceled"].isTrue {
      self = .failed(result["cancel_reason"].text)
    } else if result["created"].isTrue {
      self = .begun
    } else if result["events"].isThere {
      self = .events(
        result["events"].list.map { event in
          let pair = EtcdPair(event["kv"])
          return Event(
            key: pair.key, content: event["type"].text == "DELETE" ? nil : pair.value, revision: pair.modified)
        })
    } else {
      self = .progress(result.revision)
    }
  }
}
