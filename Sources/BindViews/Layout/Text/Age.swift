/// How long ago something was, in the words of a person.
package struct Age {
  package let ago: String
  package let old: String
  /// After so long the words are others.
  package let nextChange: Duration

  package init(_ age: Duration) {
    let seconds = max(age.components.seconds, 0)
    let (unit, name): (Int64, String) =
      switch seconds {
      case ..<60: (1, "s")
      case ..<3600: (60, "min")
      case ..<86_400: (3600, "h")
      default: (86_400, "d")
      }
    ago = seconds == 0 ? "now" : "\(seconds / unit) \(name) ago"
    old = seconds == 0 ? "new" : "\(seconds / unit) \(name) old"
    nextChange = max(.seconds((seconds / unit + 1) * unit) - max(age, .zero), .milliseconds(1))
  }
}
