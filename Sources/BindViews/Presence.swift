package import BindCore

/// What a person sees of one view and has done there. It stays when the view's body runs again and another view takes its
/// place: a presenter tells views apart by it.
package final class Presence {
  /// The same for as long as it is on the screen.
  package let number: Int
  /// What is typed and not taken yet.
  package internal(set) var draft: Draft?
  /// Where the cursor stands while nothing is typed; nil: at the end.
  var restingCaret: Int?
  /// nil while the choices are not shown.
  package internal(set) var menu: Menu?
  var letters: Letters?

  init(number: Int) { self.number = number }

  /// Text on its way into a field.
  package struct Draft {
    package internal(set) var text: String
    /// What the field held when the editing began.
    package let original: Value
    /// Characters before it.
    package internal(set) var caret: Int
  }
}
