import TestSupport
import Testing

@testable import BindGraph

/// Which settler is next.
@Suite struct SettlerHeapTests {
  @Test func theNextIsTheOneWithTheLowestKeyAlsoIfMoreComeMeanwhile() {
    var dice = Dice(state: 7)
    for size in [0, 1, 2, 3, 10, 1000] {
      var heap = SettlerHeap()
      var waiting: Set<UInt64> = []
      func check() {
        let next = heap.removeNext()
        #expect(next?.place == waiting.min() && next?.node == next.map { UInt32($0.place & 0xFFFF) })
        if let next { waiting.remove(next.place) }
      }
      for _ in 0..<size {
        let key = UInt64.random(in: 0..<1 << 40, using: &dice)
        if waiting.insert(key).inserted { heap.add(Turn(key, of: UInt32(key & 0xFFFF))) }
        if key % 3 == 0 { check() }
      }
      while !waiting.isEmpty { check() }
      #expect(heap.isEmpty && heap.removeNext() == nil)
    }
  }
}
