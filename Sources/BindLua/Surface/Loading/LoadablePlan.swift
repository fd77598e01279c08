import BindCore

/// What a view that shows the loadable does against flicker.
struct Presentation {
  var delay: Duration?
  var minShow: Duration?

  init(_ options: Options) throws(Failure) {
    delay = try options.duration("delay")
    minShow = try options.duration("min_show")
  }
}

/// A declaration of `bh.loadable`: makes its one loadable, or one for each key.
final class LoadablePlan {
  let name: String
  let scope: Scope
  let presentation: Presentation
  let durability: LoadableDurability?
  private let options: LoadableOptions
  private let makeWork: (Value?) -> any LoadableWork
  private unowned(unsafe) let surface: Surface

  init(
    name: String, options: LoadableOptions, makeWork: @escaping (Value?) -> any LoadableWork, scope: Scope,
    surface: Surface, presentation: Presentation, durability: LoadableDurability? = nil
  ) {
    self.name = name
    self.options = options
    self.makeWork = makeWork
    self.scope = scope
    self.surface = surface
    self.presentation = presentation
    self.durability = durability
  }

  func checkOpen() throws(Failure) {
    if scope.isClosed { throw .disposed("loadable '\(name)'", scope: scope.name) }
  }

  func make(key: Value?) throws(Failure) -> Loadable {
    let cache = try durability.map { durability throws(Failure) in try surface.cache(of: durability, key: key) }
    let loadable = Loadable(
      name: key.map { "\(name)(\($0))" } ?? name, options, work: makeWork(key), world: surface.world, scope: scope)
    loadable.describeFailure = { [unowned surface] failure in surface.errorRecord(failure) }
    loadable.begin(from: cache)
    if let sending = durability?.sending {
      loadable.resumeWrites(
        from: sending.ledger, key: key ?? .nil, work(sending, of: loadable), retry: sending.retry)
    }
    return loadable
  }

  /// What the declaration's own `send` does for one write.
  func work(_ sending: LoadableDurability.Sending, of loadable: Loadable) -> LuaSource {
    LuaSource(sending.functions, name: loadable.name, scope: loadable.scope, surface: surface)
  }
}
