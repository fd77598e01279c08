import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// What the locks of every store do that has some.
@Suite("Locks of stores") struct StoreLocksTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func locks(_ kind: StoreKind) throws -> any StoreLocks { try #require(try kind.open(in: folder).locks) }

  @Test(arguments: [StoreKind.sqlite, .etcd]) func oneHasItUntilItIsGivenBack(_ kind: StoreKind) throws {
    let (one, other) = (try locks(kind), try locks(kind))
    let first = try #require(try one.acquire("l", seconds: 10))
    #expect(try other.acquire("l", seconds: 10) == nil)
    #expect(try other.acquire("another", seconds: 10) != nil)
    #expect(try one.renew(first, seconds: 10))
    try one.release(first)
    try one.release(first)
    #expect(try !one.renew(first, seconds: 10))
    let second = try #require(try other.acquire("l", seconds: 10))
    #expect(second.number > first.number)
  }

  @Test(arguments: [StoreKind.sqlite, .etcd]) func whatIsNotRenewedIsFreeAndTheLateWriteOfItsHolderRefused(
    _ kind: StoreKind
  ) throws {
    let (one, other) = (try locks(kind), try locks(kind))
    let store = try kind.open(in: folder)
    let first = try #require(try one.acquire("l", seconds: 1))
    _ = try store.save([StoreChange("a", bytes: Array("1".utf8), fence: first)])
    var second: StoreFence?
    try eventually("it has died") {
      second = try other.acquire("l", seconds: 10)
      return second != nil
    }
    #expect(try !one.renew(first, seconds: 10))
    let late = BindStoresTests.kind { () throws(StoreError) in
      _ = try store.save([
        StoreChange("a", bytes: Array("2".utf8), fence: first), StoreChange("b", bytes: Array("2".utf8)),
      ])
    }
    #expect(late == .fenced(first))
    #expect(try store.text("a") == "1" && store.text("b") == nil)
    _ = try store.save([StoreChange("a", bytes: Array("3".utf8), fence: second)])
    #expect(try store.text("a") == "3")
  }

  @Test func aStoreThatNobodyElseCanSeeGivesItAtOnceAndOneWithoutLocksGivesNone() throws {
    let told = Lock<[SeatNews]>([])
    let own = StoreSession.shared(for: MemoryStore()).seat("l") { news in told.withLock { $0.append(news) } }
    #expect(own != nil)
    #expect(told.withLock { $0.count } == 1)
    let file = try StoreKind.file.open(in: folder)
    #expect(StoreSession.shared(for: file).seat("l", tell: { _ in }) == nil)
  }
}
