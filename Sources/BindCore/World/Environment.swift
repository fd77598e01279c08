/// The variables of the host's own environment.
package protocol EnvironmentReader: AnyObject {
  /// nil if there is none of that name.
  func value(of name: String) -> ByteString?
}

/// Environment variables as the rest of the program sees them: behind the gate.
package final class Environment {
  private let reader: any EnvironmentReader
  private let gate: PermissionGate

  package init(reader: any EnvironmentReader, gate: PermissionGate) {
    self.reader = reader
    self.gate = gate
  }

  /// - Throws: the refusal, whether or not there is such a variable.
  package func value(of name: String) throws(Refusal) -> ByteString? {
    try gate.check(environment: name)
    return reader.value(of: name)
  }
}
