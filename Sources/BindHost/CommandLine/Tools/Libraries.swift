import BindCore
import BindJSON
import BindLua
import BindSQLite
import BindSources
import BindViews
import CSodium

extension Library {
  /// Every library that the program uses, Lua first.
  static var all: [Library] { [.lua] + ofSources + [.sqlite, .simdjson, .utf8proc, sodium] }

  private static var sodium: Library {
    if let problem = bh_sodium_open() {
      return Library("libsodium", version: nil, problem: String(cString: problem), package: "libsodium23")
    }
    return Library("libsodium", version: String(cString: bh_sodium_version()), package: "libsodium23")
  }

  /// What `--version` prints.
  static var versions: String {
    let rows = all.map { ($0.name, $0.version ?? "not usable: \($0.problem ?? "")") }
    return "bindhost \(Version.text)\n" + ReferenceText.rows(rows).map { $0 + "\n" }.joined()
  }
}
