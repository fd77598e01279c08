import BindCore

/// Numbers the names of scripts for causes: a write from the same script as the last one compares bytes and makes no
/// string.
final class ScriptPlaces: ScriptRuntime {
  private unowned(unsafe) let engine: Engine
  private unowned(unsafe) let lua: Interpreter
  @exclusivity(unchecked) private var last = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 1)
  @exclusivity(unchecked) private var lastNumber: UInt32 = 0

  init(engine: Engine, lua: Interpreter) {
    self.engine = engine
    self.lua = lua
  }

  deinit { last.deallocate() }

  /// Where the running script stands, if one does.
  override func now() -> Site {
    guard let place = Unmanaged.passUnretained(lua)._withUnsafeGuaranteedRef({ $0.rawPosition }) else { return .none }
    if !isLast(place.script) { remember(place.script) }
    return Site(script: lastNumber, line: place.line)
  }

  override func countingCallsAnew(_ work: () -> Void) { lua.countingCallsAnew(work) }

  override var entry: UInt64 { Unmanaged.passUnretained(lua)._withUnsafeGuaranteedRef { $0.entry } }

  @inline(__always)
  private func isLast(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count == last.count, lastNumber != 0 else { return false }
    for index in 0..<name.count where name[index] != last[index] { return false }
    return true
  }

  private func remember(_ name: UnsafeRawBufferPointer) {
    last.deallocate()
    last = .allocate(byteCount: name.count, alignment: 1)
    last.copyMemory(from: name)
    lastNumber = engine.causes.intern(String(decoding: name, as: UTF8.self))
  }
}
