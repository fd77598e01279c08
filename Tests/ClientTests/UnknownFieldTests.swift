import BindCore
import Testing

import class BindHost.Host
import struct BindHost.HostOptions

/// Which names a place of a Swift type takes.
@Suite(.ownThread) struct UnknownFieldTests {
  let client = Client()

  struct Tags: ScriptCodable, Equatable {
    var tags = ["a": 1, "b": 2]
    var note: String?
  }
  struct Point: ScriptCodable, Equatable { var x = 0 }
  struct Model: Equatable {
    var point = Point()
    var tags = Tags()
  }

  // 38
  @Test func theKeyOfADictionaryInARecordCanBeRemoved() throws {
    let bag = client.ref(Tags(), "bag")
    try bag.at("tags.a", as: Int?.self).set(nil)
    #expect(try bag.get().tags == ["b": 2])
    try bag.update(Record([("tags", .record(Record([("b", .null), ("c", .integer(3))])))]))
    #expect(try bag.get().tags == ["c": 3])
    // What is not there can be removed too; a field that the type does not have cannot.
    try bag.at("tags.z", as: Int?.self).set(nil)
    #expect(id { try bag.at("tagz", as: Int?.self).set(nil) } == .bindUnknownField)
    #expect(id { try bag.update(Record([("tagz", .null)])) } == .bindUnknownField)
    let bags = client.ref(["x": Tags(), "y": Tags()], "bags")
    try bags.at("x", as: Tags?.self).set(nil)
    try bags.at("y.tags.a", as: Int?.self).set(nil)
    #expect(try bags.get() == ["y": Tags(tags: ["b": 2])])
    #expect(id { try bags.at("y.tagz", as: Int?.self).set(nil) } == .bindUnknownField)
  }

  // 38
  @Test func aBindingAndALinkRemoveItToo() throws {
    let (bag, bound, linked) = (client.ref(Tags(), "bag"), client.ref(1 as Int?), client.ref(2 as Int?))
    let binding = try bound.bind(to: bag.at("tags.a", as: Int?.self))
    let link = try linked.link(to: bag.at("tags.b", as: Int?.self))
    try bound.set(nil)
    try linked.set(nil)
    #expect(try bag.get().tags.isEmpty && binding.status.get() == .ok && link.status.get() == .ok)
    try linked.set(5)
    #expect(try bag.get().tags == ["b": 5])
  }

  // 38, 39
  @Test func aPartOfABindableNamesAFieldThatItsTypeDoesNotHave() throws {
    let model = Bindable(Model(), name: "model")
    let part = model.ref(\.point, name: "point")
    let typo = try part.at("zzz", as: Int?.self)
    #expect(id { try typo.set(5) } == .bindUnknownField)
    #expect(id { try part.update(Record([("zzz", .integer(1))])) } == .bindUnknownField)
    #expect(id { try part.cast(to: Record.self).update(Record([("zzz", .integer(1))])) } == .bindUnknownField)
    try part.update(Record([("zzz", .integer(1)), ("x", .integer(2))]), ignoringUnknown: true)
    try model.ref(\.tags).at("tags.a", as: Int?.self).set(nil)
    #expect(model.value == Model(point: Point(x: 2), tags: Tags(tags: ["b": 2])))
    try client.ref(7).bind(to: part.at("x", as: Int.self))
    #expect(model.value?.point.x == 7)
  }

  // 30
  @Test func aPartOfABindableHasNoDefaultToGoBackTo() throws {
    let part = Bindable(Model(), name: "model").ref(\.point, name: "point")
    do {
      try part.reset()
      Issue.record("it was reset")
    } catch {
      #expect(diagnostic(of: error)?.message == "model.point belongs to a Swift model and has no default to go back to")
    }
  }

  // 39
  @Test func aBindingOntoSuchAFieldIsRefusedWhenItIsMade() throws {
    let source = client.ref(7 as Int?)
    let part = Bindable(Model(), name: "model").ref(\.point, name: "point")
    let places = [try client.ref(Point()).at("zzz", as: Int?.self), try part.at("zzz", as: Int?.self)]
    for place in places {
      #expect(id { try source.bind(to: place) } == .bindUnknownField)
      #expect(id { try source.bind(to: place, BindingOptions(initial: false)) } == .bindUnknownField)
      #expect(id { try source.link(to: place) } == .bindUnknownField)
    }
    let note = try client.ref(Tags()).at("note", as: Int?.self)
    #expect(id { try source.bind(to: note, BindingOptions(initial: false)) } == nil)
  }

  // 38
  @Test func aSourceNamesAFieldThatItsTypeDoesNotHave() throws {
    let host = try Host(HostOptions(scriptFolder: "/nowhere") { _ in })
    defer { host.close() }
    var sent: [Point] = []
    let source = try Source<Point>(
      get: .now { Point(x: 1) },
      set: .now { new, _ in
        sent.append(new)
        return nil
      })
    let typo = try source.ref.at("zzz", as: Int?.self)
    #expect(id { try typo.set(5) } == .bindUnknownField)
    #expect(id { try source.ref.cast(to: Record.self).update(Record([("zzz", .integer(1))])) } == .bindUnknownField)
    #expect(id { try client.ref(5 as Int?).bind(to: typo) } == .bindUnknownField)
    #expect(sent.isEmpty)
    try source.ref.at("x", as: Int.self).set(3)
    #expect(turn(host) { sent == [Point(x: 3)] })
  }

  // 38
  @Test func soDoesOneThatHasNotAnsweredYet() throws {
    var reports: [String] = []
    let host = try Host(HostOptions(scriptFolder: "/nowhere") { reports.append($0) })
    defer { host.close() }
    var answer: ((Result<Point, any Error>) -> Void)?
    var sent: [Point] = []
    let source = try Source<Point>(
      get: .later {
        answer = $0
        return nil
      },
      set: .now { new, _ in
        sent.append(new)
        return nil
      })
    try source.ref.at("zzz", as: Int?.self).set(5)
    try source.ref.update(Record([("zzz", .integer(1)), ("x", .integer(2))]), ignoringUnknown: true)
    answer?(.success(Point(x: 1)))
    #expect(turn(host) { !sent.isEmpty } && sent == [Point(x: 2)])
    #expect(reports.count == 1 && reports[0].contains("unknown field 'zzz'"), "\(reports)")
  }
}
