import BindCore

// What stands for views in the tests of two-way bindings.

/// The seed's label: plain and optional properties, and how often its text and its color were set. Nobody edits it.
final class Label: BindingTarget {
  var text = "" { didSet { sets += 1 } }
  var sets = 0
  var hint: String?
  var color = "" { didSet { writes += 1 } }
  var writes = 0
}

final class TextField: Control {
  static var canonical: ReferenceWritableKeyPath<TextField, String> { \.text }
  var text = "" { didSet { sets += 1 } }
  var sets = 0
  let edits = EditEvent()
  func type(_ new: String) {
    text = new
    edits.send()
  }
}

final class Stepper: Control {
  static var canonical: ReferenceWritableKeyPath<Stepper, Double> { \.value }
  var value = 0.0
  let edits = EditEvent()
  func step(to new: Double) {
    value = new
    edits.send()
  }
}

/// Sends on every set, and keeps multiples of its step only.
final class Notch: Control {
  static var canonical: ReferenceWritableKeyPath<Notch, Double> { \.value }
  private let step: Double
  private var kept = 0.0
  let edits = EditEvent()
  init(_ step: Double) { self.step = step }
  var value: Double {
    get { kept }
    set {
      kept = (newValue / step).rounded() * step
      edits.send()
    }
  }
}

/// Its words are what a person reads; which of them counts is its tag.
final class Choice: Control {
  static var canonical: ReferenceWritableKeyPath<Choice, String> { \.words }
  var words = "" { didSet { sets += 1 } }
  var tag = 0
  var sets = 0
  let edits = EditEvent()
}
