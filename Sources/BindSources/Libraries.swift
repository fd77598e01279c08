package import BindCore
import CCurl
import CICU
import CMicrohttpd
import CUV

extension Library {
  /// What the World is performed with. Those that are opened on first use are opened here.
  package static var ofSources: [Library] {
    [
      Library("libuv", version: String(cString: uv_version_string()), package: "libuv1"),
      opened("libcurl", bh_curl_open(), package: "libcurl4") { bh_curl_version() },
      opened("libmicrohttpd", bh_server_open_library(), package: "libmicrohttpd12") { bh_server_version() },
      opened("ICU", bh_icu_open(), package: "libicu72") { bh_icu_version() },
    ]
  }

  private static func opened(
    _ name: String, _ problem: UnsafePointer<CChar>?, package: String, _ version: () -> UnsafePointer<CChar>?
  ) -> Library {
    guard let problem else {
      return Library(name, version: version().map { String(cString: $0) }, package: package)
    }
    return Library(name, version: nil, problem: String(cString: problem), package: package)
  }
}
