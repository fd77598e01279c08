/// One instruction of Lua 5.4.
struct Instruction {
  /// Those that are looked at; the others only write or do not.
  enum Opcode: UInt32 {
    case move = 0, loadK = 3, loadNil = 8, getUpvalue = 9, setUpvalue = 10, getTabUp = 11, getTable = 12, getField = 14
    case setTabUp = 15, setTable = 16, setIndex = 17, setField = 18, newTable = 19, selfCall = 20
    case call = 68, tailCall = 69, returnAny = 70, returnOne = 72
    case setList = 78, closure = 79
  }

  private let word: UInt32
  init(_ word: UInt32) { self.word = word }

  private var code: UInt32 { word & 0x7F }
  var opcode: Opcode? { Opcode(rawValue: code) }
  var a: Int { Int(word >> 7 & 0xFF) }
  var b: Int { Int(word >> 16 & 0xFF) }
  var c: Int { Int(word >> 24 & 0xFF) }
  /// C is a constant and no register.
  var k: Bool { word >> 15 & 1 == 1 }
  var bx: Int { Int(word >> 15) }

  /// Registers that hold something else afterwards; nil as the upper end: all from the lower one on.
  var writes: (from: Int, through: Int?)? {
    switch code {
    // SETUPVAL, SETTABUP to SETFIELD, MMBIN to MMBINK, CLOSE, TBC, JMP, EQ to TEST, RETURN to RETURN1, SETLIST, EXTRAARG
    case 10, 15...18, 46...48, 54...66, 70...72, 78, 82: nil
    case 8: (a, a + b)
    case 20: (a, a + 1)
    // CALL, TAILCALL, FORLOOP to TFORLOOP, VARARG
    case 68, 69, 73...77, 80: (a, nil)
    default: (a, a)
    }
  }

  /// Where it may go on but behind itself, from its own place.
  func target(from place: Int) -> Int? {
    switch code {
    case 56: place + 1 + Int(word >> 7) - 0xFF_FFFF
    // FORLOOP and TFORLOOP go back, FORPREP and TFORPREP ahead.
    case 73, 77: place + 1 - bx
    case 74: place + 2 + bx
    case 75: place + 1 + bx
    // LFALSESKIP
    case 6: place + 2
    default: nil
    }
  }
}
