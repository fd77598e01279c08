// How events are told to a person: one wording for error reports, `why` and the log.

extension Engine {
  /// `write  →  user.name  profile.lua:19`, `job "profile" (run 7)`, `binding a → b  board.lua:3`.
  package func words(for event: Cause) -> String {
    let label = causes.name(event.label)
    var what: String
    if event.via != 0 {
      what = causes.name(event.via)
      if !label.isEmpty { what += " \"\(label)\"" }
    } else if label.isEmpty {
      what = event.kind.name
    } else {
      // What a task is called says more than that it writes.
      what = event.kind == .write ? label : "\(event.kind.name) \"\(label)\""
    }
    if event.run != 0 { what += " (run \(event.run))" }
    let target = causes.name(event.target)
    // A binding's own name says where it leads.
    if !target.isEmpty, event.via == 0 { what += "  →  \(target)" }
    let place = words(for: event.place)
    return place.isEmpty ? what : "\(what)  \(place)"
  }
}
