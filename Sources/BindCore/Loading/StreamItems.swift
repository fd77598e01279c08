/// Items of a stream that the present turn has not shown yet.
struct StreamItems {
  var waiting: [Value] = []
  var timer: (any Token)?
  /// The cycle that has given the last ones.
  var generation = 0
  /// Some of them are part of the value.
  var isShown = false
  /// A reload whose items are shown when it has ended.
  var isSwapping = false
  var swapped: [Value] = []

  mutating func end() {
    timer?.cancel()
    self = StreamItems()
  }
}
