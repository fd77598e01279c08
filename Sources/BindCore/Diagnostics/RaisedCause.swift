/// A value that a script raised, unchanged: the `cause` of its report.
package struct RaisedCause: Hashable, Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  /// Equality alone tells them apart: values are equal in more ways than they could be hashed.
  package func hash(into hasher: inout Hasher) {}
}
