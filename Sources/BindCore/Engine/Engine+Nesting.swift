import BindGraph
import CStack

// A derived cell that is read by what cannot be suspended (a function of Swift's, a C function of Lua's that calls back) is
// evaluated inside the reader's evaluation. A chain of such reads has any depth (rule 11b): it goes on on stacks of its own.

extension Engine {
  /// Runs the work, once, where the stack has room for it. False: nowhere, and it was not run.
  func nest(_ work: () -> Void) -> Bool {
    guard let runtime else { return withRoom(work) }
    var isRun = false
    runtime._withUnsafeGuaranteedRef { $0.countingCallsAnew { isRun = withRoom(work) } }
    return isRun
  }

  private func withRoom(_ work: () -> Void) -> Bool {
    withoutActuallyEscaping(work) { work in
      withUnsafePointer(to: work) { pointer in
        bh_stack_run(
          { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, UnsafeMutableRawPointer(mutating: pointer))
      }
    }
  }
}
