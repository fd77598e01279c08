public import BindCore
import BindLua

extension Host {
  /// Lets scripts read, write and observe parts of a Swift model: `bh.open("user")`.
  ///
  /// ```swift
  /// host.expose(user, as: "user") { $0.field("name", \.name); $0.field("followers", \.followersCount) }
  /// ```
  /// The bindable stays the truth. A write from Lua is an update of it, and an update is seen in Lua in the same wave.
  /// - Throws: a `Diagnostic` when the name, or a field's, is taken.
  public func expose<Model>(
    _ bindable: Bindable<Model>, as name: String, _ fields: (Exposure<Model>) -> Void
  ) throws {
    let exposure = Exposure<Model>()
    fields(exposure)
    do throws(Failure) {
      try surface.models.add(try bindable.exposed(as: name, exposure), named: name)
    } catch {
      throw Diagnostic(Report(error, during: ""))
    }
    exposed.append(bindable)
  }
}
