import BindCore
import BindViews

/// `ui.label`, `ui.column` … and `bh.show`: one function for each kind of the view table.
extension Surface {
  var viewFunctions: [Entry] {
    ViewKind.all.map { kind in
      Entry(kind.name, mixed: true) { [unowned self] call throws(Failure) in
        call.reply(ViewObject(try view(kind, call), surface: self))
      }
    }
  }

  var showFunction: Entry {
    Entry("show") { [unowned self] call throws(Failure) in
      guard let view = (call.argument(1).object as? ViewObject)?.view else {
        throw call.wrong(1, "view", expected: "a view, such as ui.label \"Hello\"")
      }
      let options = try call.options(2, ["title"])
      try stage.show(view, title: try options.string("title") ?? "")
    }
  }

  private func view(_ kind: ViewKind, _ call: Call) throws(Failure) -> View {
    let scope = try engine.openScope(for: "ui.\(kind.name)", observing: true)
    var options: [(name: String, given: View.Given)] = []
    var children: [View] = []
    let argument = call.argument(1)
    if argument.isTable, let table = argument.table {
      for (name, value) in table.fields.sorted(by: { $0.name < $1.name }) {
        options.append((name.text, given(value)))
      }
      for (index, element) in table.elements.enumerated() {
        if kind.hasChildren, case .opaque(let opaque) = element, let child = opaque as? ViewObject {
          children.append(child.view)
        } else if index == 0, let canonical = kind.canonical {
          options.append((canonical, given(element)))
        } else {
          let expected = kind.hasChildren ? "a view expected" : "ui.\(kind.name) has no children"
          throw .diagnostic(
            Diagnostic(.bindArgument, "ui.\(kind.name): element \(index + 1): \(expected), got \(element.typeName)"))
        }
      }
    } else if !argument.isNil {
      guard let canonical = kind.canonical else { throw call.wrong(1, "options", expected: "table") }
      options.append((canonical, given(argument.value)))
    }
    return try View(kind, options: options, children: children, number: stage.nextNumber(), scope: scope)
  }

  private func given(_ value: Value) -> View.Given {
    if case .opaque(let opaque) = value, let object = opaque as? CellObject { return .cell(object.cell) }
    return .value(value)
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
