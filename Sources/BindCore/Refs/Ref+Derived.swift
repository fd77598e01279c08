import BindGraph

extension Ref {
  /// A value that follows from what the function reads with `get()`: worked out when it is read or observed, and only if an input
  /// has changed. Bindables read inside are inputs as well.
  ///
  /// Where the function reads what has no value, there is none here either. What it throws is thrown by a read, and reported once
  /// where somebody observes.
  /// - Parameter function: computes only: what it writes is refused (`bind.pure`).
  public static func computed(
    name: String = "computed", engine: Engine = .current, _ function: @escaping () throws -> Content
  ) -> Ref {
    engine.checkThread()
    return Ref(TrackedCell(name: name, engine: engine) { try function().scriptValue })
  }

  /// A value that follows from those given: the function is not called while one of them has none.
  ///
  /// ```swift
  /// let full = Ref.combine(first, last) { "\($0) \($1)" }
  /// ```
  public static func combine<First: ScriptConvertible, each Other: ScriptConvertible>(
    _ first: Ref<First>, _ others: repeat Ref<each Other>, name: String = "combine",
    _ function: @escaping (First, repeat each Other) throws -> Content
  ) -> Ref {
    var inputs = [first.cell]
    repeat inputs.append((each others).cell)
    let cells = inputs
    return Ref(
      FunctionCell(cells, name: name, engine: first.engine) { values throws(Failure) in
        var next = 0
        func take<Taken: ScriptConvertible>(_ type: Taken.Type) throws(Failure) -> Taken {
          defer { next += 1 }
          return try cells[next].content(values[next])
        }
        do { return try function(try take(First.self), repeat try take((each Other).self)).scriptValue } catch {
          throw Failure(thrown: error)
        }
      })
  }

  /// A read-only value that the function makes of this one.
  public func map<Result: ScriptConvertible>(_ function: @escaping (Content) throws -> Result) -> Ref<Result> {
    let function = cell.function(function)
    return Ref<Result>(
      FunctionCell([cell], name: "\(cell.stem):map", engine: engine) { values throws(Failure) in
        try function(values[0])
      })
  }

  /// The same value without deliveries of what is equal to the one before.
  public func distinct() -> Ref { Ref(DistinctCell(cell)) }

  /// The same value without deliveries of what the function calls no change.
  public func distinct(_ isSame: @escaping (_ old: Content, _ new: Content) -> Bool) -> Ref {
    Ref(
      ComparedCell(cell) { [unowned cell] old, new throws(Failure) in
        isSame(try cell.content(old), try cell.content(new))
      })
  }

  /// The value once it has not changed for so long. Time passes only while somebody observes it, and until the host closes: from
  /// then on it is the value as it is.
  /// - Throws: `bind.argument` where the thread has no open `Host`, whose clock is asked.
  public func debounce(_ time: Duration) throws(Failure) -> Ref { try timed(.debounce, time, "debounce") }

  /// The value at once, and then once in so long at most, the newest last; once the host has closed the value as it is.
  /// - Throws: `bind.argument` where the thread has no open `Host`, whose clock is asked.
  public func throttle(_ time: Duration) throws(Failure) -> Ref { try timed(.throttle, time, "throttle") }

  private func timed(_ policy: TimedCell.Policy, _ time: Duration, _ word: String) throws(Failure) -> Ref {
    let clock = try engine.clock(for: word).clock
    return Ref(TimedCell(cell, policy, time, clock: clock, of: engine.occupants.last))
  }

  /// The value, or another one while there is none.
  public func `default`<Wrapped: ScriptConvertible>(_ substitute: Wrapped) -> Ref<Wrapped> where Content == Wrapped? {
    Ref<Wrapped>(DefaultCell(cell, substitute.scriptValue))
  }

  /// The value, or another one while there is none.
  @_disfavoredOverload
  public func `default`(_ substitute: Content) -> Ref { Ref(DefaultCell(cell, substitute.scriptValue)) }
}

/// A derived cell whose inputs are what a function of Swift's reads.
final class TrackedCell: DerivedCell {
  private let function: () throws -> Value

  init(name: String, engine: Engine, _ function: @escaping () throws -> Value) {
    self.function = function
    super.init(inputs: nil, name: name, engine: engine)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override func compute() -> Computation {
    do { return .value(try function()) } catch {
      let failure = Failure(thrown: error)
      return failure.isAbsence ? .absent : .failed(failure)
    }
  }
}

/// `distinct` with a function of Swift's.
final class ComparedCell: DerivedCell {
  private let isSame: (Value, Value) throws(Failure) -> Bool
  private var last: Value?
  private var isCommitted = false

  init(_ source: Cell, _ isSame: @escaping (Value, Value) throws(Failure) -> Bool) {
    self.isSame = isSame
    super.init(inputs: [source], name: "\(source.stem):distinct", engine: source.engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override func evaluate(in graph: Graph) -> Evaluation {
    isCommitted = true
    defer { isCommitted = false }
    return super.evaluate(in: graph)
  }

  override func livenessChanged(_ live: Bool, in graph: Graph) {
    super.livenessChanged(live, in: graph)
    // What it holds may be what the source holds now.
    if live, !graph.isMarked(node) { return }
    last = nil
    graph.forget(node)
  }

  override func compute() -> Computation {
    do {
      guard let value = try inputs?.first?.get() else { return .absent }
      if let last, engine.graph.isLive(node), try isSame(last, value) { return .value(last) }
      // A callback that looks through its own pending writes changes nothing here.
      if isCommitted { last = value }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }
}
