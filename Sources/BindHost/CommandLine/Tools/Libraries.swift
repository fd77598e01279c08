import BindCore
import BindJSON
import BindLua
import BindSQLite
import BindSources

extension Library {
  /// Every library that the program uses, Lua first.
  static var all: [Library] { [.lua] + ofSources + [.sqlite, .simdjson] }

  /// What `--version` prints.
  static var versions: String {
    let rows = all.map { ($0.name, $0.version ?? "not usable: \($0.problem ?? "")") }
    return "bindhost \(Version.text)\n" + ReferenceText.rows(rows).map { $0 + "\n" }.joined()
  }
}
