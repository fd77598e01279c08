/// Options that several functions have in common.
package enum OptionGroup: String, CaseIterable {
  /// Of every kind of job.
  case job
  /// Of what sends a request.
  case request
  /// Of a request that a task waits for.
  case transfer
  /// Of what runs a program.
  case process
  case retry
  /// Inside `retry=`.
  case retryTable
  /// Inside `auth=`.
  case credentials
  /// Inside `pages=`.
  case pages
  /// Of a loadable that outlives the program.
  case durability
  /// Of `write`.
  case write
  /// Of `match`.
  case faces

  /// In the order in which messages list them.
  package var options: [Definition.Option] { Definition("()\n" + text.description).options }

  package var names: [String] { options.map(\.name) }

  private var text: StaticString {
    switch self {
    case .job:
      """
      - name: string. What it is called; two jobs of one name are a mistake.
      - every: time. Runs again and again.
      - from: "start"|"end" = "start". A fixed grid, or a pause after each end.
      - cron: string. Runs by the calendar, such as */5 * * * *.
      - tz: string = the machine's zone. The zone of cron, such as Europe/Berlin.
      - at: string|number. Runs once, at a time such as 2026-03-01T09:30:00Z.
      - on: Ref|list. Runs when one of these changes.
      - into: Ref. Gets each value.
      - map: fn(value). What becomes of each value.
      - transform: fn(value). The same as map.
      + retry
      - timeout: time = "30s". How long one attempt may take.
      - deadline: time = "2m". How long all attempts together may take.
      - overlap: "skip"|"queue"|"replace"|integer = "skip". What happens when it is due while it runs; a number allows so many at once.
      - misfire: "latest"|"earliest"|"all"|"none" = "latest". What becomes of times that were missed.
      - grace: time = "1s". How late a run may be without counting as missed.
      - jitter: time. Each run is moved by a random part of it.
      - splay: "stable". The jitter is the same for every run on this machine.
      - immediate: boolean = true for every. Whether it runs at once.
      - paused: boolean = false. It does not run by itself until resume.
      - persistent: boolean = false. When it ran last is known after a restart; needs a name.
      - cluster: boolean|string = false. It runs on one machine at a time, by a lock in the script's own store, or in that of this URL; needs a name.
      - disable_after: integer. After so many failures in a row it runs by itself no more.
      - initial: any. Its value before the first run.
      - placeholder: any. Shown while there is no value.
      """
    case .request:
      """
      - headers: table. Names and values.
      - query: table. Names and values behind the ? of the URL.
      - json: any. The body, written as JSON.
      - form: table. The body, as a form sends it.
      - body: string. The body as it is.
      - auth: table. {user =, password =} or {bearer =}.
      - timeout: time = "30s". After this it is given up.
      - idempotency_key: string. Makes a POST or PATCH one that may be repeated.
      """
    case .transfer:
      """
      - stream: fn(chunk). Gets the body piece by piece.
      - progress: fn(progress). Gets {done, total, unit, phase}.
      """
    case .process:
      """
      - cwd: string. The folder it runs in.
      - stdin: string. What it reads.
      - env: table. Variables to set besides.
      """
    case .retry:
      "- retry: integer|table = {max = 3, base = \"1s\", cap = \"30s\"}. Attempts after the first, and the pauses between them."
    case .retryTable:
      """
      - max: integer = 3. Attempts after the first.
      - base: time = "1s". The first pause; each one after it is twice as long.
      - cap: time = "30s". The longest pause.
      """
    case .credentials:
      """
      - user: string. The user's name.
      - password: string. The user's password.
      - bearer: string. A token, instead of both.
      """
    case .pages:
      """
      - next: fn(last). What load is called with for the page behind the last one; nil: there is none.
      - max_pages: integer. So many are kept.
      """
    case .durability:
      """
      - durable: boolean = false. The last value is there at the next start; needs a name.
      - max_age: time. An older value is not taken up again.
      - version: integer = 1. A value of another version is not taken up again.
      - send: fn(new, old, write). Sends the writes that bring no send of their own; they go on after a restart, once confirm has said yes and there is a value that apply takes. Those that still wait for one at the end of the program are lost (`source.lost`).
      - resolve: fn(conflict). Decides between base, mine and theirs (nil: nobody knows it).
      """
    case .write:
      """
      - apply: fn(base). What is shown until the answer is there.
      - send: fn(new, old). Returns true, the value that now holds, or nil and an error; it may wait.
      - confirm: fn(new, old). Asked before anything is shown or sent; only true goes on. Open at the end of the program, it is a no.
      - resolve: fn(conflict). Decides between base, mine and theirs (nil: nobody knows it).
      + retry
      - order: "serial"|"parallel"|"latest"|"reject" = "serial". What happens while another write is under way: serial sends this one after it, parallel at once, latest instead of it, and reject refuses it.
      - coalesce: boolean = false. It takes the place of those before it that coalesce too and still wait for their turn.
      """
    case .faces:
      """
      - idle: fn(). Nothing has been asked for.
      - loading: fn(progress). It is under way for the first time.
      - failed: fn(err, retry). There is no value, because of an error.
      - loaded: fn(value). There is a value.
      - reloading: fn(value) = loaded. There is a value, and a new one is under way.
      - degraded: fn(value) = loaded. There is a value, and the last attempt has failed.
      """
    }
  }
}
