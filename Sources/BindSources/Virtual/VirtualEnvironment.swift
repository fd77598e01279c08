package import BindCore

/// Variables that a test sets.
package final class VirtualEnvironment: EnvironmentReader {
  package var variables: [String: String] = [:]
  /// Of variables that are not here.
  var reality: Reality?

  package func value(of name: String) -> ByteString? {
    variables[name].map { ByteString($0) } ?? reality?.variable(name)
  }
}
