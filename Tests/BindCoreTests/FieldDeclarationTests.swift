import BindCore
import Testing

@Suite("Declarations of fields")
struct FieldDeclarationTests {
  @Test func rulesThatAreGivenAfterwardsHoldForThatDeclarationAlone() throws {
    let engine = Engine()
    var limited = FieldDeclaration(type: .integer, defaultValue: .integer(1))
    limited.maximum = 5
    limited.documentation = "how many"
    var free = limited
    free.maximum = nil
    let few = LeafCell(.integer(1), declaration: limited, name: "few", engine: engine)
    let many = LeafCell(.integer(1), declaration: free, name: "many", engine: engine)
    guard case .refused(let diagnostic) = try few.write(.integer(6)) else {
      Issue.record("6 was taken")
      return
    }
    #expect(diagnostic.message.contains("the maximum is 5"))
    guard case .written = try many.write(.integer(6)) else {
      Issue.record("6 was refused")
      return
    }
    #expect(free.documentation == "how many")
  }
}
