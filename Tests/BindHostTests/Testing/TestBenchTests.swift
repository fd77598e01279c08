import Foundation
import BindLua
import Testing

@testable import BindHost

@Suite(.serialized) struct TestBenchTests {
  /// What a file has declared used to hold itself: each test that had run cost a little memory for the rest of the run.
  @Test func nothingOfAFileStaysWhenItsTestsHaveRun() throws {
    let folder = try ScratchFolder([
      "a_test.lua": "describe('a', function() for i = 1, 9 do it('t' .. i, function() expect(i):to_be(i) end) end end)"
    ])
    weak var suite: TestSuite?
    weak var test: TestCase?
    try {
      let bench = try TestBench(
        TestFile(name: "a_test.lua", path: folder.url.appending(path: "a_test.lua").path), TestOptions(),
        stop: TestStop())
      defer { bench.close() }
      let read = try bench.read()
      suite = read
      test = read.tests.last
      #expect(read.tests.count == 9)
      #expect(read.tests.allSatisfy { bench.result(of: $0).status == .passed })
    }()
    #expect(suite == nil)
    #expect(test == nil)
  }
}
