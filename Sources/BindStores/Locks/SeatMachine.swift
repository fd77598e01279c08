import BindCore

/// The rules of a lock that dies unless it is renewed: events in, actions out. Times are since any one moment.
struct SeatMachine {
  enum Action: Equatable {
    case acquire
    case renew(StoreFence)
    case release(StoreFence)
    case tell(SeatNews)
  }

  /// How long a lock lives that is not renewed.
  static let lifeSeconds = 10
  static let renewEvery: Duration = .seconds(3)
  /// Whoever could not renew stops so long before others may get the lock.
  static let margin: Duration = .seconds(2)
  /// Between two attempts to get it, or to renew it after one has failed.
  static let tryEvery: Duration = .seconds(1)

  static var validFor: Duration { .seconds(lifeSeconds) - margin }

  private(set) var fence: StoreFence?
  /// The lock is sure until then, by the time at which the last good attempt was begun.
  private var sureUntil = Duration.zero
  private(set) var nextTick = Duration.zero
  private var hasLeft = false

  mutating func tick(at now: Duration) -> [Action] {
    guard !hasLeft, now >= nextTick else { return [] }
    nextTick = now + Self.tryEvery
    guard let held = fence else { return [.acquire] }
    guard now < sureUntil else {
      // It is not sure any more, and whoever asks for it anew has another holding.
      fence = nil
      return [.tell(.lost), .release(held), .acquire]
    }
    return [.renew(held)]
  }

  /// - Parameter began: when the attempt was begun.
  mutating func acquired(_ result: Result<StoreFence?, StoreError>, began: Duration, now: Duration) -> [Action] {
    switch result {
    case .success(let got?):
      guard !hasLeft else { return [.release(got)] }
      return hold(got, since: began, now)
    case .success(nil): return []
    case .failure(let error): return hasLeft ? [] : [.tell(.unknown(error.message))]
    }
  }

  mutating func renewed(_ result: Result<Bool, StoreError>, began: Duration, now: Duration) -> [Action] {
    guard let held = fence, !hasLeft else { return [] }
    switch result {
    case .success(true): return hold(held, since: began, now)
    case .success(false):
      fence = nil
      nextTick = now
      return [.tell(.lost)]
    case .failure: return []  // Once more, as long as it is sure.
    }
  }

  private mutating func hold(_ held: StoreFence, since began: Duration, _ now: Duration) -> [Action] {
    sureUntil = began + Self.validFor
    guard now < sureUntil else {
      // The answer took so long that it is worth nothing.
      let known = fence
      fence = nil
      return known == nil ? [.release(held)] : [.tell(.lost), .release(held)]
    }
    fence = held
    nextTick = now + Self.renewEvery
    return [.tell(.held(held, validFor: sureUntil - now))]
  }

  mutating func leave() -> [Action] {
    guard !hasLeft else { return [] }
    hasLeft = true
    defer { fence = nil }
    return fence.map { [.release($0)] } ?? []
  }
}
