import BindCore
import BindStores
import Foundation
import Testing

/// Types as programs have them, through the encoder and a store and back.
@Suite("States of any Codable type") struct CodableStateTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Written in one place, read in another one, as the next process would.
  private func comesBack<Value: Codable & Sendable & Equatable>(
    _ value: Value, instead initial: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for kind in [StoreKind.file, .sqlite] {
      let folder = try Folder()
      let store = try kind.open(in: folder)
      let state = State(initial, key: "k", in: store)
      state ~> value
      State<Value>.saveAll()
      #expect(state.saveError == nil, sourceLocation: sourceLocation)
      store.close()
      let next = try kind.open(in: folder)
      defer { next.close() }
      let read = State(initial, key: "k", in: next)
      #expect(read.loadError == nil && read.value == value, sourceLocation: sourceLocation)
    }
  }

  enum Shape: Codable, Sendable, Equatable {
    case point
    case circle(radius: Double)
    case polygon([Int], closed: Bool)
    indirect case group(Shape, named: String?)
  }

  enum Suit: String, Codable, Sendable, CodingKeyRepresentable { case hearts, spades }

  struct Everyday: Codable, Sendable, Equatable {
    var url = URL(string: "https://example.org/a?b=c#d")
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var data = Data([0, 255, 10])
    var price = Decimal(string: "12345678901234567890.0123456789")
    var when: Date? = Date(timeIntervalSince1970: 1_767_225_600.25)
    var range = 1..<5
    var missing: Int?
    var numbers: [Int: String] = [-1: "a", 7: "b"]
    var suits: [Suit: Int] = [.hearts: 3]
    var pairs: [Date: Bool] = [Date(timeIntervalSince1970: 0): true]
    var set: Set<String> = ["x", "ä"]
    var optional: [Int?] = [nil, 1]
    var deep: [[[Double]]] = [[], [[.pi], []]]
    var text = "\u{0} \" \\ \u{1F600} \n"
    var float: Float = 0.1
    var small: Int8 = -128
    var large = Int64.min
    var count = UInt64(Int64.max)
  }

  /// Encodes itself by hand: another shape than its fields, a super encoder, nested containers, a value alone.
  class Animal: Codable, @unchecked Sendable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  final class Dog: Animal, Equatable, @unchecked Sendable {
    let tricks: [String: [Int]]

    init(_ name: String, tricks: [String: [Int]]) {
      self.tricks = tricks
      super.init(name)
    }

    enum Keys: CodingKey { case tricks, inner }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      var list = try inner.nestedUnkeyedContainer(forKey: .tricks)
      var tricks: [String: [Int]] = [:]
      while !list.isAtEnd {
        var pair = try list.nestedUnkeyedContainer()
        let name = try pair.decode(String.self)
        tricks[name] = try pair.decode([Int].self)
      }
      self.tricks = tricks
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      var list = inner.nestedUnkeyedContainer(forKey: .tricks)
      for (name, numbers) in tricks.sorted(by: { $0.key < $1.key }) {
        var pair = list.nestedUnkeyedContainer()
        try pair.encode(name)
        try pair.encode(numbers)
      }
      try super.encode(to: container.superEncoder())
    }

    static func == (left: Dog, right: Dog) -> Bool { left.name == right.name && left.tricks == right.tricks }
  }

  @Test func enumerationsWithValuesComeBack() throws {
    try comesBack(.group(.polygon([1, 2], closed: true), named: nil), instead: Shape.point)
    try comesBack(.circle(radius: 0.1), instead: Shape.point)
    try comesBack([.point, .group(.point, named: "x")], instead: [Shape]())
  }

  @Test func everydayTypesComeBack() throws {
    try comesBack(Everyday(), instead: Everyday(url: nil, id: nil, data: Data(), numbers: [:], text: ""))
  }

  @Test func plainValuesComeBack() throws {
    try comesBack(true, instead: false)
    try comesBack(Int.min, instead: 0)
    try comesBack(-0.0, instead: 1.5)
    try comesBack("\u{0}", instead: "")
    try comesBack(Optional("x"), instead: nil)
    try comesBack(Date(timeIntervalSince1970: 0.1), instead: Date(timeIntervalSince1970: 0))
    try comesBack([Suit.hearts: [1, 2]], instead: [:])
  }

  @Test func aClassThatEncodesItselfComesBackWithItsSuperclass() throws {
    try comesBack(Dog("Rex", tricks: ["sit": [1, 2], "": []]), instead: Dog("", tricks: [:]))
  }

  /// There is no such number in a store, and a wrong one is worse than none.
  @Test func whatCannotBeKeptIsSaidAndStandsInMemory() throws {
    let store = try StoreKind.sqlite.open(in: folder)
    defer { store.close() }
    let state = State(UInt64(0), key: "n", in: store)
    state ~> .max
    State<UInt64>.saveAll()
    #expect(state.value == .max && state.saveError?.kind == .unstorable)
    state ~> 7
    State<UInt64>.saveAll()
    #expect(try store.text("n") == "7" && state.saveError == nil)
  }
}
