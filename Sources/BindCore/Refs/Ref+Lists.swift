/// What is done with the changes of a list. Places are counted from 0.
///
/// `insert`, `move` and `update` run in a scope of the element's own, which ends when the element is removed; the Ref stays with
/// the element wherever it moves. One that throws drops its own writes and stops no other.
public struct ListChanges<Element: ScriptConvertible, Key: ScriptConvertible> {
  public var insert: ((_ element: Ref<Element>, _ key: Key, _ place: Int) throws -> Void)?
  public var remove: ((_ value: Element, _ key: Key, _ place: Int) throws -> Void)?
  public var move: ((_ element: Ref<Element>, _ key: Key, _ from: Int, _ to: Int) throws -> Void)?
  public var update: ((_ element: Ref<Element>, _ new: Element, _ old: Element) throws -> Void)?

  public init(
    insert: ((Ref<Element>, Key, Int) throws -> Void)? = nil, remove: ((Element, Key, Int) throws -> Void)? = nil,
    move: ((Ref<Element>, Key, Int, Int) throws -> Void)? = nil,
    update: ((Ref<Element>, Element, Element) throws -> Void)? = nil
  ) {
    self.insert = insert
    self.remove = remove
    self.move = move
    self.update = update
  }
}

extension Ref {
  /// The changes of a list as operations that turn the old list into the new one. What is in it already arrives as inserts.
  ///
  /// ```swift
  /// try todos.each(by: \.id, ListChanges(insert: { todo, id, place in print("new", id) }))
  /// ```
  /// - Parameter key: tells the elements apart: a string, number or boolean. A write that gives two elements one key is refused
  ///   from now on (`bind.key`).
  /// - Throws: `bind.key` if two have one key already.
  @discardableResult
  public func each<Element: ScriptConvertible, Key: ScriptConvertible>(
    by key: @escaping (Element) throws -> Key, file: StaticString = #fileID, line: UInt32 = #line,
    _ changes: ListChanges<Element, Key>
  ) throws(Failure) -> Handle where Content == [Element] {
    engine.checkThread()
    let list = cell
    let scope = try engine.openScope(for: "each of \(list.name)", observing: true)
    let keys = ListKeys(of: list, name: "key", isFunction: true, list.function(key))
    let watch = engine.placing(file, line) { TypedEach(of: keys, changes, scope: scope) }
    do { try watch.begin() } catch {
      watch.stop()
      throw error
    }
    return Handle(watch)
  }
}

private final class TypedEach<Element: ScriptConvertible, Key: ScriptConvertible>: Each {
  private var changes: ListChanges<Element, Key>
  private let list: Cell

  init(of keys: ListKeys, _ changes: ListChanges<Element, Key>, scope: Scope) {
    self.changes = changes
    list = keys.list
    super.init(of: keys, scope: scope)
  }

  override func inserted(_ element: Cell, key: Value, at place: Int) throws(Failure) {
    guard let insert = changes.insert else { return }
    try run { try insert(Ref(element), try self.list.content(key), place) }
  }

  override func removed(_ value: Value, key: Value, at place: Int) throws(Failure) {
    guard let remove = changes.remove else { return }
    try run { try remove(try self.list.content(value), try self.list.content(key), place) }
  }

  override func moved(_ element: Cell, key: Value, from: Int, to: Int) throws(Failure) {
    guard let move = changes.move else { return }
    try run { try move(Ref(element), try self.list.content(key), from, to) }
  }

  override func updated(_ element: Cell, _ new: Value, _ old: Value) throws(Failure) {
    guard let update = changes.update else { return }
    try run { try update(Ref(element), try self.list.content(new), try self.list.content(old)) }
  }

  override func didStop() {
    super.didStop()
    changes = ListChanges()
  }

  private func run(_ body: () throws -> Void) throws(Failure) {
    do { try body() } catch { throw Failure(thrown: error) }
  }
}
