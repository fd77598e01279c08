import BindCore
import BindStores
import Foundation
import Observation
import Testing

/// States in Swift: whose the truth is, who hears of it, and in which order.
@Suite("States") struct StateTests {
  enum AppState {
    static let theme = State("dark")
    enum Player {
      static let volume = State(0.5)
    }
  }

  struct Person: Codable, Sendable, Equatable {
    enum Mood: String, Codable, Sendable { case calm, merry }
    var name: String
    var age: Int?
    var mood = Mood.calm
    var scores: [Double] = []
    var home: [String: [Int8]] = [:]
    var when = Date(timeIntervalSinceReferenceDate: 1e6)
    var nested: [Person]?
  }

  @Test func aNamespaceOfStatesIsReadAndWrittenFromAnywhere() {
    #expect(AppState.theme.value == "dark" && AppState.Player.volume.value == 0.5)
    AppState.theme ~> "light"
    AppState.Player.volume.modify { $0 += 0.25 }
    #expect(AppState.theme.value == "light" && AppState.Player.volume.value == 0.75)
  }

  @Test func anyCodableTypeIsAState() {
    let ada = Person(
      name: "Ada", age: nil, mood: .merry, scores: [1, .pi, 1e300], home: ["x": [-128, 127], "": []],
      nested: [Person(name: "B\0ä", age: 3)])
    let state = State(ada)
    let other = State(Person(name: "", age: 0), in: state.container)
    #expect(other.value == ada)
    state.modify { $0.nested?[0].scores.append(2) }
    #expect(other.value.nested?[0].scores == [2] && other.value == state.value)
    let odd = State<[UInt8?]>([1, nil, 255])
    #expect(State<[UInt8?]>([], in: odd.container).value == [1, nil, 255])
  }

  @Test func twoThousandConcurrentIncrementsGiveTwoThousand() {
    let state = State(0)
    let last = Lock<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 20) { _ in
      for _ in 0..<100 {
        let seen = state.modify { value in
          value += 1
          return value
        }
        // A thread reads its own write at once.
        if state.value < seen { last.withLock { $0.append(seen) } }
      }
    }
    #expect(state.value == 2000 && last.withLock { $0.isEmpty })
  }

  @Test func aStateThatIsChangedInsideItsOwnChangeEndsTheProgramWithAMessage() async {
    let found = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (outer, inner) = (State(0), State(0))
      outer.modify { number in
        number += 1
        inner.modify { other in
          other += outer.value
          outer ~> 7
        }
      }
    }
    let told = String(decoding: found?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("changed from inside its own change"))
    let (outer, inner) = (State(1), State(1))
    outer.modify { number in
      number += 1
      inner.modify { $0 += 10 * outer.value }
    }
    #expect(outer.value == 2 && inner.value == 11)
  }

  @Test func aBodyThatThrowsChangesNothingAndAnEqualValueIsNoChange() throws {
    struct Stop: Error {}
    let state = State([1, 2])
    let heard = Heard(state)
    #expect(throws: Stop.self) {
      try state.modify { value in
        value.append(3)
        throw Stop()
      }
    }
    state ~> [1, 2]
    #expect(state.value == [1, 2])
    state ~> [1]
    try eventually("the change is heard") { heard.values.count > 0 }
    #expect(heard.values == [[1]])
  }

  @Test func eachListenerGetsEachCommittedValueInOrderWithTheValueOfThatCommit() throws {
    let state = State(0)
    let serial = Heard(state)
    let concurrent = Heard(state, on: .global())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<250 { state.modify { $0 += 1 } }
    }
    for heard in [serial, concurrent] {
      try eventually("all are heard") { heard.values.count == 2000 }
      #expect(heard.values == Array(1...2000))
    }
  }

  @Test func aSlowListenerThatWantsTheLatestGetsItAndNeverAnOlderOneAfterIt() throws {
    let state = State(0)
    let gate = DispatchQueue(label: "gate")
    gate.suspend()
    let heard = Heard(state, on: gate, latest: true)
    for number in 1...100 { state ~> number }
    gate.resume()
    try eventually("the latest is heard") { heard.values.last == 100 }
    #expect(heard.values == [100])
  }

  @Test func aReleasedListenerIsNeverCalledAgainAndNeedsNoRemoval() throws {
    let state = State(0)
    let queue = DispatchQueue(label: "released")
    let values = Lock<[Int]>([])
    final class Listener: StateListener {
      let stateQueue: any StateQueue
      let values: Lock<[Int]>
      init(_ queue: DispatchQueue, _ values: Lock<[Int]>) {
        stateQueue = queue
        self.values = values
      }
      func stateDidChange(to value: Int) { values.withLock { $0.append(value) } }
    }
    var listener: Listener? = Listener(queue, values)
    weak let gone = listener
    if let listener { state.attach(listener: listener) }
    state ~> 1
    queue.sync {}
    queue.suspend()
    state ~> 2
    listener = nil
    #expect(gone == nil, "the state holds it weakly")
    queue.resume()
    queue.sync {}
    state ~> 3
    queue.sync {}
    #expect(values.withLock { $0 } == [1])
    #expect(state.listenerCount == 0)
  }

  @Test func didModifyIsTheOnePlaceForConsequencesAndByHandAChange() throws {
    final class Settings: Codable, @unchecked Sendable {
      var size = 1
    }
    final class Watched: State<Settings>, @unchecked Sendable {
      let count = Lock(0)
      override func didModify() {
        super.didModify()
        count.withLock { $0 += 1 }
      }
    }
    let state = Watched(Settings())
    let heard = Heard(state)
    state.modify { $0.size = 2 }
    #expect(state.count.withLock { $0 } == 1)
    // An object changed in place, without the state: said by hand.
    state.value.size = 7
    state.didModify()
    try eventually("both are heard") { heard.values.count == 2 }
    #expect(heard.values[1] === state.value, "the very object, not a copy")
    let other = State(Settings(), in: state.container)
    #expect(other.value.size == 7)
    other.modify { $0.size = 8 }
    #expect(state.value.size == 8)
    #expect(state.count.withLock { $0 } == 3, "by hand it runs once: the call is the consequence")
  }

  @Test func observationTrackingSeesEachChangeOnceTracked() throws {
    let state = State(1)
    let seen = Lock(0)
    func track() -> Int {
      withObservationTracking {
        state.value
      } onChange: {
        seen.withLock { $0 += 1 }
      }
    }
    #expect(track() == 1)
    state ~> 1
    #expect(seen.withLock { $0 } == 0, "equal is no change")
    state ~> 2
    state ~> 3
    #expect(seen.withLock { $0 } == 1)
    #expect(track() == 3)
    State(0, in: state.container) ~> 4
    #expect(seen.withLock { $0 } == 2 && track() == 4)
  }

  @Test func observationsSeeWhatAStateComesTo() async {
    let state = State(0)
    let observations = Observations { state.value }
    var seen: [Int] = []
    for await value in observations {
      seen.append(value)
      if value == 3 { break }
      state.modify { $0 += 1 }
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test func severalContainersAreCommittedTogetherOrNotAtAll() {
    let (a, b) = (State(0), State(0))
    let changes = { (version: UInt64) in
      [
        StateContainer.Change(a.container, .integer(5), expecting: 0),
        StateContainer.Change(b.container, .integer(5), expecting: version),
      ]
    }
    #expect(StateContainer.commit(changes(7), by: .own(nil)) == nil)
    #expect(a.value == 0 && b.value == 0)
    #expect(StateContainer.commit(changes(0), by: .own(nil)) == [1, 1])
    #expect(a.value == 5 && b.value == 5)
  }

  /// Under the thread sanitizer this is the proof that states need no other lock.
  @Test func eightWritersFourListenersAndTwoReadersAgree() throws {
    let rounds = 500
    let state = State([String: Int]())
    let listeners = (0..<4).map { Heard(state, on: $0 % 2 == 0 ? .global() : DispatchQueue(label: "l\($0)")) }
    let isOver = Lock(false)
    let torn = Lock(0)
    let group = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: group) {
        while !isOver.withLock({ $0 }) {
          let value = state.value
          if value["sum", default: 0] != value.filter({ $0.key != "sum" }).values.reduce(0, +) {
            torn.withLock { $0 += 1 }
          }
        }
      }
    }
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      for _ in 0..<rounds {
        state.modify { value in
          value["\(writer)", default: 0] += 1
          value["sum", default: 0] += 1
        }
      }
    }
    isOver.withLock { $0 = true }
    group.wait()
    #expect(state.value["sum"] == 8 * rounds && torn.withLock { $0 } == 0)
    for listener in listeners {
      try eventually("all are heard") { listener.values.count == 8 * rounds }
      #expect(listener.values.map { $0["sum"] } == (1...8 * rounds).map { $0 })
    }
  }
}
