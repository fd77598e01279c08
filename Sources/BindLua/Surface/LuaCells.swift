import BindCore
import BindGraph

/// A derived cell whose function is Lua's.
///
/// While the cell is live (an observer depends on it) its functions are held here. While it is idle only the user values
/// of its userdata hold them, so that a cycle through a closure stays inside Lua's collector. Userdata of declared
/// inputs are held alike: an input must not lose its own functions before.
class LuaDerivedCell: DerivedCell {
  unowned(unsafe) let surface: Surface
  /// Their places stay when they let go of the functions: to become live needs no memory.
  private let functions: [LuaReference]
  /// The first one's number, read without a retain; 0 if there is none.
  private let firstNumber: Int32
  @exclusivity(unchecked) private var holdsFunctions = true
  /// Who has it and does not look at it for now.
  private var keepers = 0
  /// The number of the first function while it is held here, otherwise 0.
  final var heldFunction: Int32 { holdsFunctions ? firstNumber : 0 }

  var lua: Interpreter { surface.lua }
  /// The only one of those that have one.
  final var input: Cell { inputs?.first ?? self }

  init(inputs: [Cell]?, functions: [LuaReference], name: String, surface: Surface) {
    self.surface = surface
    self.functions = functions
    firstNumber = functions.first?.number ?? 0
    super.init(inputs: inputs, name: name, engine: surface.engine)
    writtenAt = surface.engine.site()
  }

  /// Moves the functions into the userdata, which is made here.
  func settle() throws(Failure) {
    let object = surface.object(self)
    try lua.withUserdata(of: object) { () throws(Failure) in
      for (index, function) in functions.enumerated() { _ = lua.setUserValue(index + 1, of: object, to: function) }
      if let inputs { try surface.hold(inputs, in: object) }
    }
    letGo()
  }

  /// Nil when nobody has it any more.
  func function(_ index: Int) throws(Failure) -> LuaReference? {
    if holdsFunctions { return functions[index] }
    guard let object = surfaceObject as? CellObject else { return nil }
    return try lua.function(index + 1, of: object)
  }

  override func keepFunctions(_ isKept: Bool) {
    keepers += isKept ? 1 : -1
    for input in inputs ?? [] { input.keepFunctions(isKept) }
    if keepers == (isKept ? 1 : 0), !engine.graph.isLive(node) { hold(isKept) }
  }

  override func livenessChanged(_ live: Bool, in graph: Graph) { if keepers == 0 { hold(live) } }

  private func hold(_ isHeld: Bool) {
    guard let object = surfaceObject as? CellObject else { return }
    if !isHeld {
      // Without a userdata nobody else would have them.
      if holdsFunctions, lua.hasUserdata(object) { letGo() }
    } else if !holdsFunctions {
      holdsFunctions = true
      for (index, function) in functions.enumerated() where !lua.refill(function, from: index + 1, of: object) {
        holdsFunctions = false
      }
    }
  }

  private func letGo() {
    holdsFunctions = false
    for function in functions { lua.vacate(function) }
  }

  final var gone: Computation {
    .failed(.diagnostic(Diagnostic(.bindDisposed, "\(name) is used after its function was collected")))
  }
}

/// `bh.computed(fn)`: the inputs are what the function reads.
final class ComputedCell: LuaDerivedCell {
  /// The suspended evaluation, while another cell is evaluated first.
  @exclusivity(unchecked) private var evaluation: SuspendedThread?
  @exclusivity(unchecked) private var hasRun = false

  override func compute() -> Computation {
    // The first run may meet cells that were never evaluated, and one within a transaction those that it would change;
    // others find the inputs of last time up to date.
    if hasRun, mayNest, heldFunction != 0, evaluation == nil {
      // The interpreter outlives the surface, which outlives its cells.
      return Unmanaged.passUnretained(surface)._withUnsafeGuaranteedRef {
        Unmanaged.passUnretained($0.lua)._withUnsafeGuaranteedRef { $0.computation(of: heldFunction) }
      }
    }
    return computeInThread()
  }

  private func computeInThread() -> Computation {
    var function: LuaReference?
    if evaluation == nil { do { function = try self.function(0) } catch { return .failed(error) } }
    do {
      if let evaluation {
        self.evaluation = nil
        return try finish(lua.continueEvaluation(evaluation))
      }
      guard let function else { return gone }
      if hasRun, mayNest { return lua.computation(of: function.number) }
      return try finish(lua.startEvaluation(function))
    } catch {
      hasRun = true
      return .failed(Failure(error))
    }
  }

  private func finish(_ progress: Progress) throws(LuaFailure) -> Computation {
    switch progress {
    case .finished(let values):
      hasRun = true
      return .value(values.first ?? .nil)
    case .waiting(let thread), .needsEvaluation(let thread):
      evaluation = thread
      return .suspended
    }
  }

  deinit { if let evaluation { try? surface.lua.close(evaluation) } }
}

/// `bh.combine({a, b}, fn)` and `ref:map(fn)`: declared inputs.
final class CombinedCell: LuaDerivedCell {
  override func compute() -> Computation {
    do {
      guard let function = try function(0) else { return gone }
      var values: [Value] = []
      values.reserveCapacity(inputs?.count ?? 0)
      for input in inputs ?? [] {
        guard let value = try input.get() else { return .absent }
        values.append(value)
      }
      return .value(try lua.compute(function, values))
    } catch {
      return .failed(error)
    }
  }
}

/// `ref:distinct(eq)`: what the function calls equal to the last value is no change.
///
/// That is for those who follow it: it begins anew when it comes alive, and read by nobody it is simply the source's value.
final class LuaDistinctCell: LuaDerivedCell {
  private var source: Cell { input }
  private var last: Value?
  private var isCommitted = false

  init(_ source: Cell, _ equals: LuaReference, surface: Surface) {
    super.init(inputs: [source], functions: [equals], name: "\(source.stem):distinct", surface: surface)
  }

  override var holdsObjects: Bool { super.holdsObjects || last?.holdsObjects ?? false }

  override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    super.replaceObjects(replacement)
    if let value = last?.replacingObjects(replacement) { last = value }
  }

  override func evaluate(in graph: Graph) -> Evaluation {
    isCommitted = true
    defer { isCommitted = false }
    return super.evaluate(in: graph)
  }

  override func compute() -> Computation {
    do {
      guard let value = try source.get() else { return .absent }
      if let last, engine.graph.isLive(node) {
        guard let equals = try function(0) else { return gone }
        if try lua.compute(equals, [last, value]).isTruthy { return .value(last) }
      }
      // A callback that looks through its own pending writes changes nothing here.
      if isCommitted { last = value }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }

  override func livenessChanged(_ live: Bool, in graph: Graph) {
    super.livenessChanged(live, in: graph)
    // What it holds may be what the source holds now.
    if live, !graph.isMarked(node) { return }
    last = nil
    graph.forget(node)
  }
}
