package import BindCore
import CICU

/// The zones that ICU knows, opened when the first one is asked for.
package final class MachineZones: TimeZones {
  private var known: [String: any TimeZoneRules] = [:]
  private let localName: String?

  /// - Parameter local: the zone of whoever runs the script; nil asks the machine.
  package init(local: String? = nil) { localName = local }

  package func zone(named name: String) throws(Diagnostic) -> any TimeZoneRules {
    if let zone = known[name] { return zone }
    let zone: any TimeZoneRules = name == "UTC" ? Greenwich() : try open(name)
    known[name] = zone
    return zone
  }

  package func local() throws(Diagnostic) -> any TimeZoneRules {
    if let localName { return try zone(named: localName) }
    try openLibrary()
    var name = [CChar](repeating: 0, count: 64)
    guard bh_icu_host_zone(&name, Int32(name.count)) == 0 else { return try zone(named: "UTC") }
    return try zone(named: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  private func open(_ name: String) throws(Diagnostic) -> any TimeZoneRules {
    try openLibrary()
    guard let handle = bh_icu_zone(name) else {
      let names = (0..<bh_icu_name_count()).compactMap { bh_icu_name($0).map { String(cString: $0) } }
      throw Diagnostic(
        .bindArgument, "there is no time zone '\(name)'", suggestions: nearestNames(to: name, in: names),
        notes: ["zones are named as in \"Europe/Berlin\" or \"UTC\""])
    }
    return Zone(name: name, handle: handle)
  }

  private func openLibrary() throws(Diagnostic) {
    if let problem = bh_icu_open() {
      throw Diagnostic(
        .hostInternal, "time zones cannot be read: \(String(cString: problem))", notes: ["install libicu72"])
    }
  }

  private final class Zone: TimeZoneRules {
    let name: String
    private let handle: OpaquePointer

    init(name: String, handle: OpaquePointer) {
      self.name = name
      self.handle = handle
    }

    func offset(at time: Int64) -> Int64 { Int64(bh_icu_offset(handle, time)) }

    func nextChange(after time: Int64) -> Int64? {
      var change: Int64 = 0
      return bh_icu_next_change(handle, time, &change) == 0 ? change : nil
    }
  }
}
