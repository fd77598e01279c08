import BindCore
import BindLua
import BindSources

/// Which tests run, and in which order.
struct TestPlan {
  let filter: String?
  /// nil: the order in which they stand.
  let seed: UInt64?

  init(_ options: TestOptions) {
    filter = options.filter
    switch options.shuffle {
    case nil: seed = nil
    case .seed(let given)?: seed = given
    // Short enough to be typed again.
    case .drawn?: seed = UInt64.random(in: 1...999_999)
    }
  }

  func ordered(_ files: [TestFile]) -> [TestFile] { shuffled(files, by: 0) }

  /// Of one file, by its place among the files as they were found, so that a seed means the same for it alone.
  func tests(of suite: TestSuite, in file: TestFile) -> [TestCase] {
    let chosen = suite.tests.filter { test in
      filter.map { test.fullName.contains($0) || file.name.contains($0) } ?? true
    }
    return shuffled(chosen, by: ContentHash(of: file.name.utf8).bits)
  }

  private func shuffled<Element>(_ elements: [Element], by salt: UInt64) -> [Element] {
    guard let seed else { return elements }
    var random = Chance(SeededRandom(seed: seed ^ salt))
    return elements.shuffled(using: &random)
  }
}

private struct Chance: RandomNumberGenerator {
  private let random: SeededRandom
  init(_ random: SeededRandom) { self.random = random }
  mutating func next() -> UInt64 { random.next() }
}
