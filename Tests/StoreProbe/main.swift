import BindCore
import BindStores
import Glibc

/// `StoreProbe file:PATH.json` or `sqlite:PATH`: saves a record of two equal numbers under one key, and the same number
/// under another, again and again; each number is printed once it is saved. It ends when it is killed.
struct Pair: Codable, Sendable {
  var first = 0
  var second = 0
  /// So long that a save takes several writes.
  var filling = ""
}

/// At once: whoever kills this has read it or not, and nothing waits in a buffer.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

let url = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
let path = url.drop { $0 != ":" }.dropFirst()
let store: any Store =
  url.hasPrefix("file:") ? FileStore(path: String(path)) : SQLiteStore(path: String(path))

func keep(_ store: any Store) async throws {
  let pair = State(Pair(), key: "pair", in: store, saveAfter: .zero)
  let single = State(0, key: "single", in: store, saveAfter: .zero)
  var number = pair.value.first
  say("begun \(number)")
  while true {
    number += 1
    pair.value = Pair(
      first: number, second: number, filling: String(repeating: "\(number) ", count: 1 + number % 7 * 2000))
    single.value = number
    try await pair.save()
    try await single.save()
    say("saved \(number)")
  }
}

try await keep(store)
