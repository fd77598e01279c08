import BindCore
import BindHost
import BindSources
import BindViews
import Foundation
import Testing

/// A script with a screen: virtual time, what the plain presenter writes, and a person who uses it.
final class ScreenHost {
  let host: VirtualHost
  private let lines = Lines()

  private final class Lines { var all: [String] = [] }

  init() throws {
    var permissions = Permissions(scriptFolder: "/scripts")
    for flag in ["--allow-net", "--allow-run"] {
      _ = try permissions.apply(flag: flag, value: nil, relativeTo: "/")
    }
    host = try VirtualHost(permissions)
    let presenter = PlainPresenter(host.host.stage) { [lines] in lines.all.append($0) }
    host.host.onTurn = { presenter.draw() }
  }

  convenience init(_ script: String) throws {
    try self.init()
    try host.run("local ui = bh.ui; " + script)
  }

  /// One of the scripts that are shipped.
  func run(example name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var text = try String(contentsOf: folder.appendingPathComponent("examples/\(name).lua"), encoding: .utf8)
    if text.hasPrefix("#!") { text = "--" + text }
    try host.run("do end " + text, name: "\(name).lua")
  }

  /// What was written since the last call.
  func shown() -> [String] {
    defer { lines.all = [] }
    return lines.all
  }

  @discardableResult
  func advance(_ milliseconds: Int) throws -> [String] {
    try host.advance(.milliseconds(milliseconds))
    return shown()
  }

  func view(_ id: String) throws -> View {
    let stage = host.host.stage
    return try #require(stage.view(id: id) ?? stage.views.first { $0.words("title") == id && $0.isVisible }, "\(id)")
  }

  /// One event at the view with that id or title, and all that follows from it now.
  @discardableResult
  func send(_ event: InputEvent, to id: String) throws -> [String] {
    let view = try view(id)
    var failure: (any Error)?
    host.world.clock.schedule(after: .zero, label: "input") { [host] in
      do { try host.host.input.send(event, to: view) } catch { failure = error }
    }
    let lines = try advance(0)
    if let failure { throw failure }
    return lines
  }

  /// Why the event is refused.
  func refusal(of event: InputEvent, at id: String) throws -> String {
    do { try host.host.input.send(event, to: try view(id)) } catch let failure as Failure { return "\(failure)" }
    return "it was taken"
  }

  var network: VirtualNetwork { host.world.network }
  var reports: [String] { host.reports() }
  func printed() -> [String] { host.printed() }
}
