extension Ref {
  /// Writes the value: at once and with all that follows from it; in a transaction or callback at its commit. An equal value
  /// changes nothing.
  ///
  /// A source of the outside is told, and the call does not wait: `Source.set(_:completion:)` and `Source.send(_:)` do.
  /// - Throws: `bind.invalid` for what a rule refuses, `bind.type`, `bind.read_only`, `bind.detached`; `bind.pure` inside computed
  ///   values and converters. The value stays as it was then.
  public func set(_ value: Content, file: StaticString = #fileID, line: UInt32 = #line) throws(Failure) {
    try writing(file, line) { () throws(Failure) in try cell.write(value.scriptValue) }
  }

  /// Read-modify-write in one step: in a callback `change` is applied to the value of the moment of the commit.
  /// - Parameter change: computes only. What it throws is thrown here, or reported where it is applied later.
  public func modify(
    file: StaticString = #fileID, line: UInt32 = #line, _ change: @escaping (inout Content) throws -> Void
  ) throws(Failure) {
    try writing(file, line) { () throws(Failure) in try cell.modify(function(change)) }
  }

  /// The same by a function that does nothing else: what is wrong is said here, also in a callback.
  private func edit(
    _ file: StaticString, _ line: UInt32, _ change: @escaping (inout Content) throws -> Void
  ) throws(Failure) {
    try writing(file, line) { () throws(Failure) in try cell.edit(function(change)) }
  }

  private func function(_ change: @escaping (inout Content) throws -> Void) -> (Value) throws(Failure) -> Value {
    { [cell] base throws(Failure) in
      var content: Content = try cell.content(base)
      do { try change(&content) } catch { throw Failure(thrown: error) }
      return content.scriptValue
    }
  }

  /// Merges fields deeply, in one wave; what is not named stays. Lists are replaced, `.null` clears an optional field.
  /// - Parameter ignoringUnknown: leaves out fields that the model or the Swift type does not have, which throw `bind.unknown_field` otherwise.
  public func update(
    _ fields: Record, ignoringUnknown: Bool = false, file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) {
    try writing(file, line) { () throws(Failure) in
      if !ignoringUnknown, let find = Content.coded?.unknownField,
        let found = find(((try? cell.peek()) ?? .nil).merged(with: fields), [], .record(fields))
      {
        throw .unknown(found, in: cell)
      }
      return try cell.merge(fields, ignoringUnknown: ignoringUnknown)
    }
  }

  /// Writes the default value.
  public func reset(file: StaticString = #fileID, line: UInt32 = #line) throws(Failure) {
    try writing(file, line) { () throws(Failure) in try cell.reset() }
  }

  /// One wave although nothing differs.
  public func touch(file: StaticString = #fileID, line: UInt32 = #line) throws(Failure) {
    try writing(file, line) { () throws(Failure) in
      try cell.touch()
      return .written
    }
  }

  private func writing(
    _ file: StaticString, _ line: UInt32, _ body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) {
    engine.checkThread()
    switch try inSwiftWords({ () throws(Failure) in try engine.placing(file, line, body) }) {
    case .written, .pending: return
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    }
  }
}

extension Ref where Content == Bool {
  /// Turns true into false and back.
  public func toggle(file: StaticString = #fileID, line: UInt32 = #line) throws(Failure) {
    try edit(file, line) { $0.toggle() }
  }
}

extension Ref {
  /// Adds an element at the end of a list.
  /// - Parameter limit: so many stay, the newest.
  public func append<Element: ScriptConvertible>(
    _ element: Element, limit: Int = .max, file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) where Content == [Element] {
    try edit(file, line) { elements in
      elements.append(element)
      if elements.count > limit { elements.removeFirst(elements.count - max(limit, 0)) }
    }
  }

  /// Puts an element into a list; what stood there and behind it moves up.
  /// - Parameter place: counted from 0.
  /// - Throws: `bind.detached` where the list is shorter.
  public func insert<Element: ScriptConvertible>(
    _ element: Element, at place: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) where Content == [Element] {
    try edit(file, line) { [cell] elements in
      guard (0...elements.count).contains(place) else { throw cell.noPlace(place, elements.count) }
      elements.insert(element, at: place)
    }
  }

  /// Takes an element out of a list.
  /// - Parameter place: counted from 0.
  /// - Throws: `bind.detached` where there is none.
  public func remove<Element: ScriptConvertible>(
    at place: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) throws(Failure) where Content == [Element] {
    try edit(file, line) { [cell] elements in
      guard elements.indices.contains(place) else { throw cell.noPlace(place, elements.count) }
      elements.remove(at: place)
    }
  }
}

extension Cell {
  fileprivate func noPlace(_ place: Int, _ count: Int) -> Failure {
    .diagnostic(Diagnostic(.bindDetached, "\(name) has \(count) elements, so there is no place \(place)"))
  }
}
