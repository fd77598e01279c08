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

extension Engine {
  /// Where the running script stands, if one does.
  @inline(__always)
  package func site() -> Site { runtime?._withUnsafeGuaranteedRef { $0.now() } ?? .none }

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

  /// The same as one line of a script that does not run.
  func placing<Result>(at place: Site, _ body: () throws -> Result) rethrows -> Result {
    let outer = swiftPlace
    swiftPlace = place
    defer { swiftPlace = outer }
    return try body()
  }

  /// The same without taking it.
  var presentPlace: Site {
    let site = site()
    return site.isKnown ? site : swiftPlace
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
    causes[cause].map { located(failure, at: $0.place) } ?? failure
  }

  /// The same with that line.
  func located(_ failure: Failure, at place: Site) -> Failure {
    guard case .diagnostic(let diagnostic) = failure else { return failure }
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
