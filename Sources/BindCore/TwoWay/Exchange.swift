import BindGraph

/// Model to object, and back if `from` says how.
final class Exchange<Model, Value, Object: AnyObject, Shown>: ViewBinding.Directions {
  /// Weak: the binding ends with it.
  private weak var model: Bindable<Model>?
  private let path: KeyPath<Model, Value>
  private weak var object: Object?
  /// Shows the value and gives what the object then holds.
  private let put: (Object, Value) -> Shown
  private let look: (Object) -> Shown
  /// Puts there what the object held before, of an object that is edited.
  private let replace: ((Object, Shown) -> Void)?
  /// What the object then holds, where that is known without asking it.
  private let shows: ((Value) -> Shown)?
  /// What the object's state means for the model; nil refuses it.
  private let from: ((Object) throws -> Value?)?
  private let values = EqualityTest<Value>.standard
  private let shownValues = EqualityTest<Shown>.standard
  private var lastValue: Value?
  private var lastShown: Shown?
  /// What `from` makes of that; nil: nothing.
  private var lastMeant: Value?
  /// The object shows what a transaction that goes on has written, and not the last value: what that comes to is shown at its commit.
  private var isShownForNow = false
  private(set) var isPutting = false
  /// What the object holds is written to the model, until the wave of that is over.
  private var edit: Edit?

  private struct Edit {
    let asked: Shown
    /// The one in which it settles; nil while it waits for its commit.
    var wave: UInt32?
  }

  /// The wave in which what the object has made of a value was written back.
  private var writtenBackIn: UInt32?

  init(
    _ model: Bindable<Model>, _ path: KeyPath<Model, Value>, _ object: Object, put: @escaping (Object, Value) -> Shown,
    look: @escaping (Object) -> Shown, replace: ((Object, Shown) -> Void)? = nil, shows: ((Value) -> Shown)? = nil,
    from: ((Object) throws -> Value?)? = nil
  ) {
    self.model = model
    self.path = path
    self.object = object
    self.put = put
    self.look = look
    self.replace = replace
    self.shows = shows
    self.from = from
  }

  var isAlive: Bool { object != nil }
  var holder: AnyObject? { object }

  func watch() -> () -> Bool {
    guard let object else { return { false } }
    let before = look(object)
    return { [shownValues, look] in !shownValues.isSame(before, look(object)) }
  }
  var objectName: String { "\(Object.self)" }
  var modelName: String { model?.name ?? "a model that has died" }

  /// Also where the setter of the object says that it was edited.
  private func write(_ value: Value, to object: Object) -> Shown {
    let outer = isPutting
    isPutting = true
    defer { isPutting = outer }
    return put(object, value)
  }

  func show(always: Bool) -> ViewBinding.Showing {
    guard let object, let model else { return .nowhere }
    guard let whole = model.stored else {
      if lastValue == nil { flowBack(object, model) }
      return .asBefore
    }
    let value = whole[keyPath: path]
    if let edit {
      let wave = model.engine.graph.wave
      if edit.wave == nil || edit.wave == wave {
        if edit.wave != nil, isLast(value) { return .asBefore }
        self.edit?.wave = wave
        return settle(object, edit.asked, on: value, of: model)
      }
      self.edit = nil
    }
    // Another part has changed: what a person is about to enter here stays.
    if !always, !isShownForNow, isLast(value) { return .asBefore }
    (lastValue, isShownForNow) = (value, false)
    let shown = write(value, to: object)
    remember(shown, of: object)
    return writeBack(shown, instead: value, to: model)
  }

  /// An object that does not hold what it was given, such as a slider with steps, is one that normalises: the model is written once
  /// in a wave. Where functions stand between, what is shown may be less than the value, and says nothing.
  private func writeBack(_ shown: Shown, instead value: Value, to model: Bindable<Model>) -> ViewBinding.Showing {
    guard let shows, values.compares, !shownValues.isSame(shows(value), shown), let meant = lastMeant,
      !values.isSame(meant, value), let writable = path as? WritableKeyPath<Model, Value>
    else { return .anew }
    let wave = model.engine.graph.wave
    if writtenBackIn == wave { return .unstable(model: value, shown: shown, again: meant) }
    writtenBackIn = wave
    lastValue = meant
    model.write(writable, meant)
    return .anew
  }

  func undoOfEdit() -> (_ refused: Any?) -> Void {
    let before = (edit, lastValue, lastShown, lastMeant, isShownForNow)
    return { [self] refused in
      (edit, lastValue, lastShown, lastMeant, isShownForNow) = before
      guard let object else { return }
      if let refused, let asked = refused as? Shown {
        replace?(object, asked)
      } else if let value = model?.value?[keyPath: path] {
        isShownForNow = !isLast(value)
        remember(write(value, to: object), of: object)
      }
    }
  }

  /// The source has nothing yet: the whole of it is what the object holds. Into a part of nothing nothing can flow.
  private func flowBack(_ object: Object, _ model: Bindable<Model>) {
    guard path == \Model.self, let from, let value = try? from(object) else { return }
    remember(look(object), of: object)
    lastValue = value
    if let whole = value as? Model { model.update(with: whole) }
  }

  func begin() {
    if let object { remember(look(object), of: object) }
  }

  /// What the object holds by the binding's own doing, or as it was found.
  private func remember(_ shown: Shown, of object: Object) {
    lastShown = shown
    lastMeant = try? meaning(of: object)
  }

  /// What it asks for; a function that computes only.
  private func meaning(of object: Object) throws -> Value? {
    guard let model, let from else { return nil }
    return try model.engine.computing { try from(object) }
  }

  /// The object holds what the binding left there, also in properties that only `from` reads: nobody has edited that, whatever
  /// the model holds by now.
  private func isEcho(_ asked: Shown, meaning meant: Value?) -> Bool {
    guard let lastShown, shownValues.isSame(lastShown, asked) else { return false }
    guard let lastMeant, let meant else { return lastMeant == nil && meant == nil }
    return !values.compares || values.isSame(lastMeant, meant)
  }

  func take() -> ViewBinding.Taken {
    guard let object, let model, from != nil, let writable = path as? WritableKeyPath<Model, Value> else {
      return .echo
    }
    let asked = look(object)
    let meant = Result { try meaning(of: object) }
    if isEcho(asked, meaning: try? meant.get()) { return .echo }
    isShownForNow = false
    let value: Value
    switch meant {
    case .success(let given?): value = given
    case .success(.none):
      return .refused(Diagnostic(.bindInvalid, "\(asked) was refused: it means no \(Value.self)"), input: asked)
    case .failure(let reason): return .refused(reason, input: asked)
    }
    let isFirst = model.value == nil
    if isFirst, path != \Model.self { return .refused(Diagnostic.withoutModel(model.name), input: asked) }
    (lastShown, lastMeant, lastValue) = (asked, value, value)
    edit = Edit(asked: asked)
    if isFirst, let whole = value as? Model { model.update(with: whole) } else { model.write(writable, value) }
    return .written
  }

  private func isLast(_ value: Value) -> Bool { lastValue.map { values.isSame($0, value) } ?? false }

  /// The asking end is rewritten if and only if the settled value differs from what it submitted; before any observer runs, so
  /// that nobody sees the ends disagree.
  private func settle(
    _ object: Object, _ asked: Shown, on settled: Value, of model: Bindable<Model>
  ) -> ViewBinding.Showing {
    (lastValue, isShownForNow) = (settled, false)
    var shown = look(object)
    let isShown = shows.map { shownValues.isSame($0(settled), shown) } ?? false
    if !isShown { shown = write(settled, to: object) }
    remember(shown, of: object)
    if shows != nil { return writeBack(shown, instead: settled, to: model) }
    if shownValues.isSame(shown, asked) { return .anew }
    // Once more: if the model would change again, nothing more is written. What cannot be compared says nothing of that.
    if let again = lastMeant, values.compares, !values.isSame(again, settled) {
      return .unstable(model: settled, shown: shown, again: again)
    }
    return .anew
  }
}
