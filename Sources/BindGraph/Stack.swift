/// A stack of plain values that keeps its room: once it is as large as it needs to be, nothing is allocated any more.
///
/// The owner deallocates it. Growing moves the elements: hold no pointer across an `append`.
struct Stack<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  func deallocate() { base.deallocate() }

  @inline(__always) var isEmpty: Bool { count == 0 }
  @inline(__always) var last: Element? { count == 0 ? nil : base[count - 1] }
  var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  /// The element itself, valid until the next `append`.
  @inline(__always)
  func element(_ index: Int) -> UnsafeMutablePointer<Element> { base + index }

  /// - Returns: where it stands, valid until the next `append`.
  @inline(__always) @discardableResult
  mutating func append(_ element: Element) -> UnsafeMutablePointer<Element> {
    let place = count
    if place == capacity { grow(to: place * 2) }
    count = place &+ 1
    let room = base + place
    room.pointee = element
    return room
  }

  /// Room for so many elements.
  @inline(__always)
  mutating func reserve(_ needed: Int) {
    if needed > capacity { grow(to: max(needed, capacity * 2)) }
  }

  /// The owner has written the elements up to `newCount` itself, in reserved room.
  @inline(__always)
  mutating func extend(to newCount: Int) {
    assert(newCount <= capacity)
    count = newCount
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    count -= 1
    return base[count]
  }

  @inline(__always)
  mutating func removeLast() {
    assert(count > 0)
    count &-= 1
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  func swapAt(_ one: Int, _ other: Int) {
    let element = base[one]
    base[one] = base[other]
    base[other] = element
  }

  mutating func remove(at index: Int) {
    for place in index..<(count - 1) { base[place] = base[place + 1] }
    count -= 1
  }

  @inline(never)
  private mutating func grow(to larger: Int) {
    let room = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    room.moveInitialize(from: base, count: count)
    base.deallocate()
    base = room
    capacity = larger
  }
}
