public import BindCore
import BindLua

extension Host {
  /// Lets scripts read, write and observe parts of a Swift model: `bh.open("user")`.
  ///
  /// ```swift
  /// host.expose(user, as: "user") { $0.field("name", \.name); $0.field("followers", \.followersCount) }
  /// ```
  /// The bindable stays the truth. A write from Lua is an update of it, and an update is seen in Lua in the same wave.
  /// - Throws: a `Diagnostic` when the name, or a field's, is taken, or the host is closed.
  public func expose<Model>(
    _ bindable: Bindable<Model>, as name: String, _ fields: (Exposure<Model>) -> Void
  ) throws {
    try checkOpen(for: "expose")
    let exposure = Exposure<Model>()
    fields(exposure)
    do throws(Failure) {
      let model = try bindable.exposed(as: name, exposure)
      try surface.models.add(model, named: name)
      parts.exposed.append(ExposedModel(model, of: bindable))
    } catch {
      throw Diagnostic(Report(error, during: ""))
    }
  }
}
