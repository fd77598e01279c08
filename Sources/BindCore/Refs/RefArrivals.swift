/// Writes to a Ref from any thread: they go through the owner's inbox, in order for each thread, and each is applied on the
/// owner's thread in a turn of its own. What goes wrong there is reported. It does not keep the Ref: hold that.
///
/// ```swift
/// feed.onPrice(price.arrivals.set)
/// ```
public struct RefArrivals<Content: ScriptConvertible & Sendable>: Sendable {
  private let target: Target
  private let mailbox: Mailbox

  /// The cell as other threads may hold it. Its reference is touched on the owner's thread only.
  private final class Target: @unchecked Sendable {
    weak let cell: Cell?
    init(_ cell: Cell) { self.cell = cell }
  }

  init(_ ref: Ref<Content>) {
    target = Target(ref.cell)
    mailbox = ref.engine.mailbox
  }

  /// From any thread.
  public func set(_ value: Content) { post { ref throws(Failure) in try ref.set(value) } }

  /// From any thread: read-modify-write on the owner's thread, so that concurrent ones lose nothing.
  public func modify(_ change: @escaping @Sendable (inout Content) -> Void) {
    post { ref throws(Failure) in try ref.modify(change) }
  }

  private func post(_ write: @escaping @Sendable (Ref<Content>) throws(Failure) -> Void) {
    let target = target
    mailbox.post(
      Arrival {
        guard let cell = target.cell else { return }
        do throws(Failure) { try write(Ref(cell)) } catch {
          cell.engine.root.report(Report(error, during: "arrival at \(cell.name)"))
        }
      })
  }
}

extension Ref where Content: Sendable {
  /// What other threads may hold of it.
  public var arrivals: RefArrivals<Content> { RefArrivals(self) }
}
