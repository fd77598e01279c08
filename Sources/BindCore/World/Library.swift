/// A library that the program uses.
package struct Library: Equatable, Sendable {
  package let name: String
  /// nil: it cannot be used.
  package let version: String?
  /// Why it cannot be used.
  package let problem: String?
  /// The Debian package that brings it.
  package let package: String

  package init(_ name: String, version: String?, problem: String? = nil, package: String) {
    self.name = name
    self.version = version
    self.problem = problem
    self.package = package
  }
}
