import BindCore
import Testing

/// What callbacks and transactions write to Swift's bindables, until it is committed or dropped.
@Suite struct BindableWriteTests {
  private let engine = Engine()
  private struct Stop: Error {}

  private func bindable<Value>(_ value: Value, _ name: String = "bindable") -> Bindable<Value> {
    Bindable(value, name: name, engine: engine)
  }

  // 8
  @Test func aHeldChangeThatReadsWhatItChangesBeginsWithWhatWasThere() {
    let start = bindable(0)
    let (first, second) = (bindable(1), bindable(2))
    var read: [Int?] = []
    start.observe(initial: false) { _ in
      first.modify { $0 += first.value ?? 100 }
      read.append(first.value)
      first.modify { $0 += second.value ?? 100 }
      second.modify { $0 += first.value ?? 100 }
      read += [first.value, second.value]
    }
    start.update(with: 1)
    #expect(read == [2, 4, 6])
    #expect(first.value == 4 && second.value == 6)
  }

  // 8
  @Test func aHeldChangeIsAppliedOnceForItsWriterAndOnceForTheCommit() {
    let start = bindable(0)
    let number = bindable(1)
    var runs = 0
    start.observe(initial: false) { _ in
      for _ in 0..<100 {
        number.modify {
          runs += 1
          $0 += 1
        }
        _ = (number.value, number.value)
      }
    }
    start.update(with: 1)
    #expect(number.value == 101 && runs == 200)
    start.observe(initial: false) { _ in
      number.modify {
        runs += 1
        $0 += 1
      }
    }
    runs = 0
    start.update(with: 2)
    #expect(number.value == 202 && runs == 201)
  }

  // 8, 24
  @Test func anInnerTransactionGoesOnWithTheChangesBeforeIt() {
    let start = bindable(0)
    let number = bindable(1)
    var read: [Int?] = []
    start.observe(initial: false) { _ in
      number.modify { $0 += 1 }
      read.append(number.value)
      try? engine.transaction { number.modify { $0 *= 10 } }
      read.append(number.value)
      try? engine.transaction {
        number.modify { $0 += 5 }
        read.append(number.value)
        throw Stop()
      }
      read.append(number.value)
      try? engine.transaction { number.update(with: 7) }
      number.modify { $0 += 1 }
      read.append(number.value)
    }
    start.update(with: 1)
    #expect(read == [2, 20, 25, 20, 8] && number.value == 8)
  }

  // 9
  @Test func aPlainUpdateOverWhatAnotherObserverHasWrittenIsReportedIfItHadBeenRead() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    let start = bindable(0)
    let (sum, last, counted) = (bindable(10, "sum"), bindable(0, "last"), bindable(0, "counted"))
    for number in 1...2 {
      start.observe(initial: false) { _ in
        sum.update(with: (sum.value ?? 0) + 1)
        last.update(with: number)
        counted.modify { $0 += (last.value ?? 0) }
      }
    }
    start.update(with: 1)
    #expect(sum.value == 11 && last.value == 2)
    #expect(reports.count == 1 && reports.first?.isWarning == true)
    let found = reports.first?.failure as? Diagnostic
    #expect(found?.id == .bindLostUpdate && found?.message.hasPrefix("sum was written by two callbacks") == true)
  }

  // 14, 16
  @Test func withoutAFirstDeliveryItBeginsWithWhatItsTransactionHasWritten() throws {
    let value = bindable(1)
    var seen: [[Int?]] = []
    try engine.transaction {
      value.update(with: 2)
      value.observe(initial: false) { seen.append([$0]) }
      value.observeChanges(initial: false) { seen.append([$0, $1]) }
    }
    #expect(seen.isEmpty)
    value.update(with: 3)
    #expect(seen == [[3], [3, 2]])
    seen = []
    try engine.transaction {
      value.observeChanges(initial: false) { seen.append([$0, $1]) }
      value.update(with: 4)
    }
    #expect(seen == [[4], [4, 3], [4, 3]])
    seen = []
    let start = bindable(0)
    start.observe(initial: false) { _ in
      value.update(with: 5)
      value.observeChanges(initial: false) { seen.append([$0, $1, 0]) }
      value.update(with: 6)
    }
    start.update(with: 1)
    #expect(seen == [[6], [6, 4], [6, 4], [6, 5, 0]])
  }

  // 13
  @Test func whatAChangeWritesElsewhereIsRefusedAndReported() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    let (number, other) = (bindable(1), bindable(0, "other"))
    let change: (inout Int) -> Void = {
      $0 += 1
      other.update(with: 9)
      other.modify { $0 = 9 }
      other.touch()
    }
    number.modify(change)
    #expect(number.value == 2 && other.value == 0)
    let ids = reports.map { report -> DiagnosticID? in
      if case .diagnostic(let found)? = report.failure as? Failure { found.id } else { nil }
    }
    #expect(ids == [.bindPure, .bindPure, .bindPure])
    let start = bindable(0)
    start.observe(initial: false) { _ in number.modify(change) }
    start.update(with: 1)
    #expect(number.value == 3 && other.value == 0 && reports.count == 6)
  }

  private final class Person {
    var name = "Ada"
    var address = Address()
    final class Address { var town = "London" }
  }

  private struct Company: Equatable {
    static func == (left: Company, right: Company) -> Bool { left.head === right.head }
    var head = Person()
  }

  // 20, 22
  @Test func aPartOfAnObjectIsWrittenInPlaceWhichIsATouchThatARollbackTakesBack() {
    let person = bindable(Person(), "person")
    let (field, other, town) = (TextField(), TextField(), TextField())
    field <-> person[\.name]
    other <-> person[\.name]
    town <-> person[\.address.town]
    var seen: [String] = []
    person.observe { seen.append("\($0.name) of \($0.address.town)") }
    let sets = field.sets
    field.type("Grace")
    #expect(person.value?.name == "Grace" && other.text == "Grace")
    #expect(field.sets == sets + 1)
    town.type("Paris")
    #expect(seen == ["Ada of London", "Grace of London", "Grace of Paris"])
    _ = try? engine.transaction {
      field.type("Joan")
      town.type("Rome")
      #expect(person.value?.name == "Joan")
      throw Stop()
    }
    #expect(person.value?.name == "Grace" && person.value?.address.town == "Paris")
    #expect(field.text == "Grace" && other.text == "Grace" && town.text == "Paris")
    #expect(seen.count == 3)
    let company = bindable(Company(), "company")
    let head = TextField()
    head <-> company[\.head.name]
    var heads: [String] = []
    company.observe { heads.append($0.head.name) }
    head.type("Mary")
    #expect(heads == ["Ada", "Mary"])
  }

  // 20
  @Test func anObjectThatIsModifiedIsTouchedAndChangedOnce() {
    let person = bindable(Person(), "person")
    let perhaps = bindable(Optional(Person()), "perhaps")
    var seen: [String] = []
    person.observe(initial: false) { seen.append($0.name) }
    perhaps.observe(initial: false) { seen.append($0?.name ?? "nobody") }
    person.modify { $0.name += "!" }
    perhaps.modify { $0?.name += "?" }
    let start = bindable(0)
    start.observe(initial: false) { _ in
      person.modify { $0.name += "!" }
      #expect(person.value?.name == "Ada!!")
    }
    start.update(with: 1)
    #expect(seen == ["Ada!", "Ada?", "Ada!!"])
  }

  @Test func whatTwoObserversWriteAndPutBackIsToldToNobody() {
    let engine = Engine()
    let trigger = Bindable(0, engine: engine), other = Bindable(1, name: "other", engine: engine)
    trigger.observe(initial: false) { _ in other.update(with: 2) }
    trigger.observe(initial: false) { _ in other.update(with: 1) }
    var seen: [Int] = []
    other.observe { seen.append($0) }
    trigger.update(with: 1)
    #expect(seen == [1] && other.value == 1)
  }
}
