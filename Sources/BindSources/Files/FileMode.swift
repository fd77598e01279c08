/// The kind bits of a file's mode, the same number for `stat` and for libuv, which disagree about its width.
enum FileMode: UInt64 {
  case folder = 0o040000
  case regular = 0o100000
  case link = 0o120000

  private static let mask: UInt64 = 0o170000

  init?(_ mode: some BinaryInteger) { self.init(rawValue: UInt64(mode) & Self.mask) }
}
