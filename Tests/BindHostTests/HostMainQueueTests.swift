import Foundation
import TestSupport
import Testing

@Suite struct HostMainQueueTests {
  @Test func theMainQueueAndTheMainActorRunWhileAHostHoldsTheMainThread() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local bh = require "bindhost"
      local job
      job = bh.job.every("5ms", function() end)
      bh.open "counter" "count":observe(function(n, old)
        if n == 111 then print("all three came") bh.open "counter" "count":set(1111) end
        if n == 0 and old then print("and answered") job:stop() end
      end)
      """
    try Data(script.utf8).write(to: folder.appending(path: "probe.lua"))
    let run = try await BuiltProgram.hostProbe.run([folder.path])
    #expect(run.output == "all three came\nObservations saw what the script wrote\nand answered\nleft: nothing\n")
    #expect(run.exitCode == 0)
    #expect(!run.ranOutOfTime)
  }
}
