/// The table of ratios: minima of many runs, each of ours beside each peer, with the goals.
struct Table {
  private var times: [String: Double] = [:]
  private var bytes: [String: Double] = [:]
  private var ours: Set<String> = []
  /// How much slower than the reference machine this one is: the median over the peers that both have measured.
  private(set) var machineFactor: Double?
  /// alien-signals itself ran here.
  private var measuresAlien = false

  init(_ measurements: [Measurement]) {
    for entry in measurements {
      let key = Table.key(entry.workload, entry.variant)
      times[key] = min(times[key] ?? .infinity, entry.nanoseconds)
      if let count = entry.bytes { bytes[key] = min(bytes[key] ?? .infinity, count) }
      if entry.variant.hasPrefix("bindhost.") { ours.insert(entry.variant) }
    }
    let factors = Reference.peers.compactMap { peer in
      times[Table.key(peer.workload, peer.variant)].map { $0 / peer.nanoseconds }
    }.sorted()
    machineFactor = factors.isEmpty ? nil : factors[factors.count / 2]
    for (workload, nanoseconds) in Reference.alien {
      let measured = times.removeValue(forKey: Table.key(workload, alien))
      if measured != nil { measuresAlien = true }
      times[Table.key(workload, estimate)] = measured ?? machineFactor.map { nanoseconds * $0 }
    }
  }

  private static func key(_ workload: String, _ variant: String) -> String { "\(workload) \(variant)" }

  func lines() -> [String] {
    var rows: [[String]] = [["workload", "ours", "ns", "beside", "ns", "ratio", "goal", ""]]
    var met = 0
    var missed = 0
    var unknown = 0
    for workload in titles {
      if let figure = figures.first(where: { $0.workload == workload.letter }) {
        for variant in figure.variants {
          let time = times[Table.key(workload.letter, variant.name)]
          let missing = variant.package.map { "not installed (\($0))" } ?? "not measured"
          rows.append([
            "\(workload.letter)  \(workload.title)", variant.name, time.map(short) ?? "-", "", "", "", "",
            time.map(figure.says) ?? missing,
          ])
        }
        continue
      }
      for variant in variants(of: workload.letter) {
        let time = times[Table.key(workload.letter, variant)]
        for peer in others(of: workload.letter) where peer.variant != variant {
          let other = times[Table.key(workload.letter, peer.variant)]
          let limit = timeLimit(workload.letter, variant, peer.variant)
          if limit == nil, time == nil || other == nil, peer.package == nil || time == nil { continue }
          // A script is compared with a script.
          if limit == nil, variant == "bindhost.lua", peer.variant != "lua", !workload.letter.hasPrefix("k.") {
            continue
          }
          var row = [
            "\(workload.letter)  \(workload.title)", variant, time.map(short) ?? "-",
            peer.variant == estimate && measuresAlien ? alien : peer.variant,
            other.map(short) ?? (peer.package == nil ? "-" : "not installed"),
          ]
          if let time, let other {
            let ratio = time / other
            row += [rounded(ratio, to: 2), limit.map { "≤ " + rounded($0, to: 2) } ?? ""]
            row.append(limit.map { ratio <= $0 ? "met" : "missed" } ?? "")
            if let limit { if ratio <= limit { met += 1 } else { missed += 1 } }
          } else {
            row += ["-", limit.map { "≤ " + rounded($0, to: 2) } ?? "", limit == nil ? "" : "not measured"]
            if limit != nil { unknown += 1 }
          }
          rows.append(row)
        }
        for goal in goals where goal.workload == workload.letter && goal.variant == variant {
          if case .proves(let what) = goal.limit {
            rows.append(
              [
                "\(workload.letter)  \(workload.title)", variant, time.map(short) ?? "-", "", "", "", what,
                time == nil ? "not measured" : "met",
              ])
            if time == nil { unknown += 1 } else { met += 1 }
          }
          guard case .bytes(let limit) = goal.limit else { continue }
          var row = [
            "\(workload.letter)  \(workload.title)", variant, "", "bytes", "", "", "≤ " + rounded(limit, to: 0),
          ]
          if let count = bytes[Table.key(workload.letter, variant)] {
            row[2] = rounded(count, to: 0) + " B"
            row[5] = rounded(count / limit, to: 2)
            row.append(count <= limit ? "met" : "missed")
            if count <= limit { met += 1 } else { missed += 1 }
          } else {
            row.append("not measured")
            unknown += 1
          }
          rows.append(row)
        }
      }
    }
    var lines = Table.aligned(rows)
    if let machineFactor, !measuresAlien {
      lines.append(
        "\(estimate) is an estimate: its figure in PERFORMANCE.md times this machine's factor \(rounded(machineFactor, to: 2))."
      )
    }
    lines.append("goals: \(met) met, \(missed) missed, \(unknown) not measured")
    return lines
  }

  /// Ours in a workload: what was measured, and what a goal asks for.
  private func variants(of workload: String) -> [String] {
    var names = goals.filter { $0.workload == workload }.map(\.variant)
    names += ours.sorted().filter { times[Table.key(workload, $0)] != nil }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private func others(of workload: String) -> [(variant: String, package: String?)] {
    let fixed = peers.filter { $0.workloads.contains(workload) }.map { ($0.variant, $0.package) }
    if !fixed.isEmpty { return fixed }
    let own = times.keys.compactMap { key -> String? in
      let words = key.split(separator: " ")
      guard words[0] == workload, !words[1].hasPrefix("bindhost.") else { return nil }
      return String(words[1])
    }
    let wanted = goals.compactMap { goal -> String? in
      guard goal.workload == workload, case .times(_, let peer) = goal.limit else { return nil }
      return peer
    }
    return Set(own + wanted).sorted().map { ($0, nil) }
  }

  private func timeLimit(_ workload: String, _ variant: String, _ peer: String) -> Double? {
    for goal in goals where goal.workload == workload && goal.variant == variant {
      if case .times(let factor, peer) = goal.limit { return factor }
    }
    return nil
  }

  private func short(_ nanoseconds: Double) -> String { rounded(nanoseconds, to: nanoseconds < 100 ? 2 : 0) }

  /// Columns of numbers end at the same place, columns of words start there.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        let isNumber = column == 2 || column == 4 || column == 5
        line += (isNumber ? padding + cell : cell + padding) + "  "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
