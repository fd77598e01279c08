package import BindCore
import CSQLite

extension Library {
  package static var sqlite: Library {
    Library("SQLite", version: String(cString: sqlite3_libversion()), package: "libsqlite3-0")
  }
}
