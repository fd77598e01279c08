/// The stable name of an error or warning. Every id has a page (`page`), every page has an id.
///
/// An id is added here first; the compiler then asks for its kind and its page.
public enum DiagnosticID: String, Hashable, Sendable, CaseIterable {
  // Values, bindings, transactions.
  case bindArgument = "bind.argument"
  case bindCycle = "bind.cycle"
  case bindDetached = "bind.detached"
  case bindDisposed = "bind.disposed"
  case bindDuplicate = "bind.duplicate"
  case bindInvalid = "bind.invalid"
  case bindKey = "bind.key"
  case bindLifetime = "bind.lifetime"
  case bindLostUpdate = "bind.lost_update"
  case bindNilHop = "bind.nil_hop"
  case bindOverwritten = "bind.overwritten"
  case bindPath = "bind.path"
  case bindPure = "bind.pure"
  case bindReadOnly = "bind.read_only"
  case bindSuspended = "bind.suspended"
  case bindTransformFailed = "bind.transform_failed"
  case bindTwoWriters = "bind.two_writers"
  case bindType = "bind.type"
  case bindUnknownField = "bind.unknown_field"
  case bindUnknownMethod = "bind.unknown_method"
  case bindUnknownOption = "bind.unknown_option"
  case bindUnstable = "bind.unstable"
  case bindValue = "bind.value"
  case bindYield = "bind.yield"

  // The host and its limits.
  case hostInternal = "host.internal"
  case hostInterrupted = "host.interrupted"
  case hostMemory = "host.memory"
  case hostNoSuchFile = "host.no_such_file"
  case hostNotPermitted = "host.not_permitted"
  case hostQuota = "host.quota"
  case hostTimeout = "host.timeout"

  // Scripts.
  case scriptError = "script.error"
  case scriptStuck = "script.stuck"
  case scriptSyntax = "script.syntax"
  case scriptRequire = "script.require"
  case scriptUnknownGlobal = "script.unknown_global"

  // Jobs, files and commands.
  case jobCluster = "job.cluster"
  case jobCron = "job.cron"
  case jobDisabled = "job.disabled"
  case jobDuplicate = "job.duplicate"
  case jobFeedback = "job.feedback"
  case jobUnknownOption = "job.unknown_option"
  case execExit = "exec.exit"
  case execNotFound = "exec.not_found"
  case execSignal = "exec.signal"
  case execTimeout = "exec.timeout"
  case fileFailed = "file.failed"
  case fileNotFound = "file.not_found"

  // Formats.
  case csvInvalid = "csv.invalid"
  case csvValue = "csv.value"
  case jsonInvalid = "json.invalid"
  case jsonPrecision = "json.precision"
  case jsonValue = "json.value"
  case timeInvalid = "time.invalid"

  // Databases.
  case sqlFailed = "sql.failed"

  // HTTP.
  case httpDecode = "http.decode"
  case httpFailed = "http.failed"
  case httpOffline = "http.offline"
  case httpStatus = "http.status"
  case httpTimeout = "http.timeout"

  // Sources.
  case sourceBusy = "source.busy"
  case sourceConflict = "source.conflict"
  case sourceDeclined = "source.declined"
  case sourceLost = "source.lost"
  case sourceNoAnswer = "source.no_answer"
  case sourceSuperseded = "source.superseded"
  case sourceWriteOnly = "source.write_only"

  // Stores of states.
  case storeCorrupt = "store.corrupt"
  case storeFenced = "store.fenced"
  case storeKeyType = "store.key_type"
  case storeLoadFailed = "store.load_failed"
  case storeNewerVersion = "store.newer_version"
  case storeReadOnly = "store.read_only"
  case storeSaveFailed = "store.save_failed"
  case storeURL = "store.url"
  case storeValue = "store.value"

  // Loading.
  case loadCancelled = "load.cancelled"
  case loadEmpty = "load.empty"
  case loadOverflow = "load.overflow"
  case loadTimeout = "load.timeout"

  // Tests.
  case testDeclaration = "test.declaration"
  case testFailed = "test.failed"
  case testNotFound = "test.not_found"
  case testOutside = "test.outside"
  case testSnapshot = "test.snapshot"
  case testStuck = "test.stuck"
  case testUnfinished = "test.unfinished"

  // Views.
  case uiDuplicateID = "ui.duplicate_id"
  case uiNeverSeen = "ui.never_seen"
  case uiUnknownOption = "ui.unknown_option"

  // The command line.
  case cliServer = "cli.server"
  case cliUnknownFlag = "cli.unknown_flag"
  case cliUnknownVerb = "cli.unknown_verb"
  case cliUsage = "cli.usage"
}

extension DiagnosticID: CustomStringConvertible {
  public var description: String { rawValue }
}

extension DiagnosticID {
  /// The class an error with this id belongs to unless its maker says otherwise.
  public var defaultKind: ErrorKind {
    switch self {
    case .bindArgument, .bindCycle, .bindDetached, .bindDisposed, .bindDuplicate, .bindKey, .bindLifetime,
      .bindLostUpdate,
      .bindNilHop, .bindOverwritten, .bindPath, .bindPure, .bindReadOnly, .bindSuspended, .bindTwoWriters,
      .bindType, .bindUnknownField, .bindUnknownMethod, .bindUnknownOption, .bindUnstable, .bindValue, .bindYield,
      .hostInternal,
      .hostMemory,
      .hostQuota, .scriptSyntax, .scriptRequire, .scriptUnknownGlobal, .jobCron, .jobDisabled, .jobDuplicate,
      .jobFeedback, .jobUnknownOption,
      .uiDuplicateID, .uiNeverSeen, .uiUnknownOption, .cliUnknownFlag, .cliUnknownVerb, .cliUsage, .cliServer:
      .programming
    case .bindInvalid: .invalid
    case .storeCorrupt, .storeNewerVersion: .decode
    case .storeKeyType, .storeReadOnly, .storeURL, .storeValue: .programming
    case .storeLoadFailed, .storeSaveFailed: .file
    case .storeFenced: .conflict
    case .jobCluster: .network
    case .sourceBusy, .sourceConflict: .conflict
    case .sourceDeclined, .sourceLost, .sourceSuperseded: .cancelled
    case .sourceNoAnswer, .sourceWriteOnly, .loadEmpty, .loadOverflow: .programming
    case .loadCancelled: .cancelled
    case .loadTimeout: .timeout
    case .bindTransformFailed: .transform
    case .hostInterrupted: .cancelled
    case .hostNotPermitted: .notPermitted
    case .hostTimeout, .execTimeout, .httpTimeout: .timeout
    case .httpDecode: .decode
    case .httpFailed: .network
    case .httpOffline: .offline
    case .httpStatus: .http
    case .scriptError: .script
    case .testDeclaration, .testOutside: .programming
    case .testFailed, .testSnapshot, .testUnfinished: .script
    case .testNotFound: .notFound
    case .scriptStuck, .testStuck: .timeout
    case .execExit: .exit
    case .execSignal: .signal
    case .execNotFound, .fileNotFound, .hostNoSuchFile: .notFound
    case .fileFailed: .file
    case .csvInvalid, .jsonInvalid, .jsonPrecision, .timeInvalid: .decode
    case .csvValue, .jsonValue: .programming
    case .sqlFailed: .sql
    }
  }
}
