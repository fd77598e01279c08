import BindCore

// One of several choices: the list of a `select` that is open, and letters that go to what begins with them.

extension Presence {
  /// The open list of choices.
  package struct Menu {
    /// The choice that the person is at, counted from 0.
    package internal(set) var place: Int
  }

  /// Letters typed shortly after each other.
  struct Letters {
    var text: String
    var last: Instant
  }
}

extension View {
  /// Letters that come later begin a new word.
  private static let letterPause = Duration.seconds(1)

  /// The choice that the person is at in the open list; nil while it is closed.
  package var menuPlace: Int? {
    guard let menu = presence.menu, kind.role == .select else { return nil }
    return min(max(menu.place, 0), max(choices.count - 1, 0))
  }

  private var chosenPlace: Int? {
    let present = value(kind.input ?? "value")
    return choices.firstIndex { $0.value == present }
  }

  func openMenu() { setMenu(Presence.Menu(place: chosenPlace ?? 0)) }

  /// - Returns: whether it was open.
  @discardableResult
  func closeMenu() -> Bool {
    guard presence.menu != nil else { return false }
    setMenu(nil)
    return true
  }

  private func setMenu(_ menu: Presence.Menu?) {
    presence.menu = menu
    presence.letters = nil
    tell([("open", .boolean(menu != nil))])
    stage?.changed(self, property: "open")
  }

  /// The person goes to a choice: in the open list only there, else it is what the control is to have.
  /// - Returns: the value to take; nil if nothing is to be taken.
  private func go(to place: Int) -> Value? {
    if presence.menu != nil {
      presence.menu?.place = place
      stage?.changed(self, property: "open")
      return nil
    }
    return place == chosenPlace ? nil : choices[place].value
  }

  /// The next choices, or those before; the ends hold.
  func choice(by step: Int) -> Value? {
    let count = choices.count
    guard count > 0 else { return nil }
    guard let place = menuPlace ?? chosenPlace else { return go(to: step > 0 ? 0 : count - 1) }
    return go(to: min(max(place + step, 0), count - 1))
  }

  /// The next choice whose words begin with the letters typed; the same letter again goes to the next one with it.
  func choice(typing letters: String, at now: Instant) -> Value? {
    var typed = presence.letters ?? Presence.Letters(text: "", last: now)
    if now - typed.last > Self.letterPause { typed.text = "" }
    typed.text += letters.lowercased()
    typed.last = now
    presence.letters = typed
    let words = choices.map { PlainText.clean($0.words).lowercased() }
    let place = menuPlace ?? chosenPlace
    func next(_ start: String, from first: Int) -> Int? {
      words.indices.map { ($0 + first) % words.count }.first { words[$0].hasPrefix(start) }
    }
    // What goes on with a word stays where it is as long as that fits.
    let isSame = Set(typed.text).count == 1
    let found =
      (typed.text.count > 1 ? next(typed.text, from: place ?? 0) : nil)
      ?? (isSame ? next(String(typed.text.prefix(1)), from: (place ?? -1) + 1) : nil)
    return found.flatMap(go(to:))
  }
}
