public import BindCore

extension State {
  /// A value that a store keeps. It has the stored value from the start, or `initial` while nothing is stored.
  ///
  /// States with one key in one store share their value. A problem with the store is in `loadError` and `saveError`; the
  /// value in memory stands and is saved as soon as it can be.
  /// - Precondition: whoever has that key of that store open, a script of the program's too, has given it the same type and
  ///   the same `initial`; else the program ends with the words of `store.key_type`, in a release build too.
  /// - Parameters:
  ///   - version: of the form of the value, from 1.
  ///   - saveAfter: how long a change waits for others before it is saved.
  ///   - migrate: turns a stored value of an older version into one of `version`; on this thread, and on any for what an older
  ///     program stores later. What it throws is a `loadError`: the state begins with `initial`, and what is stored is moved aside.
  ///   - merge: a change made here and one stored by somebody else, both of the same value, made one; without it changes
  ///     of different fields both stand, and of one field the one made here does.
  public convenience init(
    _ initial: Value, key: StoreKey, in store: any Store, version: Int = 1, saveAfter: Duration = .milliseconds(200),
    migrate: (@Sendable (_ old: StoredValue, _ from: Int) throws -> Value)? = nil,
    merge: (@Sendable (_ mine: Value, _ theirs: Value, _ base: Value) -> Value)? = nil
  ) {
    var request = StateRequest(key, shape: StateShape(initial))
    request.version = version
    request.saveAfter = saveAfter
    if let merge {
      request.merge = .custom { mine, theirs, base in
        guard let values = try? [mine, theirs, base].map({ try ValueDecoder.decode(Value.self, from: $0) }),
          let merged = try? ValueEncoder.encode(merge(values[0], values[1], values[2]))
        else { return mine }
        return merged
      }
    }
    if let migrate {
      request.movesAsideWhatFailsToMigrate = true
      request.migrate = { old, from in try ValueEncoder.encode(migrate(StoredValue(value: old), from)) }
    }
    // Whether this type can hold what is stored says the type.
    request.accepts = { value in
      do { _ = try ValueDecoder.decode(Value.self, from: value) } catch { return "\(error)" }
      return nil
    }
    let container: StateContainer
    do { container = try StoreSession.shared(for: store).open(request) } catch {
      fatalError("bindhost: \(error)")
    }
    self.init(initial, in: container)
  }

  /// Saves what waits in the stores of all states, on the calling thread. For the end of a program. What a host with virtual
  /// time keeps is not among it.
  public static func saveAll() { StoreSession.flushAll() }
}

/// What an older version has stored, for its migration.
public struct StoredValue {
  /// As scripts would see it.
  public let value: BindCore.Value

  /// The value as an older type of the program's.
  public func decoded<Older: Decodable>(as type: Older.Type) throws -> Older {
    try ValueDecoder.decode(type, from: value)
  }
}
