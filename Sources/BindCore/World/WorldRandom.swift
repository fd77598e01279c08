/// Where chance comes from: jitter, splay, tokens. Seeded in tests, so that a run can be repeated.
package protocol WorldRandom: AnyObject {
  /// 64 uniformly distributed bits.
  func next() -> UInt64
}

extension WorldRandom {
  /// Uniform in `0..<1`, 53 bits.
  package func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform in the range, without modulo bias.
  package func integer(in range: ClosedRange<Int64>) -> Int64 {
    var bits = Bits(random: self)
    return .random(in: range, using: &bits)
  }

  /// Uniform in `.zero..<limit`; zero if the limit is not positive.
  package func duration(below limit: Duration) -> Duration {
    let nanoseconds = limit.wholeNanoseconds
    return nanoseconds > 0 ? .nanoseconds(integer(in: 0...(nanoseconds - 1))) : .zero
  }
}

private struct Bits: RandomNumberGenerator {
  let random: any WorldRandom
  mutating func next() -> UInt64 { random.next() }
}

/// xoshiro256** by Blackman and Vigna, its state filled by SplitMix64: equal seeds give equal runs on every machine.
package final class SeededRandom: WorldRandom {
  package let seed: UInt64
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    self.seed = seed
    var sum = seed
    func splitMix() -> UInt64 {
      sum &+= 0x9e37_79b9_7f4a_7c15
      var bits = sum
      bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
      bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
      return bits ^ (bits >> 31)
    }
    state = (splitMix(), splitMix(), splitMix(), splitMix())
  }

  package func next() -> UInt64 {
    func rotated(_ bits: UInt64, _ count: UInt64) -> UInt64 { (bits << count) | (bits >> (64 - count)) }
    let result = rotated(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, 45)
    return result
  }
}
