/// A registered function or method, shared by its calls.
final class SurfaceFunction {
  let entry: Surface.Entry
  /// The module as scripts write it, or the kind of the receiver.
  private let owner: String
  let isMethod: Bool

  init(_ entry: Surface.Entry, of owner: String, isMethod: Bool) {
    self.entry = entry
    self.owner = owner
    self.isMethod = isMethod
  }

  /// As messages say it: `bh.bind`, `handle:stop`.
  private(set) lazy var name = "\(owner)\(isMethod ? ":" : ".")\(entry.name)"

  /// What nobody has thought about is refused.
  private(set) lazy var purity = Purity.of(entry.name, of: owner) ?? .effect

  private(set) lazy var definition = entry.definition.read()

  private(set) lazy var optionNames = definition.options.map(\.name)

  /// Of a view's function the table of views knows better.
  private(set) lazy var optionTypes: [String: OptionType] =
    if case .text = entry.definition { definition.options.types } else { [:] }
}
