import BindCore
import BindViews

/// `test.find`, `test.keys`, `test.screen`, `test.snapshot`: the screen, as a person sees and uses it.
extension Surface {
  var testScreenFunctions: [Entry] {
    [
      Entry(
        "find",
        """
        (what: string|options) -> found?, err?
        The shown view with this id or title, with what a person can do there.
        - title: string. What it says; a question stands before everything else.
        - id: string. Its id.
        > test.find("email"):input "ada@example.org"
        """
      ) { [unowned self] call throws(Failure) in try find(call) },
      Entry(
        "keys",
        """
        (keys: string)
        Presses keys, one after the other, such as Tab Tab Space.
        """
      ) { [unowned self] call throws(Failure) in
        let text = try call.string(1, "keys").text
        let keys = try Key.keys(in: text)
        let place = lua.position
        try outside(call) { [unowned self] driver throws(Failure) in
          for key in keys { try used(driver, at: place) { () throws(Failure) in try input.send(key) } }
          return []
        }
      },
      Entry(
        "screen",
        """
        (options?) -> string
        What a person sees, as text.
        - cols: integer = 80. The width.
        - rows: integer. The height; without it the screen is as high as what is shown.
        """
      ) { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let options = try call.options(1)
        let text = try driver.screen(
          columns: try options.count("cols", atLeast: 1), rows: try options.count("rows", atLeast: 1))
        try call.reply(.string(ByteString(text)))
      },
      Entry(
        "snapshot",
        """
        (name: string, options?)
        Compares the screen with what was kept under this name; bindhost test --update-snapshots keeps it.
        - cols: integer = 80. The width.
        - rows: integer. The height.
        """
      ) { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let name = try call.string(1, "name").text
        let options = try call.options(2)
        let text = try driver.screen(
          columns: try options.count("cols", atLeast: 1), rows: try options.count("rows", atLeast: 1))
        try driver.compare(snapshot: name, with: text)
      },
    ]
  }

  // MARK: Finding

  /// `test.find "id"`, `test.find {title = "…"}`: the view, or `nil, err`.
  private func find(_ call: Call) throws(Failure) {
    let driver = try runningDriver(call)
    let query: FoundView.Query
    if let id = call.argument(1).string {
      query = .id(id.text)
    } else {
      let options = try call.options(1)
      if let id = try options.string("id") {
        query = .id(id)
      } else if let title = try options.string("title") {
        query = .title(title)
      } else {
        throw call.wrong(1, "what", expected: "an id or {title = \"…\"}")
      }
    }
    guard let view = query.view(on: stage) else {
      let missing = query.missing(on: stage)
      if let place = lua.position { driver.missed(missing.sentence, at: place) }
      return try call.replyFailure(.diagnostic(missing))
    }
    call.reply(FoundView(view, query, surface: self))
  }

  var foundViewMethods: [Entry] {
    [
      action(
        "press",
        """
        ()
        Activates it, as Enter or a click does.
        """
      ) { _ throws(Failure) in .press },
      action(
        "type",
        """
        (keys: string)
        Types characters; a field takes them when its editing ends.
        """
      ) { call throws(Failure) in .type(try call.string(1, "keys").text) },
      action(
        "input",
        """
        (value: any)
        Sets its value and ends the editing.
        """
      ) { call throws(Failure) in .input(call.value(1)) },
      action(
        "accept",
        """
        ()
        Says yes to a question.
        """
      ) { _ throws(Failure) in .accept },
      action(
        "dismiss",
        """
        ()
        Says no to a question.
        """
      ) { _ throws(Failure) in .dismiss },
      action(
        "focus",
        """
        ()
        Goes to it.
        """
      ) { _ throws(Failure) in .focus },
    ]
  }

  /// One thing that a person does at a view.
  private func action(
    _ name: String, _ definition: StaticString, _ event: @escaping (Call) throws(Failure) -> InputEvent
  ) -> Entry {
    Entry(name, definition) { [unowned self] call throws(Failure) in
      let found = try call.receiver(FoundView.self)
      let event = try event(call)
      let place = lua.position
      try outside(call) { [unowned self] driver throws(Failure) in
        try used(driver, at: place) { () throws(Failure) in try input.send(event, to: try found.view()) }
        return []
      }
    }
  }

  /// A turn that a person begins.
  private func used(
    _ driver: any TestDriver, at place: SourcePosition?, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    driver.turn { do throws(Failure) { try body() } catch { failure = error } }
    if let failure { throw failure }
  }
}

/// What `test.find` gives: a view, with what a person can do there. A view that takes its place is found again.
final class FoundView: HostObject, @unchecked Sendable {
  enum Query {
    case id(String)
    case title(String)

    func view(on stage: Stage) -> View? {
      switch self {
      case .id(let id): return stage.view(id: id)
      case .title(let title):
        let found = stage.views.filter { $0.words("title") == title }
        // A question stands before everything else.
        return found.last { $0.kind.role == .dialog && $0.isVisible } ?? found.first { $0.isVisible } ?? found.first
      }
    }

    func missing(on stage: Stage) -> Diagnostic {
      let views = stage.views
      let known: [String]
      let what: String
      let asked: String
      switch self {
      case .id(let id):
        (what, asked) = ("no view with the id \"\(id)\" is shown", id)
        known = views.filter(\.hasOwnID).map(\.id)
      case .title(let title):
        (what, asked) = ("no view with the title \"\(title)\" is shown", title)
        known = views.filter(\.isVisible).map { $0.words("title") }.filter { !$0.isEmpty }
      }
      let names =
        known.isEmpty ? (views.isEmpty ? "nothing is shown" : "there are none") : known.joined(separator: ", ")
      return Diagnostic(
        .testNotFound, what, suggestions: nearestNames(to: asked, in: known), notes: ["shown: \(names)"])
    }
  }

  private let query: Query
  private var last: View
  private unowned let surface: Surface

  init(_ view: View, _ query: Query, surface: Surface) {
    last = view
    self.query = query
    self.surface = surface
    super.init(kind: surface.testKinds.found)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  /// The view as it stands now.
  func view() throws(Failure) -> View {
    if !last.isStopped, last.isShown(on: surface.stage) { return last }
    guard let view = query.view(on: surface.stage) else { throw .diagnostic(query.missing(on: surface.stage)) }
    last = view
    return view
  }

  /// `found "value"`: a property, as of every view.
  override func resolve(path: ByteString) throws -> HostObject {
    do { return surface.object(try view().property(path.text)) } catch { throw surface.raisable(error) }
  }
}
