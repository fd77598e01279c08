import BindCore
import Testing

@Suite struct EngineListenerTests {
  private struct Boom: Error {}

  @Test func whatArrivesInsideATransactionIsTakenAfterIt() {
    let engine = Engine()
    let number = Bindable(0, engine: engine)
    final class Count: @unchecked Sendable { var value = 0 }
    let wakes = Count()
    let listener = engine.onArrival { wakes.value += 1 }
    number.arrivals.update(1)
    #expect(wakes.value == 1)
    try? engine.transaction {
      #expect(engine.takeArrivals() == 0)
      throw Boom()
    }
    #expect(wakes.value == 2 && number.value == 0)
    #expect(engine.takeArrivals() == 1 && number.value == 1)
    let other = Bindable(0, engine: engine)
    other.observe(initial: false) { _ in
      number.arrivals.update(2)
      #expect(engine.takeArrivals() == 0)
    }
    other.update(with: 1)
    #expect(engine.takeArrivals() == 1 && number.value == 2)
    listener.stop()
    let count = wakes.value
    number.arrivals.update(3)
    #expect(wakes.value == count)
  }
}
