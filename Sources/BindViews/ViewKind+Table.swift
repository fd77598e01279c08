import BindCore

// The table of kinds.

extension ViewKind {
  /// What every view has besides its `id`, which is no property because it cannot change.
  static let commonProperties: [Property] = [
    property("visible", true, "false: it, and all inside it, is not shown"),
    property("enabled", true, "false: no control in it can be used"),
    optional("style", .string, "a word for how it looks, such as \"alarm\"; plain output is the same in every style"),
    optional("width", .integer, "in character cells, where there is a layout"),
    optional("height", .integer, "in lines, where there is a layout"),
    words("help", "a sentence for whoever asks what it is for"),
    optional("key", .string, "the key that goes to it, where there are keys"),
    words("a11y", "its name where it is read out; plain output puts it in front"),
  ]

  /// How a control stands.
  static let controlStates: [Property] = [
    state("read_only", false, "nobody can change it: what it shows is derived"),
    state("status", .string("ok"), "\"ok\", \"invalid\" while refused input stands, or \"failed\""),
    Property(name: "reason", declaration: .words, documentation: "why input was refused", isState: true),
    state("pending", false, "what is shown is not confirmed yet"),
    state("editing", false, "a person has typed something that is not taken yet"),
    state("changed", false, "its value has changed elsewhere while it is being edited"),
  ]

  static func definition(_ role: Role) -> ViewKind {
    switch role {
    case .label: ViewKind(.label, "A line of text.", properties: [words("text", "what it says")], canonical: "text")
    case .textField, .textArea:
      ViewKind(
        role, role == .textField ? "A line that a person can edit." : "Text that a person can edit.",
        properties: [
          words("value", "its text"), label, words("hint", "an example, shown while it is empty"),
        ] + confirming, actions: [commit], input: "value")
    case .toggle:
      ViewKind(
        .toggle, "On or off.", properties: [property("value", false, "whether it is on"), label] + confirming,
        actions: [commit], canonical: "value", input: "value")
    case .slider: number(.slider, "A number between two others.", limits: (.number(0), .number(1)), step: nil)
    case .stepper: number(.stepper, "A number that goes up and down by steps.", limits: (.nil, .nil), step: .integer(1))
    case .select:
      ViewKind(
        .select, "One of several choices.",
        properties: [
          optional("value", .any, "what is chosen"), label,
          list("options", .any, "the choices: values, or records with value= and label="),
        ] + confirming, actions: [commit], input: "value", states: [state("open", false, "its choices are shown")])
    case .button:
      ViewKind(
        .button, "Something to press.", properties: [words("title", "what it says")] + [confirming[0]],
        actions: [Action(name: "on_press", documentation: "what it does; it may wait")], canonical: "title",
        states: [state("pending", false, "what it does is not done yet")])
    case .progress:
      ViewKind(
        .progress, "How far something is.",
        properties: [
          optional("value", .any, "from 0 to max, or a record {done, total}; nil while nobody knows"), label,
          Property(name: "max", declaration: .required(.number, default: .number(1)), documentation: "the whole"),
        ], canonical: "value")
    case .image:
      ViewKind(
        .image, "A picture.",
        properties: [words("source", "its address or path"), words("alt", "what it shows, in words")],
        canonical: "source")
    case .sparkline:
      ViewKind(
        .sparkline, "The course of a number, as a small picture or in words.",
        properties: [list("values", .number, "the numbers, the newest last")], canonical: "values")
    case .chart:
      ViewKind(
        .chart, "The course of a number, as a picture or in words.",
        properties: [
          list("values", .number, "the numbers, the newest last"), label,
          optional("min", .number, "where its scale begins"), optional("max", .number, "where its scale ends"),
        ], canonical: "values")
    case .list:
      ViewKind(
        .list, "Things below one another, one of which may be chosen.",
        properties: [
          list("items", .any, "what stands in it: values, or records with value= and label="),
          optional("value", .any, "what is chosen"), label,
        ] + confirming, actions: [commit], canonical: "items", input: "value")
    case .table:
      ViewKind(
        .table, "Rows of fields, through which a person can go.",
        properties: [
          Property(
            name: "value", declaration: .required(.integer, default: .integer(0)),
            documentation: "the row where the person is, counted from 1; 0: none"), label,
          list("columns", .string, "the fields to show, in order; none shows all by name"),
          list("rows", .any, "records, or lists in the order of the columns"),
        ] + confirming, actions: [commit], input: "value")
    case .log:
      ViewKind(
        .log, "Lines that are added to.",
        properties: [list("lines", .any, "the lines, the newest last"), label], canonical: "lines")
    default: container(role)
    }
  }

  private static func container(_ role: Role) -> ViewKind {
    switch role {
    case .row: ViewKind(.row, "Views beside one another.", content: .given)
    case .grid:
      ViewKind(
        .grid, "Views in rows and columns.",
        properties: [
          Property(
            name: "columns", declaration: .required(.integer, default: .integer(2)),
            documentation: "how many beside one another")
        ], content: .given)
    case .panel:
      ViewKind(
        .panel, "Views below one another that have a title in common.",
        properties: [
          words("title", "stands before what is inside"),
          optional("color", .string, "of its frame, such as \"#888888\", where there are colours"),
        ], content: .given)
    case .tabs:
      ViewKind(
        .tabs, "Views of which one is shown: each is named by its title.",
        properties: [
          Property(
            name: "value", declaration: .required(.integer, default: .integer(1)),
            documentation: "which one is shown, counted from 1"), label,
        ], input: "value", content: .given)
    case .scroll:
      ViewKind(
        .scroll, "Views below one another of which a part is shown.",
        properties: [
          Property(
            name: "value", declaration: .required(.integer, default: .integer(0)),
            documentation: "how many lines are above what is shown")
        ], input: "value", content: .given)
    case .divider: ViewKind(.divider, "A line between its neighbours, where there is a layout.")
    case .spacer: ViewKind(.spacer, "Room between its neighbours, where there is a layout.")
    case .async:
      ViewKind(
        .async, "What is inside follows a loadable or a job.", content: .made,
        states: [
          state("face", .string("idle"), "what is shown of the source; behind it while that would flicker"),
          state("skeleton", false, "what is shown is a sample, drawn as a placeholder"),
          Property(name: "reason", declaration: .words, documentation: "what went wrong", isState: true),
        ])
    case .when: ViewKind(.when, "What is inside is there while a Ref is true.", content: .made)
    case .each: ViewKind(.each, "A view for each element of a list, told apart by keys.", content: .made)
    case .dialog:
      ViewKind(
        .dialog, "A question that comes before everything else.",
        properties: [words("title", "the question"), property("open", true, "whether it is there")],
        actions: [
          Action(name: "on_accept", documentation: "what is done when a person agrees"),
          Action(name: "on_dismiss", documentation: "what is done when a person declines"),
        ], input: "open", content: .given)
    default: ViewKind(.column, "Views below one another.", content: .given)
    }
  }

  private static func number(
    _ role: Role, _ documentation: String, limits: (low: Value, high: Value), step: Value?
  ) -> ViewKind {
    func limit(_ name: String, _ value: Value, _ documentation: String) -> Property {
      value.isNil
        ? optional(name, .number, documentation)
        : Property(name: name, declaration: .required(.number, default: value), documentation: documentation)
    }
    return ViewKind(
      role, documentation,
      properties: [
        Property(name: "value", declaration: .required(.number, default: .number(0)), documentation: "the number"),
        label,
        limit("min", limits.low, "the least it can be set to"), limit("max", limits.high, "the most it can be set to"),
        limit("step", step ?? .nil, "how far one step goes"),
      ] + confirming, actions: [commit], input: "value")
  }

  // MARK: Words of the table

  private static var label: Property { words("label", "its name, beside it") }

  private static let confirming: [Property] = [
    Property(
      name: "confirm", declaration: .question,
      documentation: "a question before anything changes, or {on = question, off = question}"),
    Property(
      name: "commit_timeout", declaration: .time(default: "10s"), documentation: "how long a commit may take"),
  ]

  private static let commit = Action(
    name: "commit",
    documentation: "fn(new, old) makes a change outside: true, or nil and an error, which takes the change back")

  private static func words(_ name: String, _ documentation: String) -> Property {
    Property(name: name, declaration: .words, documentation: documentation)
  }

  private static func optional(_ name: String, _ type: FieldType, _ documentation: String) -> Property {
    Property(name: name, declaration: .optional(type), documentation: documentation)
  }

  private static func property(_ name: String, _ value: Bool, _ documentation: String) -> Property {
    Property(
      name: name, declaration: .required(.boolean, default: .boolean(value)), documentation: documentation)
  }

  private static func list(_ name: String, _ type: FieldType, _ documentation: String) -> Property {
    Property(
      name: name, declaration: .required(.list(of: type), default: .list([])), documentation: documentation)
  }

  private static func state(_ name: String, _ value: Bool, _ documentation: String) -> Property {
    state(name, .boolean(value), documentation)
  }

  private static func state(_ name: String, _ value: Value, _ documentation: String) -> Property {
    let type = FieldType(ofDefault: value)
    return Property(
      name: name, declaration: .required(type, default: value), documentation: documentation, isState: true)
  }
}
