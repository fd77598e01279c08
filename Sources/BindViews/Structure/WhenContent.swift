package import BindCore

/// `ui.when`: what is inside is there while the cell is true; each new value makes it anew.
package final class WhenContent: Structure {
  private let content: Content
  private let condition: Cell
  private let make: (Value) throws(Failure) -> View?
  private var observer: ClosureObserver?

  package init(of view: View, _ condition: Cell, _ make: @escaping (Value) throws(Failure) -> View?) {
    self.condition = condition
    self.make = make
    content = Content(of: view)
  }

  package func start(in scope: Scope) {
    observer = condition.observe(in: scope) { [unowned self] value, _, _ in
      content.run(value.isTruthy ? { [make] () throws(Failure) in try make(value) } : nil)
    }
  }

  package func stop() {
    observer?.stop()
    content.close()
  }
}
