import BindCore
import BindSQLite

/// SQLite files of this machine. Each open one has a thread of its own; answers come back through one inbox.
final class RealDatabases: DatabasePerformer {
  private unowned let loop: EventLoop
  private var inbox: Inbox<DatabaseAnswer>?
  private var pending: [Int: (SQLAnswer) -> Void] = [:]
  private var lastNumber = 0
  /// Answers are awaited: the loop goes on.
  private var keeper: QueuedTimer?

  init(loop: EventLoop) { self.loop = loop }

  func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> any Token {
    let request = PendingAnswer()
    let name = database.file?.name ?? Databases.memoryName
    do throws(SystemError) {
      try prepare()
    } catch {
      loop.soon("database") { [loop] in
        if request.end() { loop.deliver { completion(.failure(WorldFailure(.sql, "\(name): \(error)"))) } }
      }
      return request
    }
    let worker = DatabaseWorker(place: database.file.map { .file($0.path) } ?? .memory, name: name)
    request.ticket = ask(worker, .open(isWritable: database.writeRefusal == nil)) { [loop] content in
      guard request.end() else { return worker.close() }
      loop.deliver {
        switch content {
        case .failed(let failure): completion(.failure(failure))
        case .rows, .done, .version: completion(.success(RealDatabase(worker, database, of: self)))
        }
      }
    }
    return request
  }

  var changeLoop: EventLoop { loop }

  private func prepare() throws(SystemError) {
    guard inbox == nil else { return }
    let waker = try loop.makeWaker { [weak self] in self?.drain() }
    // Never more answers than questions under way.
    inbox = Inbox(capacity: .max) { waker.wake() }
  }

  private func drain() {
    for answer in inbox?.drain() ?? [] { pending.removeValue(forKey: answer.number)?(answer.content) }
    keepAlive()
  }

  /// Gives the worker one more thing to do. `completion` always runs, on the owner's thread, unless the loop closes first.
  @discardableResult
  func ask(
    _ worker: DatabaseWorker, _ work: SQLWork, _ completion: @escaping (SQLAnswer) -> Void
  ) -> DatabaseTicket {
    let ticket = DatabaseTicket()
    guard let inbox else { preconditionFailure("a database was opened, so there is an inbox") }
    lastNumber += 1
    let number = lastNumber
    pending[number] = completion
    keepAlive()
    worker.perform(work, ticket) { content in inbox.post(DatabaseAnswer(number: number, content: content)) }
    return ticket
  }

  private func keepAlive() {
    if pending.isEmpty {
      keeper?.cancel()
      keeper = nil
    } else if keeper == nil {
      keeper = loop.timers.add(due: .distantFuture, label: "database", kind: .inner) {}
    }
  }
}

/// What a worker has found, on its way to the owner.
struct DatabaseAnswer: Sendable {
  let number: Int
  let content: SQLAnswer
}

/// Something asked for that may be called off: on the owner's side.
final class PendingAnswer: Token {
  var ticket: DatabaseTicket?
  var whenCancelled: (() -> Void)?
  private(set) var isActive = true
  var keepsAlive = true

  /// - Returns: whether somebody still wants the answer.
  func end() -> Bool {
    defer { isActive = false }
    return isActive
  }

  func cancel() {
    guard isActive else { return }
    isActive = false
    ticket?.cancel()
    whenCancelled?()
  }
}
