import CBench
import Glibc

/// Nanoseconds that `body` takes.
func elapsed(_ body: () -> Void) -> Double {
  let start = cbench_now()
  body()
  return cbench_now() - start
}

/// A number with `digits` places behind the point.
func rounded(_ value: Double, to digits: Int) -> String {
  guard value.isFinite else { return "-" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let units = Int((value * scale).rounded())
  guard digits > 0 else { return String(units) }
  let sign = units < 0 ? "-" : ""
  let fraction = String(units.magnitude % UInt(scale))
  return "\(sign)\(units.magnitude / UInt(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// Ends the program: a case that does not do what it says measures something else.
func giveUp(_ message: String) -> Never {
  print("bench: \(message)")
  exit(1)
}

@inline(__always)
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { giveUp(message()) }
}
