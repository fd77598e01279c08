import Testing

@Suite("The main queue") struct MainQueueTests {
  @Test func blocksOfTheMainQueueAndTasksOfTheMainActorRunWhileTheLoopHoldsTheMainThread() throws {
    let (output, status) = try probe("main-queue")
    #expect(
      output == """
        complete true, blocks 103, on the main thread 100, main actor 2
        alive false, idle passes below ten true

        """)
    #expect(status == 0)
  }
}
