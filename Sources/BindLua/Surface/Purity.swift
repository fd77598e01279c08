import BindCore

/// What may be called inside a derived function, transform, converter or validator, which run whenever the engine needs
/// them (CONTRACT 13).
///
/// Every function and method that is registered stands in the table, once.
enum Purity: String, CaseIterable {
  /// Gives a value, or makes a cell: that owns nothing, and goes when nobody holds it.
  case pure
  /// Writes the cell that it is called on: `bind.pure`.
  case writing
  /// Makes what lives on, gives something a name, begins or ends something: `bind.pure`.
  case effect
  /// Waits: `bind.yield`.
  case waiting

  /// A line for each: what it is, the module or kind of object, the names. A kind that is not there has Ref's methods.
  private static let table = """
    pure bh: bindable open field record computed combine untracked oneway stream stats graph require_version why
    effect bh: model bind link effect transaction scope on_error on_close on_exit history each source state loadable
    effect bh: go after command show
    waiting bh: sleep exec all race timeout call
    pure bh.csv: decode encode
    waiting bh.fs: read write list stat
    effect bh.fs: watch
    waiting bh.http: get post put patch delete head request
    pure bh.json: decode encode
    effect job: every cron at on exec watch http sql tail
    pure bh.log: debug info warn error
    effect bh.sql: open
    pure bh.time: now monotonic format parse date
    effect ui: label text_field text_area toggle slider stepper select button progress image sparkline chart list table
    effect ui: log column row grid panel tabs scroll divider spacer async when each dialog
    pure Ref: has_value writable detached path at why snapshot map through by distinct debounce throttle default
    pure Ref: __tostring
    writing Ref: set update modify push insert remove toggle reset touch
    effect Ref: observe
    effect source: refresh
    waiting state: save
    pure handle: info __tostring
    effect handle: stop pause resume __close
    pure scope: __tostring
    effect scope: close __close
    pure history: __tostring
    effect history: undo redo clear stop __close
    pure job: match __tostring
    effect job: stop __close load retry refresh pause resume invalidate reset set write cancel on_loaded on_failed
    waiting job: await
    pure loadable: match __tostring
    effect loadable: load refresh retry cancel invalidate reset set write next on_loaded on_failed
    waiting loadable: await
    pure loadable family: __call __tostring
    effect loadable family: invalidate refresh
    waiting database: query exec transaction
    effect database: observe close __close
    pure database: __tostring
    effect change signal: __call
    effect retry: __call
    effect emit: __call
    effect progress: __call
    effect test: describe it before_each after_each snapshot
    waiting test: world run keys
    pure test: trace expect_trace find screen expect
    pure expect: never to_equal to_be to_contain to_match to_be_near to_raise
    waiting expect: to_become
    waiting found view: press type input accept dismiss focus
    waiting test.clock: advance sleep set
    pure test.clock: pending
    effect test.http: stub
    effect test.exec: stub
    waiting test.fs: write
    """

  /// By name, as `bh.model` or `handle:stop`. Read when somebody asks.
  static let known: [(name: String, purity: Purity)] = table.split(separator: "\n").flatMap { line in
    let parts = line.split(separator: ":")
    let word = parts[0].prefix { $0 != " " }
    let owner = parts[0].dropFirst(word.count + 1)
    guard let purity = Purity(rawValue: String(word)) else {
      preconditionFailure("'\(word)' says nothing of a function")
    }
    return parts[1].split(separator: " ").map { ("\(owner):\($0)", purity) }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.purity) })

  /// - Parameter owner: the module as scripts write it, or the kind of the receiver.
  static func of(_ name: String, of owner: String) -> Purity? { byName["\(owner):\(name)"] ?? byName["Ref:\(name)"] }
}

extension Surface {
  /// The one place that refuses what a function may not do that only computes.
  @inline(never)
  func refuseImpurity(_ call: Call) throws(Failure) {
    switch call.function.purity {
    case .pure: return
    case .writing: throw .writeInPureFunction(try call.receiverCell().name)
    case .effect: throw .calledInPureFunction(call.name)
    case .waiting: throw .waitsInPlace(call.name)
    }
  }
}
