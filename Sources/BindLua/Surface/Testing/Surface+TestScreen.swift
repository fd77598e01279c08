import BindCore
import BindViews

/// `test.find`, `test.keys`, `test.screen`, `test.snapshot`: the screen, as a person sees and uses it.
extension Surface {
  var testScreenFunctions: [Entry] {
    [
      Entry("find") { [unowned self] call throws(Failure) in try find(call) },
      Entry("keys") { [unowned self] call throws(Failure) in
        let text = try call.string(1, "keys").text
        let keys = try Key.keys(in: text)
        let place = lua.position
        try outside(call) { [unowned self] driver throws(Failure) in
          for key in keys { try used(driver, at: place) { () throws(Failure) in try input.send(key) } }
          return []
        }
      },
      Entry("screen") { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let options = try call.options(1, ["cols", "rows"])
        let text = try driver.screen(
          columns: try options.count("cols", atLeast: 1), rows: try options.count("rows", atLeast: 1))
        try call.reply(.string(ByteString(text)))
      },
      Entry("snapshot") { [unowned self] call throws(Failure) in
        let driver = try runningDriver(call)
        let name = try call.string(1, "name").text
        let options = try call.options(2, ["cols", "rows"])
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
      let options = try call.options(1, ["title", "id"])
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
      action("press") { _ throws(Failure) in .press },
      action("type") { call throws(Failure) in .type(try call.string(1, "keys").text) },
      action("input") { call throws(Failure) in .input(call.value(1)) },
      action("accept") { _ throws(Failure) in .accept },
      action("dismiss") { _ throws(Failure) in .dismiss },
      action("focus") { _ throws(Failure) in .focus },
    ]
  }

  /// One thing that a person does at a view.
  private func action(_ name: String, _ event: @escaping (Call) throws(Failure) -> InputEvent) -> Entry {
    Entry(name) { [unowned self] call throws(Failure) in
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
