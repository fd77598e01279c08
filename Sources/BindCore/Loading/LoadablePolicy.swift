/// What a loadable was asked to do by itself. The defaults are the contract's.
package struct LoadablePolicy: Sendable {
  /// How long a value counts as fresh.
  package enum Freshness: Sendable, Equatable {
    case lasting(Duration)
    /// Only asked for by hand.
    case always
  }

  package var retry = RetryPolicy()
  /// Of one attempt, of a stream until it has given something; nil: only the deadline counts.
  package var timeout: Duration? = .seconds(30)
  /// Of a whole cycle, pauses between attempts included; nil: as long as it takes.
  package var deadline: Duration? = .seconds(120)
  package var fresh = Freshness.lasting(.zero)
  /// How long work goes on after the last holder has left.
  package var linger = Duration.zero
  /// How long a value is kept that nobody observes; nil: for ever.
  package var collectAfter: Duration? = .seconds(300)
  /// Work goes on although nobody waits for it.
  package var keepsRunning = false
  package var retriesOnObserve = true
  /// False of a job: it runs when it is due, whoever looks.
  package var startsWhenObserved = true
  /// What has failed is loaded anew when the network is back.
  package var reloadsOnReconnect = false
  package var pausesHidden = false
  package var pollsHidden = false
  /// Time in which it is paused does not count.
  package var pausesDeadline = false
  /// Loaded anew so long after the end of the last attempt, while somebody observes it.
  package var poll: Duration?

  package init() {}
}

/// How often, and when, something that failed is tried again.
package struct RetryPolicy: Sendable, Equatable {
  /// Attempts after the first.
  package var limit = 3
  package var base = Duration.seconds(1)
  package var cap = Duration.seconds(30)

  package init() {}

  /// The pause before attempt `number` (1 is the first retry).
  /// - Parameter chance: from 0 to 1; spreads out what failed together.
  package func delay(before number: Int, chance: Double) -> Duration {
    var delay = base
    for _ in 1..<max(number, 1) where delay < cap { delay += delay }
    return min(delay, cap) * (0.5 + 0.5 * min(max(chance, 0), 1))
  }
}
