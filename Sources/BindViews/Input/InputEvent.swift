package import BindCore

/// What a person does at one view; the same for every presenter and for tests.
package enum InputEvent {
  /// Activates: a button, a toggle; shows choices, or takes the one where the person is; a dialog is agreed to.
  case press
  /// Characters as they are typed.
  case type(String)
  /// Sets the value and takes it, of any control.
  case input(Value)
  /// Enter: what is typed is taken; a dialog is agreed to.
  case accept
  /// Escape: what is typed is dropped; a dialog is declined.
  case dismiss
  /// Goes there. Where the person was, what is typed is taken.
  case focus
  /// One step up or down, of what has steps or choices.
  case step(Int)
}
