import BindCore
import BindStores
import CBench
import Dispatch
import Glibc

/// Workload r: what a save takes that is durable when it returns, and how soon another one sees it. Each kind of store has
/// its place in a temporary folder; etcd is one server, started here, if there is one.
func storeCases() -> [Case] {
  StoreBench.kinds.flatMap { kind in
    [
      Case("r.save", "bindhost.\(kind)") { StoreBench.shared.save(kind) },
      Case("r.watch", "bindhost.\(kind)") { StoreBench.shared.watch(kind) },
    ]
  } + [Case("r.save", "c.fsync") { StoreBench.shared.fsync() }]
}

final class StoreBench {
  static let kinds = ["memory", "file", "sqlite", "secret", "etcd"]
  /// Of a slice.
  private static let saves = 20
  private static let watches = 10

  nonisolated(unsafe) static let shared = StoreBench()

  private let folder: String
  private let etcd: EtcdProgram?
  private var writers: [String: any Store] = [:]
  private var revisions: [String: StoreRevision] = [:]
  private var pairs: [String: Pair] = [:]
  private var descriptor: Int32 = -1
  private var tick = 0

  private init() {
    var template = Array("/tmp/bindhost-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { giveUp("there is no temporary folder") }
    folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    etcd = EtcdProgram(in: folder)
    TemporaryFolder.remember(folder)
  }

  /// nil if what it needs is not installed.
  private func store(_ kind: String, _ place: String) -> (any Store)? {
    switch kind {
    case "memory": return MemoryStore()
    case "file": return FileStore(path: "\(folder)/\(place).json")
    case "sqlite": return SQLiteStore(path: "\(folder)/\(place).db")
    case "secret": return SecretStore(path: "\(folder)/\(place)-secrets.json")
    default:
      guard let etcd else { return nil }
      do { return try EtcdStore("etcd://127.0.0.1:\(etcd.port)/\(place)") } catch { giveUp(error.message) }
    }
  }

  /// One key is saved again and again, each save on top of the one before.
  func save(_ kind: String) -> Double {
    guard let store = writers[kind] ?? store(kind, "save") else { return -1 }
    writers[kind] = store
    return elapsed {
      for _ in 0..<Self.saves {
        tick += 1
        let expecting = revisions[kind].map { StoreChange.Expectation.revision($0) } ?? .absent
        do throws(StoreError) {
          revisions[kind] = try store.save([StoreChange("k", bytes: Self.content(tick), expecting: expecting)])["k"]
        } catch { giveUp("r.save \(kind): \(error.message)") }
      }
    } / Double(Self.saves)
  }

  /// 100 bytes.
  private static func content(_ tick: Int) -> [UInt8] {
    let number = Array("\(tick)".utf8)
    return Array("{\"n\":".utf8) + number + Array(",\"t\":\"".utf8) + Array(repeating: 0x78, count: 85 - number.count)
      + Array("\"}".utf8)
  }

  /// What a durable save costs at least on this disk: 100 bytes written over, and fsync.
  func fsync() -> Double {
    if descriptor < 0 { descriptor = open("\(folder)/fsync", O_RDWR | O_CREAT, 0o600) }
    return elapsed {
      for _ in 0..<Self.saves {
        tick += 1
        let bytes = Self.content(tick)
        require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, "nothing can be written")
        require(Glibc.fsync(descriptor) == 0, "fsync fails")
      }
    } / Double(Self.saves)
  }

  /// A state is written in one place and a listener hears of it in another one, as in two processes: from the write, over
  /// the save, the event and the reading. In memory both are one.
  func watch(_ kind: String) -> Double {
    guard let pair = pairs[kind] ?? Pair({ store(kind, "watch") }) else { return -1 }
    pairs[kind] = pair
    return elapsed {
      for _ in 0..<Self.watches {
        tick += 1
        pair.write(tick)
      }
    } / Double(Self.watches)
  }
}

/// Two states of one key in two stores of one place.
private final class Pair {
  private final class Listener: StateListener, Sendable {
    let stateQueue: any StateQueue = DispatchQueue(label: "bench")
    let heard = DispatchSemaphore(value: 0)
    func stateDidChange(to value: Int) { heard.signal() }
  }

  private let near: State<Int>
  private let far: State<Int>
  private let listener = Listener()

  init?(_ make: () -> (any Store)?) {
    guard let first = make(), let second = first.isShared ? make() : first else { return nil }
    near = State(0, key: "n", in: first, saveAfter: .zero)
    far = State(0, key: "n", in: second)
    far.attach(listener: listener)
    // The watch of a new place needs its time.
    write(-1)
  }

  func write(_ value: Int) {
    near ~> value
    require(listener.heard.wait(timeout: .now() + 20) == .success, "a change never arrives")
  }
}

/// What is gone when the program ends, however it does.
enum TemporaryFolder {
  nonisolated(unsafe) private static var folder = ""

  static func remember(_ folder: String) {
    self.folder = folder
    atexit { TemporaryFolder.remove() }
  }

  private static func remove() {
    let texts: [String] = ["/bin/rm", "-rf", folder]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    var process: pid_t = 0
    if posix_spawn(&process, "/bin/rm", nil, nil, &words, environ) == 0 { waitpid(process, nil, 0) }
  }
}
