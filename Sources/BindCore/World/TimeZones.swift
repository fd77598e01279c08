/// The zones of the world: where clocks stand, and when they are put forward or back.
package protocol TimeZones: AnyObject {
  /// By its IANA name, such as `Europe/Berlin` or `UTC`.
  /// - Throws: that there is no such zone, with the nearest names; or that the zones of this machine cannot be read.
  func zone(named name: String) throws(Diagnostic) -> any TimeZoneRules

  /// The zone of whoever runs the script.
  func local() throws(Diagnostic) -> any TimeZoneRules
}

/// One zone.
package protocol TimeZoneRules: AnyObject {
  var name: String { get }
  /// Seconds east of Greenwich.
  /// - Parameter time: seconds since 1970-01-01T00:00:00Z.
  func offset(at time: Int64) -> Int64
  /// When the offset changes next, strictly after `time`; nil if it never does.
  func nextChange(after time: Int64) -> Int64?
}

/// UTC: no rules at all.
package final class Greenwich: TimeZoneRules {
  package let name: String
  package init(name: String = "UTC") { self.name = name }
  package func offset(at time: Int64) -> Int64 { 0 }
  package func nextChange(after time: Int64) -> Int64? { nil }
}

/// A world of one zone.
extension Greenwich: TimeZones {
  package func zone(named name: String) throws(Diagnostic) -> any TimeZoneRules {
    guard name == self.name else { throw Diagnostic(.bindArgument, "there is no time zone '\(name)' here, only UTC") }
    return self
  }

  package func local() throws(Diagnostic) -> any TimeZoneRules { self }
}
