import BindCore

/// Reads what `lua_dump` of Lua 5.4 writes.
struct DumpReader {
  struct Function {
    var code: [UInt32] = []
    /// Constants that are strings, by their index.
    var strings: [Int: String] = [:]
    var upvalues: [String] = []
    /// Where each upvalue comes from.
    var captures: [Capture] = []
    /// In the order in which they are declared.
    var locals: [Range<Int>] = []
    var inner: [Function] = []
    var firstLine = 0
    /// Steps from line to line; -128: the line stands in `absoluteLines`.
    var lineSteps: [Int8] = []
    var absoluteLines: [Int: Int] = [:]

    struct Capture {
      /// A register of the function around, else one of its upvalues.
      let isLocal: Bool
      let index: Int
    }

    func string(_ index: UInt32) -> String? { strings[Int(index)] }

    func line(of place: Int) -> Int {
      var line = firstLine
      for index in 0...place where index < lineSteps.count {
        line = lineSteps[index] == -128 ? absoluteLines[index] ?? line : line + Int(lineSteps[index])
      }
      return line
    }
  }

  private let bytes: [UInt8]
  private var place = 0
  /// Something is not as it should be.
  private var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Signature, version 5.4, format 0, the sizes of this machine; then the number of upvalues of the main function.
  mutating func readHeader() -> Bool {
    let start: [UInt8] = [0x1B, 0x4C, 0x75, 0x61, 0x54, 0, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A, 4, 8, 8]
    guard bytes.starts(with: start) else { return false }
    place = start.count + 16 + 1
    return place < bytes.count
  }

  mutating func readFunction() -> Function? {
    var function = Function()
    _ = string()
    function.firstLine = number()
    _ = number()
    skip(3)
    for _ in 0..<count(4) { function.code.append(word()) }
    for index in 0..<count(1) {
      switch byte() {
      case 0x03, 0x13: skip(8)
      case 0x04, 0x14: function.strings[index] = string()
      default: break  // nil, false and true are their tag
      }
    }
    for _ in 0..<count(3) {
      function.captures.append(Function.Capture(isLocal: byte() != 0, index: Int(byte())))
      skip(1)
    }
    for _ in 0..<count(1) {
      guard !isBroken, let inner = readFunction() else { return nil }
      function.inner.append(inner)
    }
    for _ in 0..<count(1) { function.lineSteps.append(Int8(bitPattern: byte())) }
    for _ in 0..<count(2) {
      let index = number()
      function.absoluteLines[index] = number()
    }
    for _ in 0..<count(3) {
      _ = string()
      let (start, end) = (number(), number())
      function.locals.append(start..<max(start, end))
    }
    for _ in 0..<count(1) { function.upvalues.append(string() ?? "") }
    return isBroken ? nil : function
  }

  // MARK: Pieces

  private mutating func byte() -> UInt8 {
    guard place < bytes.count else {
      isBroken = true
      return 0
    }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func skip(_ count: Int) {
    place += count
    if place > bytes.count { isBroken = true }
  }

  /// Seven bits in each byte, the highest first; the last one is marked.
  private mutating func number() -> Int {
    var number = 0
    while !isBroken {
      let next = byte()
      guard number <= Int.max >> 7 else {
        isBroken = true
        break
      }
      number = number << 7 | Int(next & 0x7F)
      if next & 0x80 != 0 { break }
    }
    return number
  }

  /// So many elements of at least `size` bytes follow; none when that cannot be.
  private mutating func count(_ size: Int) -> Int {
    let count = number()
    guard !isBroken, count <= (bytes.count - place) / size + 1 else {
      isBroken = true
      return 0
    }
    return count
  }

  private mutating func word() -> UInt32 {
    (0..<4).reduce(UInt32(0)) { word, index in word | UInt32(byte()) << (8 * UInt32(index)) }
  }

  private mutating func string() -> String? {
    let size = number()
    guard size > 0, !isBroken else { return nil }
    let start = place
    skip(size - 1)
    return isBroken ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }
}
