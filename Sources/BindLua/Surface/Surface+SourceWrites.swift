import BindCore

/// The methods of a source, and of every place in one and lens on one, that write it: in a task they wait for the answer,
/// elsewhere they return at once.
extension Surface {
  var sourceMethods: [Entry] {
    cellReads + sourceWrites + [
      Entry(
        "refresh",
        """
        ()
        Asks get now.
        """
      ) { call throws(Failure) in
        guard let source = try call.receiverCell() as? SourceCell else { return }
        try source.refreshByHand()
      }
    ]
  }

  var sourcePlaceMethods: [Entry] { cellReads + sourceWrites }

  private var sourceWrites: [Entry] {
    let set = WriteMethod(
      "set",
      """
      (value: any) -> boolean?, err?
      Writes it outside. In a task it waits for the answer.
      """
    ) { call throws(Failure) in try call.receiverCell().write(call.value(1)) }
    let modify: StaticString = """
      (fn: fn(value)) -> boolean?, err?
      Writes what fn makes of the value. In a task it waits for the answer.
      """
    return ([set] + cellWrites).map { write in
      let write = write.name == "modify" ? WriteMethod(write.name, modify, write.body) : write
      return write.entry { [unowned self] call throws(Failure) in try replyAnswer(to: call, write.body) }
    }
  }

  /// Replies what became of the write that the body begins.
  private func replyAnswer(
    to call: Call, _ body: (Call) throws(Failure) -> WriteOutcome
  ) throws(Failure) {
    guard let source = try call.receiverCell().settledLeaf as? SourceCell else {
      throw call.wrong(0, "receiver", expected: "a source")
    }
    guard source.isWritable else { throw .readOnly(source) }
    guard tasks.mayWait(call), engine.mode != .settling else { return try call.reply(try body(call)) }
    let place = lua.position
    try tasks.wait(in: call) { [unowned self] done throws(Failure) in
      var isCalledOff = false
      var timer: (any Token)?
      let waiting = tasks.present
      // The answer may be known before the task sleeps: it always comes in a turn of its own.
      let answer = { [unowned self] (failure: Failure?) in
        waiting?.awaited = nil
        timer = world.clock.schedule(after: .zero, label: "answer of \(source.name)") { [unowned self] in
          done(.success(failure.map { [.nil, self.errorTable($0, at: place)] } ?? [.boolean(true)]))
        }
      }
      let written = try source.answering { failure in
        if !isCalledOff { answer(failure) } else if let failure { source.reportUnheard(failure) }
      } if: { [unowned self] isMade throws(Failure) in
        try tasks.checkRing(writing: source, isMade: isMade, at: place)
      } by: { () throws(Failure) in
        try body(call)
      }
      // Refused on the way there, or nothing to write.
      switch written {
      case .begun: if timer == nil { waiting?.awaited = Tasks.Awaited(source: source, place: place) }
      case .ended(.refused(let diagnostic)): answer(.diagnostic(diagnostic))
      case .ended: answer(nil)
      }
      return JobRun {
        isCalledOff = true
        waiting?.awaited = nil
        timer?.cancel()
      }
    }
  }
}
