package import BindCore
import CSimdjson

extension Library {
  package static var simdjson: Library {
    Library("simdjson", version: String(cString: bh_json_version()), package: "libsimdjson14")
  }
}
