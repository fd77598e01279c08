extension Ref {
  /// A two-way view: read through `to`, written through `from`.
  /// - Parameter from: refuses by throwing, an `InvalidInput` with its reason; nil: the view can only be read.
  public func through<Seen: ScriptConvertible>(
    to: @escaping (Content) throws -> Seen, from: ((Seen) throws -> Content)? = nil
  ) -> Ref<Seen> {
    guard let from else { return lens("through", to: to, back: nil) }
    let answer = cell.answer(from)
    return lens("through", to: to, back: { seen, _ throws(Failure) in try answer(seen) })
  }

  /// A property of the value: a write changes it in what the value is at that moment, and leaves the rest.
  ///
  /// ```swift
  /// let zip = user[\.address.zip]
  /// ```
  /// A stored property of a value that is a record, such as one of `ScriptCodable`, is the place `at("address.zip")`: who looks at
  /// another one hears nothing of it, and each has a writer of its own. Others are seen through the whole: those that are encoded
  /// under another name, and those of which no value shows where they are encoded.
  public subscript<Part: ScriptConvertible>(_ property: WritableKeyPath<Content, Part>) -> Ref<Part> {
    if let place = place(of: property) { return Ref<Part>(place) }
    return lens(
      "part", to: { $0[keyPath: property] },
      back: cell.answer(changing: { (part: Part, whole: inout Content) in whole[keyPath: property] = part }),
      needsBase: true)
  }

  /// The place that holds the property, if that is known. What cannot be told by the value of the moment is asked anew each time.
  private func place<Part: ScriptConvertible>(of property: WritableKeyPath<Content, Part>) -> Cell? {
    var place = engine.propertyPlaces[property]
    if place == nil, let content = try? peek() {
      place = PropertyPlace(of: property, in: content)
      engine.propertyPlaces[property] = place
    }
    guard case .at(let path)? = place else { return nil }
    return try? cell.at(path)
  }

  private func lens<Seen: ScriptConvertible>(
    _ word: String, to: @escaping (Content) throws -> Seen, back: LensCell.Back?, needsBase: Bool = false
  ) -> Ref<Seen> {
    let (source, engine) = (cell, cell.engine)
    return Ref<Seen>(
      LensCell(
        over: source, name: "\(source.stem):\(word)", needsBase: needsBase, engine: engine,
        to: source.function(to), back: back))
  }

  // MARK: Places

  /// The place at a path below this one, such as `colors.primary` or `todos[2].done` (elements are counted from 1, as in scripts).
  /// - Parameter creating: a write makes the hops that are missing.
  /// - Throws: `bind.path` where the path is none, or leads to no field of a model.
  public func at<Part: ScriptConvertible>(
    _ path: String, as type: Part.Type = Part.self, creating: Bool = false
  ) throws(Failure) -> Ref<Part> {
    let steps: Path
    do throws(PathSyntaxError) { steps = try Path(parsing: path) } catch {
      throw .diagnostic(Diagnostic(.bindPath, "\(cell.name): '\(path)' is no path: \(error.message)"))
    }
    let place = try cell.at(steps)
    return Ref<Part>(creating ? place.creatingHops : place)
  }

  /// The element that stands at a place of a list now, and what stands there later: it detaches when the list gets shorter.
  /// - Parameter place: counted from 0.
  /// - Throws: `bind.path` for a number that no element can have.
  public func element<Element: ScriptConvertible>(at place: Int) throws(Failure) -> Ref<Element>
  where Content == [Element] {
    guard place >= 0, place < Int.max else {
      throw .diagnostic(Diagnostic(.bindPath, "\(cell.name) has no element \(place): elements are counted from 0"))
    }
    return Ref<Element>(try cell.child(.index(place + 1)))
  }

  /// The element of a list whose field has this value, wherever it stands: it detaches when the element goes, and comes back
  /// with it.
  /// - Throws: `bind.key` for what can be no key.
  public func element<Element: ScriptConvertible, Key: ScriptConvertible>(
    where field: String, equals key: Key
  ) throws(Failure) -> Ref<Element> where Content == [Element] {
    Ref<Element>(try cell.keys(by: ByteString(field)).follow(key.scriptValue))
  }
}

/// Why a converter, a check or a setter takes no value, in words for the person who gave it.
public struct InvalidInput: Error, CustomStringConvertible, Sendable {
  public let reason: String
  public init(_ reason: String) { self.reason = reason }
  public var description: String { reason }
}

extension Link.Answer {
  /// What a function of Swift's on the way back says: what it throws refuses.
  init(_ function: () throws -> Value) throws(Failure) {
    do { self = .accepted(try function()) } catch {
      if case .diagnostic(let diagnostic)? = error as? Failure, diagnostic.id == .bindPure {
        throw .diagnostic(diagnostic)
      }
      self = .refused("\(error)")
    }
  }
}

extension Cell {
  /// A function of Swift's over values of this cell, as cells call it.
  func function<Content: ScriptConvertible, Result: ScriptConvertible>(
    _ function: @escaping (Content) throws -> Result
  ) -> (Value) throws(Failure) -> Value {
    { [unowned self] value throws(Failure) in
      let content: Content = try self.content(value)
      do { return try function(content).scriptValue } catch { throw Failure(thrown: error) }
    }
  }

  /// The same of one that writes back, into what stands there now.
  func answer<Seen: ScriptConvertible, Content: ScriptConvertible>(
    changing change: @escaping (Seen, inout Content) -> Void
  ) -> LensCell.Back {
    { [unowned self] seen, base throws(Failure) in
      let base = base ?? .nil
      if base.isNil, isDetached { throw .removedPlace(name) }
      let seen: Seen = try content(seen)
      var whole: Content = try content(base)
      change(seen, &whole)
      return .accepted(whole.scriptValue)
    }
  }

  /// The same of one that refuses by throwing.
  func answer<Content: ScriptConvertible, Result: ScriptConvertible>(
    _ function: @escaping (Content) throws -> Result
  ) -> (Value) throws(Failure) -> Link.Answer {
    { [unowned self] value throws(Failure) in
      let content: Content = try self.content(value)
      return try Link.Answer { try function(content).scriptValue }
    }
  }
}
