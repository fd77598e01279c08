import BindCore
import BindViews
internal import CLua

/// What a call returns whose mistake is known already.
extension Surface {
  /// - Returns: false where nothing can stand in.
  func replyStandIn(_ call: Call) -> Bool {
    call.frame.pointee.result_count = 0
    do {
      switch call.function.definition.results.first {
      case nil: return true
      case "boolean?"?: try call.reply(.boolean(true))
      case "Ref"?, "derived"?, "source"?, "state"?: call.reply(BlankCell(engine: engine))
      case "handle"?: call.reply(HandleObject(NoItem(), surface: self))
      case "view"?:
        call.reply(
          ViewObject(try View(.of(.label), options: [], number: stage.nextNumber(), scope: engine.scope), surface: self)
        )
      case "job"?:
        let declaration = JobDeclaration(options: Options(owner: call.name, fields: Record()), label: "stand-in")
        try declare(call, declaration, NoWork())
      case "loadable|family"?:
        let none = Options(owner: call.name, fields: Record())
        let plan = LoadablePlan(
          name: "stand-in", options: LoadableOptions(), makeWork: { _ in NoWork() }, scope: engine.scope, surface: self,
          presentation: try Presentation(none))
        call.reply(LoadableObject(try plan.make(key: nil), plan: plan, surface: self))
      case _ where examination?.isGuessing ?? false: replyUnknown(call)
      default: return false
      }
      return true
    } catch { return false }
  }
}

/// A cell in which every path leads somewhere.
final class BlankCell: LeafCell {
  private var places: [Path.Step: BlankCell] = [:]

  private let whole: Path

  init(engine: Engine, as path: Path = Path([.field("unknown")])) {
    whole = path
    super.init(nil, declaration: .any(.nil), name: path.description, engine: engine)
  }

  override func child(_ step: Path.Step) throws(Failure) -> Cell {
    if let place = places[step] { return place }
    let place = BlankCell(engine: engine, as: whole.appending(step))
    places[step] = place
    return place
  }
}

private final class NoItem: ScopeItem {
  var scopeIndex = -1
  func stop() {}
}

private final class NoWork: JobWork, LoadableWork {
  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? { JobRun {} }
  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? { JobRun {} }
}
