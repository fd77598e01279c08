import BindCore
import BindViews

/// `ui.label`, `ui.column` … and `bh.show`: one function for each kind of the view table.
extension Surface {
  var viewFunctions: [Entry] {
    ViewKind.all.map { kind in
      switch kind.role {
      case .async:
        Entry(
          kind,
          besides: """
            (options) -> view
            It shows one of the functions' views, by the face of the source; reloading and degraded fall back to loaded.
            - source: loadable|job. What is loaded.
            + faces
            - placeholder: any. A sample: loaded(sample) is drawn as a skeleton while it loads.
            - delay: time = "200ms". How long nothing is shown of a loading that may end at once.
            - min_show: time = "400ms". How long a loading that was shown is shown at least.
            > ui.async { source = profile, loaded = function(p) return ui.label(p.name) end }
            """
        ) { [unowned self] call throws(Failure) in try async(kind, call) }
      case .when:
        Entry(
          kind,
          besides: """
            (ref: Ref, fn: fn(value), options?) -> view
            fn makes it, anew at each change; it may return nil.
            > ui.when(user "is_admin", function() return ui.button { title = "Delete" } end)
            """
        ) { [unowned self] call throws(Failure) in try when(kind, call) }
      case .each:
        Entry(
          kind,
          besides: """
            (list: Ref, fn: fn(item, key), options?) -> view
            fn makes the view of an element and gets a Ref to it, which stays with it wherever it moves.
            - key: string|fn(value) = the element itself. What tells elements apart: a field, or a function.
            > ui.each(todo "items", function(item) return ui.label(item "title") end, { key = "id" })
            """
        ) { [unowned self] call throws(Failure) in try each(kind, call) }
      default:
        Entry(kind, mixed: true) { [unowned self] call throws(Failure) in
          call.reply(ViewObject(try view(kind, call), surface: self))
        }
      }
    }
  }

  var showFunction: Entry {
    Entry(
      "show",
      """
      (view: view, options?)
      Shows a view in place of the one before; the script lives while it is shown.
      - title: string = "". What stands above it.
      > bh.show(ui.label "Hello", { title = "Greeting" })
      """
    ) { [unowned self] call throws(Failure) in
      guard let view = (call.argument(1).object as? ViewObject)?.view else {
        throw call.wrong(1, "view", expected: "a view, such as ui.label \"Hello\"")
      }
      let options = try call.options(2)
      try stage.show(view, title: try options.string("title") ?? "")
    }
  }

  private func view(_ kind: ViewKind, _ call: Call) throws(Failure) -> View {
    let scope = try engine.openScope(for: "ui.\(kind.name)", observing: true)
    var options: [(name: String, given: View.Given)] = []
    var children: [View] = []
    let argument = call.argument(1)
    if argument.isTable, let table = argument.table {
      options = try given(table.fields.map { ($0.name, $0.value) }, kind, in: scope)
      for (index, element) in table.elements.enumerated() {
        if kind.hasChildren, case .opaque(let opaque) = element, let child = opaque as? ViewObject {
          children.append(child.view)
        } else if isUnknown(element) {
          continue
        } else if index == 0, let canonical = kind.canonical, !element.isView {
          options.append((canonical, try given(element, canonical, kind, in: scope)))
        } else {
          let expected = kind.hasChildren ? "a view expected" : "ui.\(kind.name) has no children"
          throw .diagnostic(
            Diagnostic(.bindArgument, "ui.\(kind.name): element \(index + 1): \(expected), got \(element.typeName)"))
        }
      }
    } else if !argument.isNil {
      guard let canonical = kind.canonical else { throw call.wrong(1, "options", expected: "table") }
      let value = argument.value
      if !isUnknown(value) { options.append((canonical, try given(value, canonical, kind, in: scope))) }
    }
    return try View(kind, options: options, children: children, number: stage.nextNumber(), scope: scope)
  }

  /// Options as a view takes them, in the order of their names.
  func given(
    _ fields: [(name: ByteString, value: Value)], _ kind: ViewKind, in scope: Scope
  ) throws(Failure) -> [(name: String, given: View.Given)] {
    var options: [(name: String, given: View.Given)] = []
    for (name, value) in fields.sorted(by: { $0.name < $1.name }) {
      if isUnknown(value), kind.optionNames.contains(name.text) { continue }
      options.append((name.text, try given(value, name.text, kind, in: scope)))
    }
    return options
  }

  private func given(
    _ value: Value, _ name: String, _ kind: ViewKind, in scope: Scope
  ) throws(Failure) -> View.Given {
    guard case .opaque(let opaque) = value else { return .value(value) }
    let label = "\(name) of ui.\(kind.name)"
    switch opaque {
    case let object as CellObject: return .cell(object.cell)
    case let function as LuaReference where function.isFunction:
      return .action(LuaViewAction(function, label: label, in: scope, surface: self))
    // A function of the host's own, such as the `retry` of a failed load.
    case let function as CallableObject:
      do {
        let reference = try lua.makeReference(.opaque(function))
        return .action(LuaViewAction(reference, label: label, in: scope, surface: self))
      } catch { throw Failure(error) }
    default: return .value(value)
    }
  }
}

extension Value {
  fileprivate var isView: Bool {
    if case .opaque(let opaque) = self { opaque is ViewObject } else { false }
  }
}

final class ViewObject: HostObject, @unchecked Sendable {
  let view: View
  private unowned let surface: Surface

  init(_ view: View, surface: Surface) {
    self.view = view
    self.surface = surface
    super.init(kind: surface.kinds.view)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  /// `label "text"`: a property.
  override func resolve(path: ByteString) throws -> HostObject {
    do { return surface.object(try view.property(path.text)) } catch { throw surface.raisable(error) }
  }
}
