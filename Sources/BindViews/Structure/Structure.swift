import BindCore

/// What fills a view whose content is made by functions, and made anew.
package protocol Structure: AnyObject {
  /// The view is part of what is shown now.
  func mounted()
  /// It is no longer.
  func unmounted()
  /// The view has ended.
  func stop()
}

extension Structure {
  package func mounted() {}
  package func unmounted() {}
}

/// One content of a structure view: a tree made by a function in a scope of its own, which ends before the next run.
///
/// The new tree takes the place of the old one view by view, so what a person has done there stays.
final class Content {
  private unowned let view: View
  private var scope: Scope?
  private(set) var tree: View?

  init(of view: View) { self.view = view }

  /// - Parameter make: nil shows nothing. What it raises is reported; nothing is shown then.
  func run(_ make: (() throws(Failure) -> View?)?) {
    let old = tree ?? view.inheritedTree
    view.inheritedTree = nil
    let before = make == nil ? [] : old?.flattened ?? []
    for part in before { part.commits?.keep() }
    close()
    var new: View?
    if let make, !view.isStopped {
      let inner = Scope(name: "content of \(view.name)", in: view.scope, engine: view.scope.engine)
      scope = inner
      new = view.scope.engine.made(in: inner, during: view.name, make)
    }
    if let old, let new { Matching.take(the: old, by: new) }
    old?.dropCommits(sparing: new?.flattened.compactMap(\.inheritedTree) ?? [])
    do {
      try view.replaceChildren(with: new.map { [$0] } ?? [])
      tree = new
    } catch {
      view.scope.report(Report(error, during: view.name))
      close()
      try? view.replaceChildren(with: [])
    }
  }

  func close() {
    tree = nil
    scope?.close()
    scope = nil
  }
}

extension Engine {
  /// Runs what makes a tree. If it raises, nothing that it has made or written stays, and the error is reported.
  func made(in scope: Scope, during title: String, _ make: () throws(Failure) -> View?) -> View? {
    let outer = self.scope
    self.scope = scope
    defer { self.scope = outer }
    do {
      return try untracked { () throws(Failure) in
        do { return try transaction { try scope.cleaningUp(make) } } catch { throw Engine.failure(error) }
      }
    } catch {
      scope.report(Report(error, during: title))
      return nil
    }
  }
}
