/// An element of a list that a conditional binding has made and let go, while others of them hold elements behind it: it goes with the last of
/// those, unless it was written by hand since. Who takes a place in it finds it empty.
struct LeftOver {
  let element: Cell
  var value: Value
  /// What was made around it goes with it that far.
  let outermost: Cell

  /// It is as it was left.
  var isStanding: Bool { (try? element.peek()) == value && !element.isHeld }
}
