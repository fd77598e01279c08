extension DiagnosticID {
  /// What happened, why it is refused, and what to do: one paragraph in plain words.
  public var page: String {
    switch self {
    case .bindArgument:
      "A function of bindhost was called with an argument it cannot use: too few, or of another type than the message names. Nothing was changed. Look at the call on the named line; the message says which argument, counted from 1, and what was expected."
    case .bindCycle:
      "Values depend on each other in a ring. Either a computed value reads itself, directly or through others, or observers keep writing to what they observe until the limit of waves for one write is reached, or bindings write each other's ends within one wave without ever agreeing. The notes list the closed path with the line of every hop. Waves that were completed stand; writes still waiting were discarded, and so was all that a wave had written whose bindings did not agree. Break the ring at one hop: let an observer write only when something really differs, or turn one of the values into a computed one."
    case .bindDetached:
      "A reference to a list element or an optional was written after the element was removed. Reads give the last value and `detached()` says so; a write has nowhere to go. It attaches itself again when the same key returns."
    case .bindDisposed:
      "A handle, job, loadable or view was used after the scope it belongs to was closed. The message names both. Make the thing in the scope that uses it, or hold on to values instead of handles."
    case .bindDuplicate:
      "Two things in one script were given the same name. Names of models, jobs and commands are how a reload, the inspector and other processes find them, so a name stands for one thing. Rename one of them, or use the one that exists."
    case .bindInvalid:
      "A value was refused by the field's own rules: `min`, `max`, `one_of` or `check`. The cell keeps the value it had, nothing is clamped. The writing call returned `nil, err` with the message of the rule."
    case .bindKey:
      "A keyed list was given an element without a key, or two elements with the same one. Keys tell elements apart when the list changes, so each element needs its own: a string, number or boolean. Nothing was changed. Give every element its own key, or name another field as the key."
    case .bindLifetime:
      "A cell of a view or job was bound to something that lives longer. When the scope of the view or job closes, the target keeps its last value and nothing says that it is old. Make the binding's target in the same scope, or the view or job in the longer-lived one."
    case .bindLostUpdate:
      "Two callbacks of one wave read the same cell and then wrote plain values to it, so the second write was computed from a value that the first had already replaced. The later write stands. Use `:modify(fn)`, which is applied to the value of that moment, where the new value follows from the old one."
    case .bindNilHop:
      "A path was written through a hop that is nil, so there is no record to hold the field. Reading through it gives nil; writing needs the hop. Set the record first, or pass `create=true` to make missing hops."
    case .bindOverwritten:
      "A target that follows another cell was written by hand. The value stands until the binding delivers the next one, so it is easily lost. Write to the source of the binding, end the binding with `stop()`, or give it `when=` so that it follows only at times. The warning names both places."
    case .bindPath:
      "A path names a field that the model does not have. Fields come from the model's declaration, so that a mistyped name is found at once and never makes a new field. The message offers the nearest names."
    case .bindPure:
      "A cell was written inside a computed value, a transform, a converter or a validator, or something was made, declared, begun or ended there: a model, an observer, a task. These functions may run at any time, any number of times, and must only compute. Do it outside, or in an observer, an effect or a handler; cells without a name (`bh.bindable`, `bh.computed`) may be made there."
    case .bindReadOnly:
      "A cell that cannot be written was written: a computed or mapped value, a counter of a job, a value exposed for reading. Write to what it is computed from."
    case .bindSuspended:
      "An observer raised in ten deliveries in a row and was suspended, so that the log stays readable. Everything else goes on. Mend the error it kept raising, or call `resume()` on its handle to try again."
    case .bindTransformFailed:
      "The function on a binding, `to` or `validate` of a link, or the function of a computed value that a binding follows, raised. The end that was to be written keeps its last value, the binding shows the error in its `error` cell and tries again at the next change. The notes say which value was being delivered, and where it came from."
    case .bindTwoWriters:
      "Two bindings were given the same target, so which value it shows would depend on which source changed last. Give the second one `replace=true` to end the first, or `priority=` so that the highest active one writes. The message names the binding that was there first."
    case .bindType:
      "A value has another type than the field or the target was declared with. The message names the path, the expected type and what arrived. Nothing was changed. Convert the value first, or declare the field with the type that is meant."
    case .bindUnknownField:
      "A record was written with a field that its model does not have. Nothing was changed. Correct the name, or pass `{unknown = \"ignore\"}` to `:update` where the data comes from elsewhere and may bring more."
    case .bindUnknownMethod:
      "A name was read from a Ref, handle, job or view with a dot or a colon, and it is no method of such an object. Fields of a model and properties of a view are reached by path, so that none can collide with a method: `m \"name\"` or `label \"text\"`, and then `:get()` or `:set(value)`. The message offers the nearest methods, the note lists them all."
    case .bindUnknownOption:
      "An options table holds a name that this call does not know. Unknown options are never ignored, because a mistyped one would silently do nothing. The message offers the nearest name, the note lists them all."
    case .bindUnstable:
      "The two ends of a link do not agree: a value that is converted to the other end and back comes back as another one, or a ring of links goes round without end. The last values stand, the link lives on and tries again at the next change. Write `to` and `from` so that `from(to(v))` is `v` for every value that the source can hold, for instance by rounding in one place only."
    case .bindValue:
      "A Lua value cannot be kept in a cell: a table that contains itself, one that is nested deeper than the limit, or one whose keys are neither 1..n nor strings. The message gives the path inside the table. Cells hold nil, booleans, numbers, strings, lists and records of these; a cell of type `any` holds functions and userdata by reference too."
    case .bindYield:
      "A function that must finish at once tried to wait: a computed value, a transform, a validator, an observer or the body of a transaction. Start a task with `bh.go` for what waits, and write the result when it is there."
    case .hostInternal:
      "bindhost itself failed; the script is not to blame. The run ended with exit code 70. Please report the message together with the script."
    case .hostInterrupted:
      "Ctrl-C or a termination signal stopped the running callback. Its writes were rolled back, the line is the one it was at."
    case .hostMemory:
      "The machine had no more memory to give, whatever the script's own limit (going over that is `host.quota`). What was running was stopped and its writes were rolled back; the script goes on with the next callback. Close other programs, or give the machine or the container more memory."
    case .hostNoSuchFile:
      "The script named on the command line does not exist or cannot be read. The exit code is 66."
    case .hostNotPermitted:
      "The script asked for something that this run does not allow. Everything outside the script is denied until a flag allows it, and `--deny-*` wins over `--allow-*`. The message gives the exact flag to add. A script can catch the error (`err.kind == \"not_permitted\"`); uncaught, the exit code is 3."
    case .hostQuota:
      "A callback went over one of the host's limits: the time between two waits, the memory of the script, or the number of observers, timers, nested scopes or computed values that are evaluated inside each other. It alone was stopped and its writes were rolled back; the next callback of the same script runs normally. The line is the one it was at when it was stopped. Wait in between (`bh.sleep`), keep less at a time and drop references to what is no longer needed, or stop and close what is no longer used. All but the time can be caught with `pcall` (`err.id == \"host.quota\"`); what is called and runs too long, such as the body of a transaction, ends its caller too."
    case .hostTimeout:
      "The script was still running when the time given with `--timeout` was over. The exit code is 4."
    case .scriptError:
      "The script raised an error and nothing caught it. In the main chunk it ends the run; in an observer, handler, job or task it is reported and the run goes on. Either way the exit code is 1. `bh.on_error` receives such errors instead, where it is set."
    case .scriptStuck:
      "The main chunk waits for something that nothing will bring: no timer, request, program or job is under way any more. It is raised where the chunk waits, so that it may be caught. The notes name the tasks that wait too, often for each other."
    case .scriptSyntax:
      "The script is no valid Lua, so no line of it ran. The place is where the parser gave up; the mistake is there or a little before it. Only source text is accepted, never bytecode."
    case .scriptRequire:
      "`require` found no module of that name. Modules are looked for beside the script, as `name.lua` and `name/init.lua`; C modules are not loaded."
    case .scriptUnknownGlobal:
      "`bindhost check` found a global that nobody makes: neither Lua nor bindhost has it, and the script and its modules never assign it. Reading it gives nil, and calling it ends the run, perhaps much later. Correct the name, declare it with `local`, or assign it before. A name that is asked for, as in `if name then`, is left alone."
    case .jobCluster:
      "A job with `cluster` cannot find out which machine runs it. As an error: its store has no locks that others would know; `etcd://host:port/prefix` has them, and `sqlite:PATH` (the default) for the processes of one machine. As a warning: the store does not answer, so the job stands by here until it does."
    case .jobCron:
      "A cron expression cannot be read, or names a day that never comes. The message says the column of the field, counted from 1. Five fields are minute, hour, day of month, month and day of week; with six the seconds stand first. Each is `*`, a number or name, a range `1-5`, a step `*/10` or a list `1,15`; the day of the month may be `L`, the day of the week `5L` or `5#2`. `bindhost jobs FILE` shows when a job will run."
    case .jobDisabled:
      "A job has failed as many times in a row as its `disable_after` allows, so it runs by itself no more. Its cell `error` holds the last failure. Mend the cause, then call `resume()` on the job."
    case .jobFeedback:
      "A job is started by a cell that it writes itself, directly or through others, so that each run starts the next one at once. It was stopped after 100 rounds; the notes name the ring. Let the step write only when something really differs, or let another cell start it."
    case .jobDuplicate:
      "Two jobs were given the same name. Jobs are found, listed and counted by name, so it must be theirs alone. Rename one of them."
    case .jobUnknownOption:
      "A job was given an option that it does not know. Unknown options are never ignored. The message offers the nearest name, the note lists them all."
    case .execExit:
      "A command ended with a status other than zero. `err.status` has the status, the message the first line of what it said on standard error."
    case .execNotFound:
      "The program of a command was not found in the folders of `PATH`. Check the spelling, or install it. A command is a list of arguments and is not read by a shell."
    case .execSignal:
      "A command was ended by a signal. If bindhost sent it, the command had been cancelled or had run out of time; otherwise someone else did."
    case .execTimeout:
      "A command ran longer than its `timeout` and was ended, with all processes it had started."
    case .fileFailed:
      "A file or folder could not be read or written. The message has the path and the system's reason."
    case .fileNotFound:
      "There is no file at that path. Relative paths start at the script's folder."
    case .csvInvalid:
      "A text is no table of comma-separated values (RFC 4180): a quote in the middle of a field, a quoted field without its end, or a row with another number of fields than the header. The message has line and column, both counted from 1."
    case .csvValue:
      "A value cannot be a field of a table: a list, a record or an object inside a row, or a row that is neither a list nor a record. The message gives its place."
    case .jsonInvalid:
      "A text is no JSON document (RFC 8259). The message has line and column of the first thing that is wrong, both counted from 1, and the text around it."
    case .jsonPrecision:
      "A JSON document holds an integer that does not fit 64 bits. It became the nearest float, so its last digits may be others. Decode with `{big = \"string\"}` to get such integers as decimal strings."
    case .jsonValue:
      "A value cannot be written as JSON: NaN or an infinite float, a function or another object, or a string that is not valid UTF-8. The message gives the path to it inside the value."
    case .httpDecode:
      "An answer arrived and could not be read: its body is no JSON although `json` was asked of it, its compression is broken, it is longer than a body may be that is not streamed, or it is no HTTP at all. `err.detail` says which."
    case .httpFailed:
      "A request got no complete answer: no address for the name, the connection refused, cut off or not secure, or a host that is left alone for a while because it failed again and again (`err.sub` is then `circuit`, `err.retry_after` the pause). The message names the host and what mends it. Loadables and jobs try again by themselves, unless the request may have had its effect."
    case .httpOffline:
      "This machine is in no network: nothing but itself can be reached. Loadables go on by themselves when it is in one again."
    case .httpStatus:
      "A request was answered with a status from 400, or with redirects that lead nowhere. `err.status` has the status, `err.body` what was said with it, `err.retry_after` the pause in seconds that the other side asks for. Of these 408, 425, 429, 500, 502, 503 and 504 are tried again by loadables and jobs."
    case .httpTimeout:
      "A request took longer than its `timeout`, 30 seconds unless it says otherwise; a streamed one was silent for so long. The connection was closed."
    case .timeInvalid:
      "A text is no date and time as ISO 8601 writes them, such as `2026-03-01T09:30:00+01:00`, or names a day or an hour that there is not."
    case .sqlFailed:
      "SQLite could not do what it was asked: a mistake in the SQL, values that do not fit its parameters, a constraint, a lock that another process held for too long, a file that is damaged or no database. The message has SQLite's own words and the beginning of the statement. Inside `db:transaction(fn)` raise it (`assert`) to roll back."
    case .sourceBusy:
      "A source with `order = \"reject\"` was written while an earlier write had not been answered. Nothing was sent. Wait for the first one, or take another order: `serial` sends them one after the other, `latest` lets the newest win."
    case .sourceConflict:
      "A write met a newer value on the other side, and that one stands. Give the write `resolve=` to decide: it gets `base`, `mine` and `theirs` and returns one of them, another value, or `nil, err`."
    case .sourceDeclined:
      "The `confirm` of a source said no, or said nothing. The setter was not called and nothing was shown; whoever asked sees the value that stands."
    case .sourceLost:
      "A durable loadable ended, by itself or with the program, while writes to it waited for its first value. What is kept of a write is the value that it makes of another one, and there was none to make it of, so these are not sent after a restart. Wait for the value with `:await()` before such a write, or let its `apply` take `nil`."
    case .sourceNoAnswer:
      "A function of a source returned nothing. A setter returns `true`, the value that now holds, or `nil` and an error; a getter returns the value, or `nil` and an error. A value that is really absent is `bh.null`."
    case .sourceSuperseded:
      "A write of a source with `order = \"latest\"` was called off because a newer one took its place. Its answer, if it still comes, counts for nothing."
    case .sourceWriteOnly:
      "A source without a getter was read. It takes values and knows none. Give it `get=`, or read what it was written from."
    case .storeCorrupt:
      "What is stored under the key of a state cannot be read as this state: it is no JSON, or a field has another type than the script declares. The bytes were moved aside, unchanged, under the name that the message gives, and the state begins with its defaults. Look at what was moved aside; if an older script wrote it, give `bh.state` a `version` and a `migrate`."
    case .storeFenced:
      "A run of a job with `cluster` changed a state, and before the change was saved the run's lock was lost: this machine was stopped or cut off for longer than the lock's ten seconds, and another one may run the job by now. The change was refused, and the state shows what is stored. Nothing needs to be done; if it happens often, look at the network between the machine and the store."
    case .storeKeyType:
      "One key of a store was opened twice, with another type, another default or other fields the second time. A key is one value for everybody, so both must say the same of it. Declare the state in a module of its own and `require` it."
    case .storeLoadFailed:
      "The store could not be read, so the state shows its defaults, or what it had before. Nothing stored was touched. It is tried again; as soon as it succeeds the stored value comes as a change from outside and `$load_error` is nil again."
    case .storeNewerVersion:
      "What is stored was written by a newer version of the script. The state shows as much of it as it knows, and writing it raises `store.read_only`, so that nothing of the newer version is lost. Run the newer script."
    case .storeReadOnly:
      "A state was written whose stored value has a newer version than the script knows. It can be read only, since what this script does not know would be lost. Run the newer script, or raise `version=`."
    case .storeSaveFailed:
      "A state could not be saved. The value in memory stands and is saved as soon as the cause is gone; until then `$pending` is true and `$save_error` says why. If it cannot be saved at the end of the run either, the exit code is 1."
    case .storeURL:
      "The `store` of a state is none that exists. It is `sqlite:PATH`, `file:PATH.json`, `memory:`, `secret:PATH` (encrypted) or `etcd://host:port[,host:port]/prefix` (`etcds://` with `?ca=`, `cert=` and `key=` over TLS); without it the state is kept in an SQLite file in the script's state folder."
    case .storeValue:
      "A state holds a value that cannot be stored: a function, a number that is not finite, or a string that is no UTF-8. Stores keep JSON. The value stands in memory, the rest of what is saved with it waits. Keep such values in a `bh.bindable`."
    case .loadCancelled:
      "Whoever waited for a loadable got no answer, because the load was called off: by `cancel()`, by `reset()`, or because nobody needed it any more. It is no failure: the loadable is as it was before."
    case .loadEmpty:
      "The loader of a loadable returned nothing. It returns the value, or `nil` and an error. A value that is really absent is `bh.null`."
    case .loadOverflow:
      "A stream gave more than its loadable could take, and it was told to fail then (`overflow=\"fail\"`). Give it a larger `buffer=`, or let it drop: `overflow=\"latest\"` keeps the newest items, `\"drop\"` the oldest."
    case .loadTimeout:
      "One attempt of a loader took longer than `timeout` allows, or the whole cycle longer than `deadline`. The attempt was called off; as long as the deadline leaves room it is tried again."
    case .testDeclaration:
      "A test file was read, and something in it declared a model, a job or a view outside of `it` and `before_each`, or one test declared another. The file is read once, while each test begins with a fresh host, so what is declared outside would belong to no test. Move it into `before_each`, or into the tests that use it."
    case .testFailed:
      "An expectation of a test does not hold. The message has both sides, the notes where they differ and, of a Ref, what led to its value. If the value is right, the expectation is to be mended."
    case .testNotFound:
      "A test used a view that is not shown. The notes list what is. `test.find` returns `nil, err` for what is not there; what it found once and is gone raises when it is used."
    case .testOutside:
      "A function of `bh.test` was called where no tests run. Tests stand in files that end with `_test.lua` and are run by `bindhost test`."
    case .testSnapshot:
      "What the screen shows differs from what was kept under that name, or nothing was kept yet. Look at the difference; if it is meant, `bindhost test --update-snapshots` keeps what is shown now."
    case .testStuck:
      "A test waits for something that nothing will bring: no timer, request or program is under way any more, or time passed without end. Advance the clock, add the stub that answers, or end the loop."
    case .testUnfinished:
      "With `--strict` a test must leave nothing open: timers, tasks that wait, stubs that nobody asked, errors that nobody looked at. The notes name them. Stop them at the end of the test, or take them out."
    case .uiDuplicateID:
      "Two views that are shown together have the same `id`. Ids find views in tests, over the network and after a reload, so each stands for one view."
    case .uiNeverSeen:
      "`bh.show` was called while another tree was waiting to be seen for the first time. One tree is shown at a time, so the later one takes its place, and nobody has ever seen the earlier one. Put both into a `ui.column`, or show only one of them. Showing another tree later, when a person has seen the first, is no mistake. The warning names both places."
    case .uiUnknownOption:
      "A view was given an option that it does not have. Unknown options are never ignored, because a mistyped one would silently do nothing. The message offers the nearest name, the note lists them all."
    case .cliServer:
      "`bindhost demo-server` cannot serve: its port is taken, most likely by another one, or libmicrohttpd is not installed. Give it another port with `--port`; 0 takes any that is free."
    case .cliUnknownFlag:
      "The command line has a flag that bindhost does not know. `bindhost --help` lists them. What is meant for the script stands behind `--`."
    case .cliUnknownVerb:
      "The first word is no verb of bindhost. To run a script write `bindhost run FILE`, or give a path with a `/` or the ending `.lua`."
    case .cliUsage:
      "The command line cannot be understood. The exit code is 2; `bindhost --help` shows what can be said."
    }
  }
}
