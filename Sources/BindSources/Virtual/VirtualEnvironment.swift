package import BindCore

/// Variables that a test sets.
package final class VirtualEnvironment: EnvironmentReader {
  package var variables: [String: String] = [:]

  package func value(of name: String) -> ByteString? { variables[name].map { ByteString($0) } }
}
