import BindCore
import Testing

/// How programs change a `State`.
@Suite struct StateWriteTests {
  // 67
  @Test func aTrailingClosureIsABodyThatRunsOnce() {
    let state = State(0)
    // It captures what a body that may run again, on another thread, could not.
    var runs = 0
    state.modify {
      $0 += 1
      runs += 1
    }
    state.modify { $0 += 1 }
    #expect(state.modify { $0 * 10 } == 20)
    state.modify(repeatable: { $0 += 1 })
    #expect(state.value == 3 && runs == 1)
  }

  // 62
  @Test func ofAStateThatIsWrittenNilTheDefaultIsLeft() throws {
    let state = State<Int?>(3)
    let (none, other) = (State<Int?>(nil), State<Int?>(3, in: state.container))
    state ~> 5
    #expect(other.value == 5)
    state ~> nil
    #expect(state.value == 3 && other.value == 3)
    state.modify { $0 = 7 }
    other.modify(repeatable: { $0 = nil })
    #expect(state.value == 3 && other.value == 3)
    none ~> 1
    none ~> nil
    #expect(none.value == nil)
    // It is a change like another.
    let counted = Counted(3)
    counted ~> nil
    #expect(counted.count == 0, "nothing was kept")
    counted ~> 4
    counted ~> nil
    counted ~> nil
    #expect(counted.count == 2 && counted.value == 3)
  }

  final class Counted: State<Int?>, @unchecked Sendable {
    private(set) var count = 0
    override func didModify() {
      super.didModify()
      count += 1
    }
  }

  final class Size: Codable, Sendable {
    nonisolated(unsafe) var points = 1
  }

  final class Settings: State<Size>, @unchecked Sendable {
    private(set) var consequences: [Int] = []
    override func didModify() {
      consequences.append(value.points)
      super.didModify()
    }
  }

  @Test func oneCallOfDidModifyIsOneConsequence() {
    let settings = Settings(Size())
    settings.value.points = 7
    settings.didModify()
    #expect(settings.consequences == [7])
    #expect(State(Size(), in: settings.container).value.points == 7, "and a change that others see")
    settings.modify { $0.points = 8 }
    #expect(settings.consequences == [7, 8])
  }
}
