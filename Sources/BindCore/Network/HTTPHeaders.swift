/// Header fields in their order; names are compared without regard to case.
package struct HTTPHeaders: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package private(set) var fields: [Field] = []

  package init() {}

  package init(_ fields: [(name: String, value: String)]) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
  }

  /// The first field of that name. Assigning replaces all of them.
  package subscript(name: String) -> String? {
    get { fields.first { Self.same($0.name, name) }?.value }
    set {
      remove(name)
      if let newValue { add(name, newValue) }
    }
  }

  package mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  package mutating func remove(_ name: String) { fields.removeAll { Self.same($0.name, name) } }

  /// Every name once, in lower case, with its values joined by a comma as HTTP allows (cookies by a line break).
  package var joined: [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    for field in fields {
      let name = field.name.lowercased()
      if let index = result.firstIndex(where: { $0.name == name }) {
        result[index].value += (name == "set-cookie" ? "\n" : ", ") + field.value
      } else {
        result.append((name, field.value))
      }
    }
    return result
  }

  private static func same(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  /// Whether this can be a field's name: a token of RFC 9110.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether this can be a value: nothing that could end the line and begin another one.
  package static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7f) || $0 == UInt8(ascii: "\t") }
  }
}
