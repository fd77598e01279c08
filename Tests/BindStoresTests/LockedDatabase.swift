import BindSQLite

/// Runs a body while another connection holds the writers' lock.
func withLockedDatabase(_ path: String, _ body: () -> Void) throws {
  let database = try SQLiteDatabase(.file(path))
  try database.execute("BEGIN IMMEDIATE")
  body()
  try database.execute("ROLLBACK")
}
