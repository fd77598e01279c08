import BindCore
import BindJSON

/// What the demo server knows: plain data, the same in every run.
enum DemoPages {
  static let me = json([
    ("address", object([("country", .string("nz"))])), ("colors", object([("primary", .string("#2266cc"))])),
    ("followers_count", .integer(1)), ("name", .string("Ada")),
  ])

  static let articles = [
    "A cell is a value that tells when it changes", "Waves, and why nobody sees half of one",
    "What to do with a host that does not answer", "A loader is asked when somebody looks",
    "Two ways between a field and a model",
  ]

  static var articleList: [UInt8] {
    bytes(
      .list(
        articles.enumerated().map { number, title in
          object([("id", .integer(Int64(number + 1))), ("title", .string(title))])
        }))
  }

  static func article(_ number: Int) -> [UInt8]? {
    guard articles.indices.contains(number - 1) else { return nil }
    let title = articles[number - 1]
    return json([
      ("body", .string("\(title). This is all there is to read about it.")), ("id", .integer(Int64(number))),
      ("title", .string(title)),
    ])
  }

  /// A machine that is busy now and then: the load rises over ten answers, once above 8.
  static func stats(_ count: Int) -> [UInt8] {
    json([("load", .number(load(count))), ("users", .integer(Int64(3 + count % 5)))])
  }

  static func load(_ count: Int) -> Double {
    let loads = [0.42, 0.97, 1.88, 3.05, 4.6, 6.71, 8.9, 5.34, 2.2, 1.1]
    return loads[count % loads.count]
  }

  static func armed(_ isOn: Bool) -> [UInt8] { json([("on", .boolean(isOn))]) }

  static func error(_ text: String) -> [UInt8] { json([("error", .string(text))]) }

  static func json(_ fields: [Record.Field]) -> [UInt8] { bytes(object(fields)) }

  private static func object(_ fields: [Record.Field]) -> Value { .record(Record(fields)) }

  /// Whatever stands above can be said in JSON.
  private static func bytes(_ value: Value) -> [UInt8] {
    do throws(JSONRefusal) { return try JSON.encode(value) } catch { preconditionFailure(error.sentence) }
  }
}
