/// What is said of the objects that scripts hold: the word for one, what it is, and its cells (`*`), which are reached by
/// their name, as in `job "value"`.
enum KindText {
  /// - Parameter kind: as messages name it.
  static func text(of kind: String) -> StaticString? {
    switch kind {
    case "Ref": ref
    case "derived Ref": "derived\nA value that follows from others. It has the methods of a Ref and cannot be written."
    case "source":
      """
      source
      A cell over something outside.
      * $pending: integer. Writes that have not been answered yet.
      * $error: err?. Why the last read or write failed; what was declined or superseded, or not begun (source.busy), is told who wrote.
      """
    case "state":
      """
      state
      A model, or one cell, that a store keeps.
      * $pending: boolean. Something has not been saved yet.
      * $load_error: err?. Why it could not be loaded, until it could.
      * $save_error: err?. Why it could not be saved, until it could.
      """
    case "handle":
      """
      handle
      An observer, binding, effect, timer, task, watch or command. It belongs to the scope it was made in. All have stop and info; pause and resume belong to observers, bindings, links, lists that are watched (bh.each) and effects. The cells are those of a binding.
      * status: string. "ok", "invalid", "failed" or "suspended".
      * error: err?. What went wrong last.
      * input: any. The input that was refused.
      """
    case "loadable": loadable
    case "job": job
    case "loadable family":
      "family\nA loadable for each key: article(7) is the one of that key; article \"value\" the value of the present key."
    case "view": "view\nA part of a screen. Each of its properties is a Ref, as in label \"text\"."
    case "scope": "scope\nWhat was made in it ends with it."
    case "field": "field\nA declaration on its way into a model or state."
    case "history":
      """
      history
      Undo and redo over transactions.
      * can_undo: boolean. Whether there is a step to take back.
      * can_redo: boolean. Whether there is a step to make again.
      """
    case "database": "database\nAn open SQLite file."
    case "expect": "expect\nWhat is to hold of a value; what does not hold fails the test."
    case "found view": "found\nA view that a test has found. Its properties are Refs, as in found \"value\"."
    case "test.clock": "testclock\nTime, as test.clock moves it."
    case "test.http": "testhttp\nWhat answers in place of hosts: test.http."
    case "test.exec": "testexec\nWhat answers in place of programs: test.exec."
    case "test.fs": "testfs\nFiles that a test has: test.fs."
    case "stream": "stream\nA source of values, for source= of a loadable."
    case "environment": "environment\nThe variables of the process: bh.env \"HOME\" or bh.env.HOME. Needs --allow-env."
    case "change signal": "changed\nCall it when what a source stands for has changed."
    case "retry": "retry\nCall it to try again."
    case "emit": "emit\nCall it with each value of a stream."
    case "progress": "progress\nCall it with what is done, and if they are known the total and the unit."
    default: nil
    }
  }

  private static let ref: StaticString = """
    Ref
    A cell, or a place in one: ref "path" is the Ref at a path below it, the same one for the same path.
    """

  private static let loadable: StaticString = """
    loadable
    Something that is loaded: idle, loading, failed or loaded.
    * value: any. The last value.
    * phase: string. "idle", "loading", "failed" or "loaded".
    * face: string. The phase, or "reloading" or "degraded" while there is a value.
    * error: err?. Why the last attempt failed.
    * progress: table?. {done, total, unit}.
    * attempts: integer. Attempts of the present load.
    * stale: boolean. Whether the value counts as old.
    * updated_at: number?. When the value came, in seconds since 1970.
    """

  private static let job: StaticString = """
    job
    A loadable that is loaded by a schedule.
    * value: any. What the last run gave.
    * phase: string. "idle", "loading", "failed" or "loaded".
    * face: string. The phase, or "reloading" or "degraded" while there is a value.
    * error: err?. Why the last run failed.
    * progress: table?. {done, total, unit}.
    * attempts: integer. Attempts of the present run.
    * stale: boolean. Whether the value counts as old.
    * updated_at: number?. When the value came, in seconds since 1970.
    * runs: integer. How often it has run.
    * failures: integer. How often it has failed.
    * skipped: integer. How often it was due while it ran.
    * missed: integer. How many times were missed.
    * last_run: number?. When it ran last, in seconds since 1970.
    * next_run: number?. When it is due next.
    """
}

/// Tables that functions are given or return.
enum ShapeText {
  static let all: [StaticString] = [
    """
    err
    What a failure is told with: `nil, err`, or what is raised. tostring(err) is a line that starts with its id.
    * id: string. What went wrong; bindhost explain ID tells more.
    * kind: string. Its class, such as timeout, network, http, script, programming, not_permitted.
    * message: string. A sentence.
    * script: string?. The script that it speaks of.
    * line: integer?. The line there.
    * notes: list?. What else there is to say: how to mend it, what names there are, another line.
    * warning: boolean?. bh.on_error is told of it as a warning, not as an error.
    * status: integer?. An exit status, or one of HTTP.
    * cause: err?. The error that led to it.
    * detail: string?. The kind in one more word.
    * sub: string?. The same word.
    * body: string?. The body of an answer that is an error.
    * retry_after: number?. The pause that the other side asks for, in seconds.
    * retried: boolean?. A loadable or job has tried it again as often as it may; a loader that passes it on does not.
    """,
    """
    permissions
    What flags and the person allow at this moment: true for everything, a list of names, or false. tostring says it in a line.
    * env: boolean|list. Variables of the process: --allow-env.
    * net: boolean|list. Hosts: --allow-net.
    * read: boolean|list. Files and folders, besides the script's own modules and state: --allow-read.
    * run: boolean|list. Programs: --allow-run.
    * write: boolean|list. Files and folders, besides the script's own state: --allow-write.
    * denied: table. The exceptions of each kind: --deny-net and its like win.
    """,
    """
    answer
    An answer of bh.http.
    * status: integer. Such as 200.
    * headers: table. By name, in any case.
    * body: string. As it came.
    * json: any. The body read as JSON.
    * url: string. Where it came from, behind all redirects.
    """,
    """
    fire
    What a job's function is told.
    * nominal: number. When it was due, in seconds since 1970.
    * actual: number. When it began.
    * missed: integer. How many times were missed before.
    * id: string. The same for the same job and time, on every machine.
    * progress: fn(done, total, unit). Tells how far it is.
    """,
    """
    cause
    Why an observer was called.
    * kind: string. initial, write, touch, undo, external, source, job or view.
    * script: string?. The script that wrote.
    * line: integer?. Its line.
    * label: string?. Of the transaction.
    * metadata: table?. All options of the transaction, whatever their names.
    * parent: cause?. What led to it.
    * first: boolean?. It is the first delivery.
    * coalesced: boolean?. It stands for several changes of a shared state, which could not be told apart any more.
    """,
  ]
}
