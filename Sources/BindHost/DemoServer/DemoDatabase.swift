import BindCore
import BindSQLite
import BindSources

/// The demo server's SQLite file: a row each second, as from another program, the newest hundred kept.
final class DemoDatabase {
  private static let interval = Duration.seconds(1)

  private let database: SQLiteDatabase
  private let world: World
  private var count = 0
  private var timer: (any Token)?

  init(path: String, world: World) throws(SQLiteError) {
    self.world = world
    database = try SQLiteDatabase(.file(path))
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS readings (id INTEGER PRIMARY KEY, at REAL NOT NULL, load REAL NOT NULL);
      """)
    try write()
  }

  /// - Parameter trouble: gets what went wrong later; then nothing is written any more.
  func start(trouble: @escaping (SQLiteError) -> Void) {
    timer = world.clock.schedule(after: Self.interval, label: "demo database") { [weak self] in
      guard let self else { return }
      do throws(SQLiteError) { try write() } catch { return trouble(error) }
      start(trouble: trouble)
    }
    timer?.keepsAlive = false
  }

  private func write() throws(SQLiteError) {
    let (at, load) = (Value.text(of: world.clock.date.seconds), Value.text(of: DemoPages.load(count)))
    count += 1
    try database.execute(
      """
      BEGIN IMMEDIATE;
      INSERT INTO readings (at, load) VALUES (\(at), \(load));
      DELETE FROM readings WHERE id <= (SELECT max(id) FROM readings) - 100;
      COMMIT;
      """)
  }
}
