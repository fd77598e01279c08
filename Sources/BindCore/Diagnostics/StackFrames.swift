/// The frames of a Lua traceback that belong to scripts, in bindhost's own spelling: `settings.lua:22 in main chunk`.
struct StackFrames {
  let frames: [String]

  /// Reads Lua's own traceback text. Frames of C functions say nothing to a script author and are left out.
  init(_ traceback: String) {
    let all: [String] = traceback.split(separator: "\n").compactMap { line in
      let frame = line.drop { $0 == "\t" || $0 == " " }
      if frame == "stack traceback:" || frame.hasPrefix("[C]") || frame.isEmpty { return nil }
      if frame.hasPrefix("...") { return "… " + frame.dropFirst(3).drop { $0 == "\t" || $0 == " " } }
      return StackFrames.respelled(frame)
    }
    frames = StackFrames.collapsed(all)
  }

  /// A recursion is one line: `a.lua:3 in upvalue 'deep'  (12 times)`.
  private static func collapsed(_ frames: [String]) -> [String] {
    var runs: [(frame: String, count: Int)] = []
    for frame in frames {
      if runs.last?.frame == frame {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((frame, 1))
      }
    }
    return runs.map { $0.count == 1 ? $0.frame : "\($0.frame)  (\($0.count) times)" }
  }

  /// `file:12: in X` → `file:12 in X`.
  private static func respelled(_ frame: Substring) -> String {
    var rest = frame
    while let colon = rest.firstIndex(of: ":") {
      let behind = rest[rest.index(after: colon)...]
      if behind.hasPrefix(" in ") { return String(frame[..<colon] + behind) }
      rest = behind
    }
    return String(frame)
  }
}
