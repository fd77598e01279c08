package import BindCore
import CUTF8Proc

extension Library {
  package static var utf8proc: Library {
    Library("libutf8proc", version: String(cString: bh_utf8proc_version()), package: "libutf8proc2")
  }
}
