/// The names that causes have, by number. A name goes, and its number is given to another, when nobody holds the number and
/// every cause that has it is forgotten.
struct CauseNames {
  private struct Entry {
    var text: String
    /// Those who have the number without having a cause; `forGood`: there is always somebody.
    var holders: UInt32
    /// No later cause has it, unless somebody holds the number: it may be one that is still to come.
    var lastUse: UInt32
    /// It stands in `unheld`.
    var isUnheld = false
  }
  private static let forGood = UInt32.max

  private var entries = [Entry(text: "", holders: forGood, lastUse: 0)]
  private var numbers: [String: UInt32] = [:]
  /// Numbers that nobody holds, or nobody held lately; causes may have them. Looked through in turns, two with each new name.
  private var unheld: [UInt32] = []
  private var turn = 0
  private var free: [UInt32] = []

  subscript(number: UInt32) -> String { entries[Int(number)].text }

  /// Names that are there, and numbers that were ever given.
  var counts: (names: Int, numbers: Int) { (numbers.count, entries.count - 1) }

  /// For somebody who never gives it back.
  mutating func keep(_ name: String, at last: UInt32) -> UInt32 {
    let number = number(of: name, at: last)
    entries[Int(number)].holders = Self.forGood
    return number
  }

  /// For somebody who gives it back by `release`.
  mutating func hold(_ name: String, at last: UInt32) -> UInt32 {
    let number = number(of: name, at: last)
    if entries[Int(number)].holders < Self.forGood - 1 { entries[Int(number)].holders += 1 }
    return number
  }

  /// For the next causes, as many as `term` and no more; without one for the next alone.
  mutating func pass(_ name: String, at last: UInt32, term: UInt32 = 0) -> UInt32 {
    let number = number(of: name, at: last)
    use(number, until: last &+ term)
    noteUnheld(number)
    return number
  }

  /// - Parameter lastCause: the newest that the holder has recorded with it.
  mutating func release(_ number: UInt32, lastCause: UInt32, at last: UInt32) {
    let index = Int(number)
    guard entries[index].holders != Self.forGood else { return }
    entries[index].holders -= 1
    use(number, until: lastCause)
    guard entries[index].holders == 0 else { return }
    if isForgotten(number, at: last), !entries[index].isUnheld { return forget(number) }
    noteUnheld(number)
    lookThrough(at: last)
  }

  private mutating func number(of name: String, at last: UInt32) -> UInt32 {
    if let number = numbers[name] { return number }
    lookThrough(at: last)
    let number: UInt32
    if let used = free.popLast() {
      number = used
      entries[Int(number)] = Entry(text: name, holders: 0, lastUse: last)
    } else {
      number = UInt32(entries.count)
      entries.append(Entry(text: name, holders: 0, lastUse: last))
    }
    numbers[name] = number
    return number
  }

  private mutating func use(_ number: UInt32, until last: UInt32) {
    if Int32(bitPattern: last &- entries[Int(number)].lastUse) > 0 { entries[Int(number)].lastUse = last }
  }

  private mutating func noteUnheld(_ number: UInt32) {
    guard entries[Int(number)].holders == 0, !entries[Int(number)].isUnheld else { return }
    entries[Int(number)].isUnheld = true
    unheld.append(number)
  }

  /// No cause that is known has it.
  private func isForgotten(_ number: UInt32, at last: UInt32) -> Bool {
    Int32(bitPattern: last &- entries[Int(number)].lastUse) > Int32(CauseLog.capacity)
  }

  private mutating func lookThrough(at last: UInt32) {
    for _ in 0..<min(2, unheld.count) {
      if turn >= unheld.count { turn = 0 }
      let number = unheld[turn]
      let isHeld = entries[Int(number)].holders > 0
      guard isHeld || isForgotten(number, at: last) else {
        turn += 1
        continue
      }
      unheld.swapAt(turn, unheld.count - 1)
      unheld.removeLast()
      entries[Int(number)].isUnheld = false
      if !isHeld { forget(number) }
    }
  }

  private mutating func forget(_ number: UInt32) {
    numbers[entries[Int(number)].text] = nil
    entries[Int(number)].text = ""
    free.append(number)
    // A dictionary does not give back by itself what it has once needed.
    if numbers.capacity > 4096, numbers.count < numbers.capacity / 8 {
      numbers = Dictionary(uniqueKeysWithValues: numbers.map { ($0.key, $0.value) })
    }
  }
}
