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
  private let options: LoadableOptions
  private let makeWork: (Value?) -> any LoadableWork
  private unowned(unsafe) let surface: Surface

  init(
    name: String, options: LoadableOptions, makeWork: @escaping (Value?) -> any LoadableWork, scope: Scope,
    surface: Surface, presentation: Presentation
  ) {
    self.name = name
    self.options = options
    self.makeWork = makeWork
    self.scope = scope
    self.surface = surface
    self.presentation = presentation
  }

  func make(key: Value?) -> Loadable {
    let loadable = Loadable(
      name: key.map { "\(name)(\($0))" } ?? name, options, work: makeWork(key), world: surface.world, scope: scope)
    loadable.describeFailure = { [unowned surface] failure in surface.errorTable(failure) }
    loadable.begin()
    return loadable
  }
}
