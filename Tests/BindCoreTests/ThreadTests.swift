import BindCore
import Foundation
import Testing

/// An engine belongs to the thread that made it.
@Suite struct ThreadTests {
  /// Runs it on a thread of its own and waits for its end.
  private static func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  private final class Label: BindingTarget { var text = "" }

  @Test func anUpdateFromAnotherThreadIsATrap() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let number = Bindable(1)
      ThreadTests.elsewhere { number.update(with: 2) }
    }
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let number = Bindable(1)
      ThreadTests.elsewhere { number.modify { $0 += 1 } }
    }
  }

  @Test func soIsWhateverLooksAtAValueOrMakesATransaction() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let number = Bindable(1)
      ThreadTests.elsewhere { number.observe { _ in } }
    }
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let text = Bindable("")
      let label = Label()
      nonisolated(unsafe) let place = label[\.text]
      ThreadTests.elsewhere { place <- text[\.self] }
      _ = label.text
    }
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let engine = Engine()
      ThreadTests.elsewhere { try? engine.transaction {} }
    }
  }

  @Test func whatIsReadElsewhereIsATrapInDebugBuilds() async {
    #if DEBUG
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let number = Bindable(1)
      ThreadTests.elsewhere { _ = number.value }
    }
    #endif
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) let number = Bindable(1)
      let arrivals = number.arrivals
      ThreadTests.elsewhere { arrivals.update(2) }
      Engine.current.takeArrivals()
      if number.value != 2 { exit(1) }
    }
  }
}
