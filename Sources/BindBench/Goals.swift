/// A goal of PERFORMANCE.md: one of our figures is at most `factor` times a peer's, measured in the same run.
struct Goal {
  enum Limit {
    /// At most this multiple of the time of the peer with that variant, in the same workload.
    case times(Double, String)
    /// At most so many bytes for each operation.
    case bytes(Double)
    /// Something that the case itself proves: it ends the program where it is not so.
    case proves(String)
  }
  let workload: String
  let variant: String
  let limit: Limit

  init(_ workload: String, _ variant: String, _ limit: Limit) {
    self.workload = workload
    self.variant = variant
    self.limit = limit
  }
}

/// alien-signals is no Debian package: where it was not measured, its time here is its time on the machine where the goals
/// were set, times the machine factor (see `Reference`). The smaller figure of a published range counts.
let estimate = "alien-signals~"
let alien = "alien-signals"

/// `bindhost.runtime` is the embedded runtime with the least that a host can do behind it; `bindhost.lua` the whole of `bh`.
let goals: [Goal] = [
  Goal("a", "bindhost.declared", .times(250.0 / 936, estimate)),
  Goal("a", "bindhost.declared", .bytes(256)),
  Goal("a", "bindhost.tracked", .times(250.0 / 936, estimate)),
  Goal("a", "bindhost.tracked", .bytes(256)),
  Goal("a", "bindhost.lua", .bytes(500)),
  Goal("b", "bindhost.declared", .times(1 / 2.5, estimate)),
  Goal("b", "bindhost.tracked", .times(1 / 1.3, estimate)),
  Goal("c", "bindhost.declared", .times(1.5, "swift.closures")),
  Goal("c", "bindhost.declared", .times(1, "qt")),
  Goal("c", "bindhost.tracked", .times(1 / 1.4, estimate)),
  Goal("d", "bindhost.declared", .times(1 / 1.5, estimate)),
  Goal("d", "bindhost.tracked", .times(1 / 1.5, estimate)),
  Goal("d.deep", "bindhost.declared", .proves("no overflow")),
  Goal("d.deep", "bindhost.lua", .proves("no overflow")),
  Goal("e", "bindhost.declared", .times(1.1, estimate)),
  Goal("e", "bindhost.declared", .proves("1 run")),
  Goal("e", "bindhost.tracked", .times(1.1, estimate)),
  Goal("e", "bindhost.tracked", .proves("1 run")),
  Goal("f.cellx1000", "bindhost.tracked", .times(1 / 2.5, estimate)),
  Goal("f.cellx2500", "bindhost.tracked", .times(1 / 2.5, estimate)),
  // Independent of how many bindings exist, but for what a larger heap does to the caches.
  Goal("i", "bindhost.1000", .times(1.15, "bindhost.10")),
  Goal("j", "bindhost.10000", .times(1.15, "bindhost.10")),
  Goal("k.get_integer", "bindhost.lua", .times(1.15, "c.userdata")),
  Goal("k.get_string", "bindhost.lua", .times(1.7, "c.userdata")),
  Goal("k.set", "bindhost.lua", .times(1.3, "c.userdata")),
  Goal("k.method", "bindhost.runtime", .times(1.3, "c.userdata")),
  Goal("k.function", "bindhost.runtime", .times(1.4, "c.userdata")),
  Goal("k.closure", "bindhost.runtime", .times(1.15, "c.pcall")),
  Goal("k.await", "bindhost.runtime", .times(1.7, "c.yield")),
  Goal("l.fan", "bindhost.lua", .times(1.35, "c.pcall")),
  Goal("l.fan", "bindhost.lua", .times(1.0 / 10, "lua")),
  Goal("l.chain", "bindhost.lua", .times(1.0 / 5, "lua")),
  Goal("l.diamond", "bindhost.lua", .times(1.0 / 5, "lua")),
  Goal("m.first", "bindhost.into", .times(1.5, "simdjson.lua")),
  Goal("m.reload", "bindhost.into", .proves("1 leaf")),
  // For each element: in proportion to the list at worst.
  Goal("n", "bindhost.10000", .times(1.15, "bindhost.1000")),
  Goal("n", "bindhost.10000", .proves("1 operation")),
]

/// What each workload is, in the order of the table.
let titles: [(letter: String, title: String)] = [
  ("a", "create a source and its observer"),
  ("b", "1 source, 1 observer: an update"),
  ("c", "1 source, 1000 observers: a delivery"),
  ("d", "chain of 1000 cells: a cell"),
  ("d.deep", "chain of 100 000 cells: a cell"),
  ("e", "diamond 1, 100, 1: an arm"),
  ("f.avoidable", "kairo: an update"),
  ("f.broad", "kairo: an update"),
  ("f.deep", "kairo: an update"),
  ("f.mux", "kairo: an update"),
  ("f.repeated", "kairo: an update"),
  ("f.triangle", "kairo: an update"),
  ("f.unstable", "kairo: an update"),
  ("f.cellx1000", "1000 layers: a cell"),
  ("f.cellx2500", "2500 layers: a cell"),
  ("g", "an equal value"),
  ("h", "1000 sources in a transaction: a source"),
  ("i", "a record, a binding for each field"),
  ("j", "bindings by path, one touched"),
  ("k.get_integer", "Lua reads an integer"),
  ("k.get_string", "Lua reads 11 bytes"),
  ("k.set", "Lua writes an integer"),
  ("k.path", "Lua takes a Ref by its path"),
  ("k.method", "Lua calls a method"),
  ("k.function", "Lua calls a typed function"),
  ("k.closure", "a Lua closure is called"),
  ("k.await", "a task waits once"),
  ("l.fan", "Swift writes, 1000 Lua observers: a delivery"),
  ("l.chain", "chain of 1000 Lua cells: a cell"),
  ("l.diamond", "diamond of Lua cells: an arm"),
  ("m.first", "1 MB of JSON into a field: a record"),
  ("m.reload", "again, one record changed: a record"),
  ("n", "keyed list, insert at the front: an element"),
  ("r.save", "100 bytes saved durably"),
  ("r.watch", "a write until another one hears of it"),
]

/// Workloads whose figures stand for themselves, with the Debian package that a variant needs, if it needs one, and what else
/// a figure says.
let figures: [(workload: String, variants: [(name: String, package: String?)], says: @Sendable (Double) -> String)] = [
  (
    "r.save", StoreBench.kinds.map(storeVariant) + [("c.fsync", nil)],
    { nanoseconds in "\(rounded(1e9 / nanoseconds, to: 0)) a second" }
  ),
  ("r.watch", StoreBench.kinds.map(storeVariant), { nanoseconds in "\(rounded(nanoseconds / 1e6, to: 2)) ms" }),
]

private func storeVariant(_ kind: String) -> (name: String, package: String?) {
  ("bindhost.\(kind)", kind == "etcd" ? "etcd-server" : nil)
}

/// The variants that are peers of the graph's workloads, with the Debian package that a peer needs, if it needs one.
let peers: [(variant: String, package: String?, workloads: Set<String>)] = [
  ("qt", "qt6-base-dev", ["a", "b", "c", "d", "e", "g"]),
  ("glib", "libglib2.0-dev", ["a", "b", "c", "d", "g"]),
  ("lua", "lua5.4", ["a", "b", "c", "d", "e", "g"]),
  ("swift.observation", nil, ["a", "b", "c", "d"]),
  ("swift.closures", nil, ["c"]),
  ("c.loop", nil, ["c"]),
  (estimate, nil, ["a", "b", "c", "d", "e", "g", "h"]),
]

/// Times of the machine where the goals were set, in nanoseconds (PERFORMANCE.md).
enum Reference {
  /// Workload f is not published: its figures were taken on another machine, beside b to e and h, and are divided by how
  /// much slower these five ran there.
  static let alien: [String: Double] = [
    "a": 936, "b": 20, "c": 16, "d": 30, "e": 25, "g": 1.1, "h": 30,
    "f.avoidable": 75, "f.broad": 3107, "f.deep": 1153, "f.mux": 5165, "f.repeated": 102, "f.triangle": 299,
    "f.unstable": 250, "f.cellx1000": 109, "f.cellx2500": 116,
  ]
  static let peers: [(workload: String, variant: String, nanoseconds: Double)] = [
    ("b", "qt", 14), ("c", "qt", 6.4), ("d", "qt", 19.6), ("e", "qt", 696),
    ("b", "glib", 460), ("c", "glib", 229), ("d", "glib", 1333),
    ("c", "c.loop", 1.45),
    ("b", "swift.observation", 961), ("c", "swift.observation", 871), ("d", "swift.observation", 1002),
  ]
}
