public import BindCore
import BindLua

extension Host {
  /// Lets scripts read, write and observe a model of Swift's, under its own name: `bh.open("user")`.
  ///
  /// ```swift
  /// let user = try Ref.model("user", ["name": "Ada", "age": .number(36, in: 0...150)])
  /// try host.expose(user)
  /// ```
  /// - Throws: a `Diagnostic` when the name is taken, the Ref is no whole model, or the host is closed.
  public func expose(_ model: Ref<Record>) throws {
    try checkOpen(for: "expose")
    guard let record = model.cell as? RecordCell else {
      throw Diagnostic(.bindArgument, "expose: \(model.name) is no model", notes: ["make it with Ref.model"])
    }
    do throws(Failure) { try surface.models.add(record, named: record.name) } catch {
      throw Diagnostic(Report(error, during: ""))
    }
  }

  /// A model by its name, of scripts or of Swift; nil where there is none of that name now. It is a model of this moment: the
  /// script that made it may end.
  public func model(named name: String) -> Ref<Record>? { surface.models.model(named: name).map { Ref($0) } }
}
