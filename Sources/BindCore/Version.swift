/// The version of bindhost, as `bindhost --version` and `bh.version` tell it.
public enum Version {
  public static let text = "0.1.0"
}
