import BindCore
import CUV
import Glibc

/// The machine's clocks, and timers on the loop.
final class RealClock: WorldClock {
  private let loop: EventLoop
  let zones: any TimeZones = MachineZones()

  init(loop: EventLoop) { self.loop = loop }

  var now: Instant { loop.now }

  var date: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
  }

  func schedule(at due: Instant, label: String, _ body: @escaping () -> Void) -> any Token {
    loop.timers.add(due: due, label: label, kind: .owner, body: body)
  }

  var pendingTimers: Int { loop.timers.ownerCount }
}

/// The operating system's chance.
final class SystemRandom: WorldRandom {
  private var generator = SystemRandomNumberGenerator()

  func next() -> UInt64 { generator.next() }
}
