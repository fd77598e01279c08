import BindCore
import BindViews
import Testing

@Suite("Keys") struct KeyTests {
  @Test func keysAreSaidByTheirNames() throws {
    #expect(
      try Key.keys(in: "Tab Shift-Tab enter  Space a Ü Esc") == [
        .tab, .backTab, .enter, .space, .character("a"), .character("Ü"), .escape,
      ])
    #expect(try Key.keys(in: " ") == [])
  }

  @Test func aWrongNameIsToldTheNearest() {
    do throws(Failure) {
      _ = try Key.keys(in: "Tab Entr")
      Issue.record("it was taken")
    } catch { #expect("\(error)".contains("did you mean 'Enter'?")) }
  }
}
