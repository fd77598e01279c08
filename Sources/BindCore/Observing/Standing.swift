/// How a binding stands, to stand so again.
final class Standing {
  let status: Binding.Status
  let failure: Failure?
  let input: Value?

  init(of binding: Binding) {
    (status, failure, input) = (binding.status, binding.statusFailure, binding.refusedInput)
  }
}
