/// The frames of a Lua traceback that belong to scripts, in bindhost's own spelling: `settings.lua:22 in main chunk`.
struct StackFrames {
  let frames: [String]

  /// Reads Lua's own traceback text. Frames of C functions say nothing to a script author and are left out.
  init(_ traceback: String) {
    frames = traceback.split(separator: "\n").compactMap { line in
      let frame = line.drop { $0 == "\t" || $0 == " " }
      if frame == "stack traceback:" || frame.hasPrefix("[C]") || frame.isEmpty { return nil }
      if frame.hasPrefix("...") { return "… " + frame.dropFirst(3).drop { $0 == "\t" || $0 == " " } }
      return StackFrames.respelled(frame)
    }
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
