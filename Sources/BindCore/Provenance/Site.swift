/// A line of a script: an interned name and a number, 8 bytes. Nothing is looked up until somebody asks.
public struct Site: Hashable, Sendable {
  /// Interned in the engine's `CauseLog`; 0 where no script is known.
  package var script: UInt32
  /// Counted from 1; 0 when not known.
  package var line: UInt32

  package init(script: UInt32, line: UInt32) {
    self.script = script
    self.line = line
  }

  package static let none = Site(script: 0, line: 0)
  package var isKnown: Bool { script != 0 }
}

/// Knows where a script stands that runs right now.
open class SiteSource {
  public init() {}
  open func now() -> Site { .none }
  /// Of several, the one with the highest number runs innermost; 0: nothing of this one runs.
  open var entry: UInt64 { 0 }
  /// Runs it on a stack with room: nested calls of scripts are counted anew there, since their own limit says nothing.
  open func countingCallsAnew(_ work: () -> Void) { work() }
}

/// Several interpreters share an engine: the one that runs innermost is asked.
final class SiteSources: SiteSource {
  var all: [SiteSource] = []

  override func now() -> Site {
    var (innermost, highest): (SiteSource?, UInt64) = (nil, 0)
    for source in all where source.entry > highest { (innermost, highest) = (source, source.entry) }
    return innermost?.now() ?? .none
  }

  override func countingCallsAnew(_ work: () -> Void) { countAnew(all[...], work) }

  private func countAnew(_ sources: ArraySlice<SiteSource>, _ work: () -> Void) {
    guard let first = sources.first else { return work() }
    first.countingCallsAnew { countAnew(sources.dropFirst(), work) }
  }
}

extension Engine {
  /// Asks it too from now on.
  package func add(_ source: SiteSource) {
    siteSources.all.append(source)
    chooseSiteSource()
  }

  package func remove(_ source: SiteSource) {
    siteSources.all.removeAll { $0 === source }
    chooseSiteSource()
  }

  private func chooseSiteSource() {
    siteSource =
      siteSources.all.count > 1 ? .passUnretained(siteSources) : siteSources.all.first.map { .passUnretained($0) }
  }

  /// Where the running script stands, if one does.
  @inline(__always)
  package func site() -> Site { siteSource?._withUnsafeGuaranteedRef { $0.now() } ?? .none }

  /// What the body writes first is written by that line of Swift, unless a script runs that knows its own.
  func placing<Result, Problem>(
    _ file: StaticString, _ line: UInt32, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let outer = swiftPlace
    if swiftFile.text != file.utf8Start {
      swiftFile = (file.utf8Start, causes.intern("\(file)"))
    }
    swiftPlace = Site(script: swiftFile.number, line: line)
    defer { swiftPlace = outer }
    return try body()
  }

  /// The line that makes something now: of the running script, else of Swift.
  func placeOfMaking() -> Site {
    let site = site()
    return site.isKnown ? site : swiftPlace
  }

  /// The line that a write is recorded with: what follows from the write has another.
  func takePlace() -> Site {
    let place = swiftPlace
    swiftPlace = .none
    let site = site()
    return site.isKnown ? site : place
  }

  @inline(__always)
  func noteOrigin(of cell: Cell, _ cause: CauseID) {
    cell.writtenBy = cause
    cell.writtenAt = causes.site(of: cause)
  }

  /// `board.lua:12`; empty where no script is known.
  package func words(for place: Site) -> String {
    place.isKnown ? "\(causes.name(place.script)):\(place.line)" : ""
  }

  /// A cause's place and target, such as `board.lua:12 → user.name`.
  func describe(_ id: CauseID) -> String? {
    guard let cause = causes[id] else { return nil }
    let place = cause.place.isKnown ? words(for: cause.place) : cause.kind.name
    let target = causes.name(cause.target)
    return target.isEmpty ? place : "\(place) → \(target)"
  }

  /// For a diagnostic; nil where no script is known.
  package func position(of place: Site) -> SourcePosition? {
    place.isKnown ? SourcePosition(script: causes.name(place.script), line: Int(place.line)) : nil
  }

  /// The failure with the line of what caused it, unless it knows its own.
  func located(_ failure: Failure, by cause: CauseID) -> Failure {
    guard case .diagnostic(let diagnostic) = failure, let place = causes[cause]?.place else { return failure }
    return .diagnostic(diagnostic.located(at: position(of: place)))
  }

  /// The report with that line, unless what it tells knows its own.
  func located(_ report: Report, at place: Site) -> Report {
    let failure: any Error
    switch report.failure {
    case Failure.diagnostic(let diagnostic): failure = Failure.diagnostic(diagnostic.located(at: position(of: place)))
    case let diagnostic as Diagnostic: failure = diagnostic.located(at: position(of: place))
    case Failure.raised(let error) where error.position == nil:
      failure = Failure.raised(error.located(at: position(of: place)))
    default: return report
    }
    return Report(failure, during: report.during, trail: report.trail, isWarning: report.isWarning)
  }
}
