// README
import BindCore
import BindHost
import Observation
// README end

import Foundation
import TestSupport
import Testing

/// What README.md shows of Swift is what is compiled and run here: the regions marked README are its blocks, in their order.
@Suite struct ReadmeTests {
  // README
  struct User: Equatable {
    var name = "Ada"
    var followers = 0
  }

  final class Label: BindingTarget { var text = "" }

  final class TextField: Control {
    static var canonical: ReferenceWritableKeyPath<TextField, String> { \.text }
    var text = ""
    let edits = EditEvent()
    func userTyped(_ new: String) {
      text = new
      edits.send()
    }
  }

  class Slider: Editable {  // not final: its properties are bound by name
    var value = 0.0
    let edits = EditEvent()
  }
  // README end
  /// Foundation has one too.
  typealias Host = BindHost.Host

  /// On a thread of its own, which is none that tasks wait for.
  @Test func whatTheReadmeShowsOfSwiftIsCompiledAndSaysWhatItSays() async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { done.resume(with: Result { try Self.perform() }) }
    }
  }

  private static func perform() throws {
    var lines: [String] = []
    func print(_ words: Any..., terminator: String = "\n") {
      lines.append(words.map { "\($0)" }.joined(separator: " ").trimmingCharacters(in: .newlines))
    }
    // README
    let user = Bindable(User(), name: "user")
    let (label, field, slider) = (Label(), TextField(), Slider())

    user.bind(\.followers, to: label, \.text, transform: { "\($0) followers" })
    field <-> user[\.name]  // both ways; the model wins at the start
    slider[\.value] <~> (user[\.followers], { $0.value = Double($1) }, { Int($0.value) })
    user.observe { print($0.name, $0.followers) }  // Ada 0

    field.userTyped("Grace")  // Grace 0
    try Engine.current.transaction {  // Grace H. 12: one wave for all of it, and nothing if it throws
      user.modify { $0.followers = 12 }
      user.modify { $0.name += " H." }
    }
    print(label.text, slider.value)  // 12 followers 12.0

    let arrivals = user.arrivals  // for other threads; taken by `Engine.takeArrivals()`, or by a host
    Task.detached { arrivals.modify { $0.followers += 1 } }
    withObservationTracking {  // Swift's own Observation: told once, of the next change
      print(user.observed.value?.name ?? "nobody")  // Grace H.
    } onChange: {
    }
    // README end
    let deadline = Date() + 300
    while user.value?.followers != 13, Date() < deadline { if Engine.current.takeArrivals() == 0 { usleep(500) } }
    #expect(
      lines == ["Ada 0", "Grace 0", "Grace H. 12", "12 followers 12.0", "Grace H.", "Grace H. 13"])

    lines = []
    // README
    let settings = try Ref.model("settings", ["city": "Wellington", "celsius": .number(20, in: -60...60)])
    let celsius: Ref<Int> = try settings.at("celsius")
    let city: Ref<String> = try settings.at("city")
    let words = Ref.computed { try "\(celsius.get()) °C in \(city.get())" }
    try words.observe { print($0) }  // 20 °C in Wellington

    let typed = Ref("")
    let link = try celsius.link(
      to: typed, forward: { "\($0)" },
      backward: { text in
        guard let number = Int(text) else { throw InvalidInput("a whole number, please") }
        return number
      })
    try typed.set("warm")
    print(try link.status.get())  // invalid: the model keeps its value, the input stays where it was typed
    let history = try Engine.current.history(of: [settings.cell])
    try typed.set("25")  // 25 °C in Wellington
    try history.undo()  // 20 °C in Wellington
    // README end
    #expect(
      lines == ["20 °C in Wellington", "invalid", "25 °C in Wellington", "20 °C in Wellington"])

    let folder = try TemporaryFolder()
    try folder.write(try #require(Self.blocks("lua").first), to: "rules.lua")
    let boards = folder.path
    lines = []
    // README
    var options = HostOptions(scriptFolder: boards) { print($0) }  // errors that no script caught
    options.print = { print(String(decoding: $0, as: UTF8.self), terminator: "") }
    let host = try Host(options)
    try host.expose(user, as: "user") {
      $0.field("name", \.name)
      $0.field("followers", \.followers)
    }
    try host.run(file: "rules.lua")  // until nothing keeps it alive; `host.pump()` in a loop of your own
    try host.call("greet", with: [.string("Hello")])  // Hello Grace H.
    host.close()
    // README end
    #expect(lines == ["Grace H. 0", "Hello Grace H."])
    #expect(field.text == "Grace H." && slider.value == 0 && user.value?.followers == 0)
    let regions = try Self.regions()
    #expect(regions.count == 5)
    #expect(try regions == Self.blocks("swift"))
  }

  /// On a thread of its own too.
  @Test func theScriptThatTheReadmeShowsPrintsWhatItShows() async throws {
    let section = "Both ways, lists, undo, and what lies outside"
    let script = try #require(Self.blocks("lua", in: section).first)
    // The line that ends the script looks like one that begins a block.
    let shown = try #require(Self.blocks("", in: section).dropFirst().first)
    let printed = try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try Self.output(of: script) }) }
    }
    #expect(printed == shown + "\n")
  }

  private static func output(of script: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "form.lua")
    var printed = ""
    var options = HostOptions(scriptFolder: folder.path) { Issue.record("\($0)") }
    options.print = { printed += String(decoding: $0, as: UTF8.self) }
    let host = try Host(options)
    defer { host.close() }
    try host.run(file: "form.lua")
    return printed
  }

  // MARK: -

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The fenced blocks of a section.
  private static func blocks(_ language: String, in title: String = "As a Swift library") throws -> [String] {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(text.range(of: "\n## \(title)\n"))
    let rest = text[start.upperBound...]
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    return section.components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { String($0.components(separatedBy: "\n```")[0]) }
  }

  /// The marked regions of this file, without what they are indented by.
  private static func regions() throws -> [String] {
    var regions: [[String]] = []
    var indent: Int?
    for line in try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).components(separatedBy: "\n") {
      switch line.drop(while: { $0 == " " }) {
      case "// README":
        indent = line.prefix { $0 == " " }.count
        regions.append([])
      case "// README end": indent = nil
      default: if let indent { regions[regions.count - 1].append(String(line.dropFirst(indent))) }
      }
    }
    return regions.map { $0.joined(separator: "\n") }
  }
}
